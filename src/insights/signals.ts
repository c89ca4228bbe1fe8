/** Settles as `promise` does, but rejects with `reason()` as soon as the signal aborts, even if `promise` ignores the signal. */
export function unlessAborted<T>(
  promise: Promise<T>,
  signal: AbortSignal | undefined,
  reason: () => Error = () => signal?.reason as Error,
): Promise<T> {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    const stop = () => reject(reason());
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
    void promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}
