/** Objects that are stored on this device, as JSON. */

export interface StoredObject {
  /** Returns an object without properties if none is stored, or it cannot be read. */
  read(): Record<string, unknown>;
  /** If it cannot be stored, it is kept while the page is open. */
  write(value: object): void;
}

/** Returns the page's storage; undefined if the browser blocks it for pages in frames of another site. */
export function pageStorage(): Storage | undefined {
  try {
    return localStorage;
  } catch {
    return undefined;
  }
}

/**
 * @param partition Office's prefix for storage keys (`Office.context.partitionKey`); undefined if the host has none. It keeps a
 *   frame in another document from reading this document's keys.
 */
export function openStored(storage: Storage | undefined, partition: string | undefined, name: string): StoredObject {
  const key = [partition, name].filter(Boolean).join(".");
  let kept: string | null = null;
  return {
    read: () => parse(kept ?? storage?.getItem(key) ?? null),
    write(value) {
      kept = JSON.stringify(value);
      try {
        storage?.setItem(key, kept);
        // Another pane of this device may write too.
        if (storage) kept = null;
      } catch {
        // Then only this page keeps it.
      }
    },
  };
}

function parse(text: string | null): Record<string, unknown> {
  try {
    return (JSON.parse(text ?? "{}") ?? {}) as Record<string, unknown>;
  } catch {
    return {};
  }
}
