/** The browser's storage entry that holds the workbook between two visits. */

/** A text that is stored under one name, such as an entry of localStorage. */
export interface StorageEntry {
  read(): string | null;
  /** @throws if the text is too large. */
  write(text: string): void;
  clear(): void;
}

export function createStorageEntry(storage: Storage, key: string): StorageEntry {
  return {
    read: () => storage.getItem(key),
    write: (text) => storage.setItem(key, text),
    clear: () => storage.removeItem(key),
  };
}

/** Reads the stored workbook; undefined if there is none. @throws Error if it cannot be read. */
export function readEntry<T>(entry: StorageEntry): T | undefined {
  const text = entry.read();
  return text === null ? undefined : (JSON.parse(text) as T);
}
