/** What may be known already: then it is there at once, and no turn of the event loop is spent on it. */
export type Awaitable<T> = T | Promise<T>;
