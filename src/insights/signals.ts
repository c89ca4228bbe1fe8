/** As much of an AbortSignal as waiting takes. Who waits in great numbers has a lighter one than the platform's. */
export interface StopSignal {
  readonly aborted: boolean;
  readonly reason?: unknown;
  addEventListener(type: "abort", listener: () => void, options?: { readonly once: true }): void;
  removeEventListener(type: "abort", listener: () => void): void;
}

/**
 * Settles as `promise` does, or rejects at once with `reason()` when the signal aborts; that what is waited for heeds
 * the signal is not relied on.
 */
export function unlessAborted<T>(
  promise: Promise<T>,
  signal: StopSignal | undefined,
  reason: () => Error = () => signal?.reason as Error,
): Promise<T> {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    const stop = () => reject(reason());
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
    promise.then(
      (value) => {
        signal.removeEventListener("abort", stop);
        resolve(value);
      },
      (error: Error) => {
        signal.removeEventListener("abort", stop);
        reject(error);
      },
    );
  });
}
