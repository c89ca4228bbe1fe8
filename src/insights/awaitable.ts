/** A value, or a promise if it takes longer: what is known costs no turn of the event loop. */
export type Awaitable<T> = T | Promise<T>;
