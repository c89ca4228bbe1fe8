/** Keeps the workbook in this browser, so that what a person does survives a reload. */

/** A place for one text, such as an entry of localStorage. */
export interface Shelf {
  read(): string | null;
  /** @throws where the text is too large. */
  write(text: string): void;
  clear(): void;
}

export function shelfOf(storage: Storage, key: string): Shelf {
  return {
    read: () => storage.getItem(key),
    write: (text) => storage.setItem(key, text),
    clear: () => storage.removeItem(key),
  };
}

/** What was kept last; undefined where there is nothing, or nothing that can be read. */
export function readKept<T>(shelf: Shelf): T | undefined {
  try {
    const text = shelf.read();
    return text === null ? undefined : (JSON.parse(text) as T);
  } catch {
    return undefined;
  }
}

export interface Keeper {
  /** Something has changed: keep it soon. */
  changed(): void;
  /** Keep it now. */
  keep(): void;
  /** Keep nothing any more, and forget what was kept. */
  forget(): void;
}

/** Milliseconds without a change after which the workbook is kept. */
const QUIET = 500;

/** Keeps what `take` gives; `onFailure` hears where that is not possible. */
export function createKeeper(shelf: Shelf, take: () => unknown, onFailure: (message: string) => void): Keeper {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let forgotten = false;
  const keep = (): void => {
    clearTimeout(timer);
    if (forgotten) return;
    try {
      shelf.write(JSON.stringify(take()));
    } catch {
      onFailure("The workbook is too large for this browser to keep: what you change now is gone after a reload.");
    }
  };
  return {
    changed() {
      clearTimeout(timer);
      timer = setTimeout(keep, QUIET);
    },
    keep,
    forget() {
      forgotten = true;
      clearTimeout(timer);
      shelf.clear();
    },
  };
}
