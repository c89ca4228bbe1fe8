/** The workbook's file as Excel hands it out to `getFileAsync`: opened, read slice by slice, and closed. */

/** Answers to the requests for the file, by the numbers that office.js reads. */
export interface FileSlices {
  /** Resolves to undefined if there is no file, or two are open already. */
  open(sliceSize: number): Promise<{ 0: number; 1: number } | undefined>;
  slice(handle: number, index: number): { 0: number[]; 1: number } | undefined;
  close(handle: number): void;
}

/** Excel keeps at most two open files for an add-in. */
const MOST_OPEN = 2;

export function createFileSlices(read: () => Promise<Uint8Array | undefined>): FileSlices {
  const files = new Map<number, { bytes: Uint8Array; sliceSize: number }>();
  let last = 0;
  return {
    async open(sliceSize) {
      const bytes = files.size < MOST_OPEN ? await read() : undefined;
      if (!bytes) return undefined;
      files.set((last += 1), { bytes, sliceSize });
      return { 0: last, 1: bytes.length };
    },
    slice(handle, index) {
      const file = files.get(handle);
      if (!file) return undefined;
      const data = [...file.bytes.subarray(index * file.sliceSize, (index + 1) * file.sliceSize)];
      return { 0: data, 1: data.length };
    },
    close: (handle) => void files.delete(handle),
  };
}
