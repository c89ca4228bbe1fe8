/** Values that may be known already: then nothing waits a turn, and no promise is made, of which a recalculation has thousands. */

export type Awaitable<T> = T | Promise<T>;

/** Goes on with what is known, now or later. */
export function whenKnown<T, U>(value: Awaitable<T>, next: (value: T) => Awaitable<U>): Awaitable<U> {
  return value instanceof Promise ? value.then(next) : next(value);
}

type Works<T extends readonly unknown[]> = { readonly [At in keyof T]: () => Awaitable<T[At]> };

/** All together. What one throws rejects where others are still waited for. */
export function allKnown<T extends readonly unknown[]>(works: Works<T>): Awaitable<T> {
  const values = works.map((work) => {
    try {
      return work();
    } catch (error) {
      return Promise.reject(error instanceof Error ? error : new Error(String(error)));
    }
  });
  // The values are in the order of the works.
  const all: unknown = values.some((value) => value instanceof Promise) ? Promise.all(values) : values;
  return all as Awaitable<T>;
}
