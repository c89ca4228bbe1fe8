/** Sends a values-only copy, for people without the add-in. The workbook itself stays as it is. */
import { ADDIN_ARTIFACTS } from "../../../reporting/saved/artifacts";
import { openAsWorkbook, readDocumentFile, readDocumentName } from "../../workbook/documentFile";
import { writeValuesOnly } from "../../../spreadsheet/xlsx/valuesOnly";
import { loadWorkbook } from "../../../spreadsheet/xlsx/workbook";
import type { CopySent } from "./reportState";

const MIME = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/**
 * Rejects with a message for users if Excel does not return the file, or does not open the copy.
 * @param download If undefined, or if pages cannot download, the copy is opened as a new workbook.
 */
export async function sendCopy(download: ((file: Blob, name: string) => void) | undefined): Promise<CopySent> {
  const [document, bytes] = [await readDocumentName(), await readDocumentFile()];
  const copy = await writeValuesOnly(await loadWorkbook(bytes), ADDIN_ARTIFACTS);
  const name = copyName(document, copy.isMacroEnabled ? ".xlsm" : ".xlsx");
  if (download && isDownloading()) {
    download(new Blob([copy.bytes as Uint8Array<ArrayBuffer>], { type: MIME }), name);
    // Excel on the web would open it in another tab, which browsers block.
    const canOpen = Office.context.platform === Office.PlatformType.PC;
    return { name, formulas: copy.formulas, isOpened: false, canOpen };
  }
  await openAsWorkbook(copy.bytes).catch(({ message }: Error) => {
    throw new Error(
      `Excel could not open the copy. Save the workbook, then try again. If that does not help, the copy may be too large, or a security policy may forbid new workbooks: send it from Excel on Windows or on the web, where it is downloaded. Excel's message: ${message}`,
    );
  });
  return { name, formulas: copy.formulas, isOpened: true, canOpen: false };
}

/** True if pages can download files: Excel on a Mac and on an iPad block it, by design. */
function isDownloading(): boolean {
  const { platform } = Office.context;
  return platform === Office.PlatformType.PC || platform === Office.PlatformType.OfficeOnline;
}

/** Returns such as "Board (values).xlsx" for "Board.xlsb": Excel returns no binary file. */
function copyName(name: string, extension: string): string {
  return `${name.replace(/\.xls[xmb]$/i, "") || "Workbook"} (values)${extension}`;
}
