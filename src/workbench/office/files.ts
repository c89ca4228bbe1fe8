/** The workbook's file, as `Office.context.document.getFileAsync` gives it: opened, read in slices, and closed. */

/** In the keys of the protocol. Errors are codes, 0 is none. */
type Reply = Readonly<Record<string, unknown>>;

/** Excel's own codes: nothing of the kind is there, and a file is open already. */
const NOT_SUPPORTED = 5010;
const FILE_IS_OPEN = 5014;
const HANDLE = 1;

export interface Files {
  open(sliceSize: number): Promise<Reply>;
  slice(index: number): Reply;
  close(): Reply;
}

/** @param read The bytes of the file; without it there is none. */
export function createFiles(read?: () => Promise<Uint8Array>): Files {
  let opened: { bytes: Uint8Array; sliceSize: number } | undefined;
  return {
    async open(sliceSize) {
      if (!read) return { Error: NOT_SUPPORTED };
      if (opened) return { Error: FILE_IS_OPEN };
      opened = { bytes: await read(), sliceSize };
      return { 0: HANDLE, 1: opened.bytes.length };
    },
    slice(index) {
      if (!opened) return { Error: NOT_SUPPORTED };
      const { bytes, sliceSize } = opened;
      const data = [...bytes.subarray(index * sliceSize, (index + 1) * sliceSize)];
      return { 0: data, 1: data.length };
    },
    close() {
      opened = undefined;
      return {};
    },
  };
}
