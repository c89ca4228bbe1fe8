/** The workbook as a file. */
import type { HostCheck } from "./hostCheck";

/** The first bytes of the workbook's file, and its size. */
async function readStart(): Promise<{ start: number[]; size: number }> {
  const file = await new Promise<Office.File>((resolve, reject) => {
    Office.context.document.getFileAsync(Office.FileType.Compressed, ({ status, value, error }) =>
      status === Office.AsyncResultStatus.Succeeded ? resolve(value) : reject(new Error(error.message)),
    );
  });
  try {
    const slice = await new Promise<Office.Slice>((resolve, reject) => {
      file.getSliceAsync(0, ({ status, value, error }) =>
        status === Office.AsyncResultStatus.Succeeded ? resolve(value) : reject(new Error(error.message)),
      );
    });
    return { start: (slice.data as number[]).slice(0, 2), size: file.size };
  } finally {
    // Excel gives no second file while one is open.
    await new Promise<void>((resolve) => file.closeAsync(() => resolve()));
  }
}

const ZIP = [0x50, 0x4b];

export const FILE_CHECKS: readonly HostCheck[] = [
  {
    name: "The workbook as a file",
    assumed: "The add-in gets the bytes of the workbook's file.",
    isThere: () => Office.context.requirements.isSetSupported("CompressedFile", "1.1"),
    look: async () => {
      const { start, size } = await readStart();
      return { holds: String(start) === String(ZIP) && size > 0, seen: `${size} bytes, first ${start.join(" ")}` };
    },
  },
];
