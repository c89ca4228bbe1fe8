/** Makes another kind of a file, such as an .xlsx of an .xlsm. Macros leave with a kind that has none. */
import { CONTENT_TYPES, readContentTypes, withContentType } from "./contentTypes";
import { kindOfName, kindOfType, type FileKind } from "./fileKinds";
import type { OfficePackage } from "./package";
import { relationsOf } from "./relations";
import { withoutElements } from "./removal";
import type { Workbook } from "./workbook";
import type { BookChanges } from "./write";

const MACRO_PROJECT = "application/vnd.ms-office.vbaProject";

/** Extends changes: the file becomes one of this kind. */
export async function withKind<Changes extends Pick<BookChanges, "xmlParts" | "unwanted">>(
  file: OfficePackage,
  kind: FileKind,
  changes: Changes,
): Promise<Changes> {
  const { zip, xmlPart } = file;
  const types = changes.xmlParts.get(CONTENT_TYPES) ?? (await zip.text(CONTENT_TYPES));
  const gone = kind.hasMacros ? new Set<string>() : await macroPartsOf(file);
  const isBinaryLeft = zip.names.some((name) => name.endsWith(".bin") && !gone.has(name));
  const isProjectType = gone.size > 0 && !isBinaryLeft;
  const changed = withoutElements(
    withContentType(types, xmlPart, kind.contentType),
    CONTENT_TYPES,
    ({ attributes }) => isProjectType && attributes.ContentType === MACRO_PROJECT,
  );
  if (changed === types && gone.size === 0) return changes;
  return {
    ...changes,
    xmlParts: new Map([...changes.xmlParts, [CONTENT_TYPES, changed]]),
    unwanted: new Set([...changes.unwanted, ...gone]),
  };
}

const PROJECT_NAME = /(?:^|\/)vba(?:Project\w*\.bin|Data\.xml)$/i;

/** Finds the projects of macros, with their signatures and data, also those that nothing in the file refers to. */
async function macroPartsOf({ zip, xmlPart }: OfficePackage): Promise<Set<string>> {
  const relations = await relationsOf(zip, xmlPart);
  const projects = relations.filter(({ type }) => type === "vbaProject").map(({ target }) => target);
  const others = (await Promise.all(projects.map((target) => relationsOf(zip, target)))).flat();
  const named = zip.names.filter((name) => PROJECT_NAME.test(name));
  return new Set([...projects, ...others.map(({ target }) => target), ...named]);
}

/** True if a workbook has sheets of Excel 4 macros, which only a file with macros may have. */
export async function hasMacroSheets({ zip, xmlPart }: OfficePackage): Promise<boolean> {
  return (await relationsOf(zip, xmlPart)).some(({ type }) => /macrosheet/i.test(type));
}

/**
 * Extends changes: the macros go, and the workbook becomes an .xlsx, since Excel on a Mac opens no new workbook from a file with them
 * (OfficeDev/office-js#2537). Sheets of Excel 4 macros stay, and keep it an .xlsm.
 */
export async function withoutMacros(workbook: Workbook, changes: BookChanges): Promise<BookChanges> {
  const kind = kindOfName(".xlsx");
  const stays = !kind || !(await isMacroEnabled(workbook, changes)) || (await hasMacroSheets(workbook));
  return stays ? changes : withKind(workbook, kind, changes);
}

/** True if a file with these changes is an .xlsm. */
export async function isMacroEnabled({ zip, xmlPart }: Workbook, { xmlParts }: BookChanges): Promise<boolean> {
  const types = xmlParts.get(CONTENT_TYPES) ?? (await zip.text(CONTENT_TYPES));
  return kindOfType(readContentTypes(types)(xmlPart))?.hasMacros ?? false;
}
