/** Opens a package of Office: a book, a deck or a document (ECMA-376 part 2). Its main part is found by its relations. */
import { FILE_LIMITS } from "./limits";
import { relationsOf } from "./relations";
import { NO_OFFICE_FILE, openZip, type Zip } from "./zip";

export interface OfficePackage {
  readonly zip: Zip;
  /** The name of the main part: the workbook, the presentation or the document's text. */
  readonly xmlPart: string;
}

/** Opens a package. Rejects with a message for people if the bytes are none. */
export async function openPackage(bytes: Uint8Array, limits = FILE_LIMITS): Promise<OfficePackage> {
  const zip = await openZip(bytes, limits);
  const main = (await relationsOf(zip, "")).find(({ type }) => type === "officeDocument")?.target;
  if (main === undefined || !zip.has(main)) throw new Error(NO_OFFICE_FILE);
  return { zip, xmlPart: main };
}
