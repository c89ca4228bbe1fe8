/** Sends a values-only copy, for people without the add-in. The workbook itself stays as it is. */
import { ADDIN_ARTIFACTS } from "../saved/artifacts";
import { openAsWorkbook, readDocumentFile, readDocumentName } from "../workbook/documentFile";
import { writeValuesOnly } from "../xlsx/valuesOnly";
import { loadWorkbook } from "../xlsx/workbook";
import type { CopySent } from "./state";

const MIME = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** Rejects with a message for users if Excel does not return the file, or does not open the copy. */
export async function sendCopy(download: (file: Blob, name: string) => void): Promise<CopySent> {
  const [name, bytes] = [copyName(await readDocumentName()), await readDocumentFile()];
  const copy = await writeValuesOnly(await loadWorkbook(bytes), ADDIN_ARTIFACTS);
  if (isDownloading()) {
    download(new Blob([copy.bytes as Uint8Array<ArrayBuffer>], { type: MIME }), name);
    return { name, formulas: copy.formulas, isOpened: false };
  }
  await openAsWorkbook(copy.bytes).catch(({ message }: Error) => {
    throw new Error(
      `Excel could not open the copy: it may be too large. Send the copy from Excel on Windows or on the web. Excel's message: ${message}`,
    );
  });
  return { name, formulas: copy.formulas, isOpened: true };
}

/** True if pages can download files: Excel on a Mac and on an iPad block it, by design. */
function isDownloading(): boolean {
  const { platform } = Office.context;
  return platform === Office.PlatformType.PC || platform === Office.PlatformType.OfficeOnline;
}

/** Returns "Board (values).xlsx" for "Board.xlsx", and "Board (values).xlsm" for "Board.xlsm". */
function copyName(name: string): string {
  const [, stem = "", extension = ".xlsx"] = /^(.*?)(\.xls[xm])?$/i.exec(name) ?? [];
  return `${stem || "Workbook"} (values)${extension}`;
}
