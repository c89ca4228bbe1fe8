/** The workbook as a file. */
import { isFileOffered, readDocumentFile } from "../workbook/documentFile";
import type { HostCheck } from "./hostCheck";

/** How each file of this kind begins. */
const ZIP = "80 75";

export const FILE_CHECKS: readonly HostCheck[] = [
  {
    name: "The workbook as a file",
    expectation: "Excel returns the bytes of the workbook's file.",
    isThere: isFileOffered,
    run: async () => {
      const bytes = await readDocumentFile();
      const start = bytes.subarray(0, 2).join(" ");
      return { passed: start === ZIP, actual: `${bytes.length} bytes, first ${start}` };
    },
  },
];
