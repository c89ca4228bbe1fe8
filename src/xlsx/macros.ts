/** Macros of a workbook (.xlsm): Excel on a Mac opens no new workbook from a file with them (OfficeDev/office-js#2537). */
import { relationsOf } from "./relations";
import { CONTENT_TYPES, withoutElements } from "./removal";
import type { Workbook } from "./workbook";
import type { BookChanges } from "./write";

const MACRO_WORKBOOK = "application/vnd.ms-excel.sheet.macroEnabled.main+xml";
const PLAIN_WORKBOOK = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml";
const MACRO_PROJECT = "application/vnd.ms-office.vbaProject";

/** Extends changes: the macros go, and the workbook becomes an .xlsx. Sheets of Excel 4 macros stay, and keep it an .xlsm. */
export async function withoutMacros({ zip, xmlPart }: Workbook, changes: BookChanges): Promise<BookChanges> {
  const types = await zip.text(CONTENT_TYPES);
  const relations = await relationsOf(zip, xmlPart);
  if (!types.includes(MACRO_WORKBOOK) || relations.some(({ type }) => /macrosheet/i.test(type))) return changes;
  const projects = relations.filter(({ type }) => type === "vbaProject").map(({ target }) => target);
  const signatures = (await Promise.all(projects.map((target) => relationsOf(zip, target)))).flat();
  const gone = new Set([...projects, ...signatures.map(({ target }) => target)]);
  const isBinaryLeft = zip.names.some((name) => name.endsWith(".bin") && !gone.has(name));
  const plain = withoutElements(
    types.replace(MACRO_WORKBOOK, PLAIN_WORKBOOK),
    CONTENT_TYPES,
    ({ name, attributes }) => name === "Default" && attributes.ContentType === MACRO_PROJECT && !isBinaryLeft,
  );
  return {
    ...changes,
    xmlParts: new Map([...changes.xmlParts, [CONTENT_TYPES, plain]]),
    unwanted: new Set([...changes.unwanted, ...gone]),
  };
}

/** True if a file with these changes is an .xlsm. */
export async function isMacroEnabled({ zip }: Workbook, { xmlParts }: BookChanges): Promise<boolean> {
  return (xmlParts.get(CONTENT_TYPES) ?? (await zip.text(CONTENT_TYPES))).includes(MACRO_WORKBOOK);
}
