/** Sends a values-only copy, for people without the add-in. The workbook itself stays as it is. */
import { ADDIN_ARTIFACTS } from "../saved/artifacts";
import { openAsWorkbook, readDocumentFile, readDocumentName } from "../workbook/documentFile";
import { writeValuesOnly } from "../xlsx/valuesOnly";
import { loadWorkbook } from "../xlsx/workbook";
import type { CopySent } from "./state";

const MIME = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** Rejects with a message for people where Excel does not hand out the file, or takes no other. */
export async function sendCopy(download: (file: Blob, name: string) => void): Promise<CopySent> {
  const [name, bytes] = [copyName(await readDocumentName()), await readDocumentFile()];
  const copy = await writeValuesOnly(await loadWorkbook(bytes), ADDIN_ARTIFACTS);
  if (isDownloading()) {
    download(new Blob([copy.bytes as Uint8Array<ArrayBuffer>], { type: MIME }), name);
    return { name, formulas: copy.formulas, isOpened: false };
  }
  await openAsWorkbook(copy.bytes).catch(({ message }: Error) => {
    throw new Error(
      `Excel does not open the copy: it may be too large. Open the workbook in Excel on Windows or on the web, and send the copy from there. Excel says: ${message}`,
    );
  });
  return { name, formulas: copy.formulas, isOpened: true };
}

/** Where a page may download: Excel on a Mac and on an iPad refuse it, by design. */
function isDownloading(): boolean {
  const { platform } = Office.context;
  return platform === Office.PlatformType.PC || platform === Office.PlatformType.OfficeOnline;
}

/** "Board (values).xlsx" of "Board.xlsx"; macros stay in a file whose name says so. */
function copyName(name: string): string {
  const [, stem = "", extension = ".xlsx"] = /^(.*?)(\.xls[xm])?$/i.exec(name) ?? [];
  return `${stem || "Workbook"} (values)${extension}`;
}
