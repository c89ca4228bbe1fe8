/** Writes new values into the cells of a workbook. */
import { calculationChainOf, withoutXmlParts, type XmlPartChanges } from "./removal";
import { writeCells, type CellEdit } from "./cellEdits";
import { checkSheet } from "./verify";
import type { FileSheet, Workbook } from "./workbook";
import { openZip, type PackedPart } from "./zip";

export interface BookChanges {
  readonly cells: ReadonlyMap<FileSheet, readonly CellEdit[]>;
  /** The new texts of XML parts, also of parts that the file does not have yet. The cells of a sheet are written into its new text. */
  readonly xmlParts: XmlPartChanges;
  /** The XML parts to remove. */
  readonly unwanted: ReadonlySet<string>;
}

/**
 * Returns the file with these changes. An edited sheet changes only in its cells and, if cells are added, its used range. All
 * other parts stay the same to the byte. The calculation chain is removed if a formula is. Reads the new file again, and rejects
 * with an error that names the cell or part if anything else has changed.
 */
export async function writeWorkbook(
  workbook: Workbook,
  { cells, xmlParts, unwanted }: BookChanges,
): Promise<Uint8Array> {
  const { zip, xmlPart } = workbook;
  const spelled = (name: string) => zip.nameOf(name) ?? name;
  const changes = new Map([...xmlParts].map(([name, text]) => [spelled(name), text]));
  for (const [sheet, own] of cells) {
    if (own.length === 0) continue;
    const xml = changes.get(sheet.xmlPart) ?? (await zip.text(sheet.xmlPart));
    changes.set(sheet.xmlPart, writeCells(xml, sheet.xmlPart, own));
  }
  const isFormulaRemoved = [...cells.values()].some((own) => own.some(({ dropFormula }) => dropFormula));
  const chain = isFormulaRemoved ? await calculationChainOf(workbook) : [];
  const sources = ["", xmlPart, ...[...xmlParts.keys()].filter((name) => !unwanted.has(name))];
  const removal = await withoutXmlParts(zip, new Set([...unwanted, ...chain]), sources, xmlParts);
  for (const [name, text] of removal) changes.set(spelled(name), text);
  const bytes = await zip.with(changes);
  if (changes.size > 0) await checkWritten(workbook, bytes, { cells, xmlParts, texts: changes });
  return bytes;
}

/** The intended content of a new file. */
interface Intended extends Pick<BookChanges, "cells" | "xmlParts"> {
  /** The texts of all changed XML parts; undefined for a part that is removed. */
  readonly texts: XmlPartChanges;
}

/** Rejects if the bytes of the new file have other changes than these. */
async function checkWritten(
  { zip, limits }: Workbook,
  bytes: Uint8Array,
  { cells, xmlParts, texts }: Intended,
): Promise<void> {
  const written = await openZip(bytes, limits);
  const edited = new Map([...cells].map(([sheet, own]) => [sheet.xmlPart, { sheet, own }]));
  const names = new Set([...zip.names, ...texts.keys()]);
  const left = [...names].filter((name) => !texts.has(name) || texts.get(name) !== undefined);
  if (left.join("\n") !== written.names.join("\n")) throw unmeant("the list of its parts");
  for (const name of left) {
    const text = texts.get(name);
    if (text === undefined) {
      if (!isSame(await zip.packed(name), await written.packed(name).catch(() => undefined))) throw unmeant(name);
      continue;
    }
    const after = await written.text(name);
    if (after !== text) throw unmeant(name);
    const { sheet, own } = edited.get(name) ?? {};
    if (sheet && own) checkSheet(xmlParts.get(name) ?? (await zip.text(name)), after, own, sheet.name);
  }
}

/** Compares all bytes: a checksum is copied with its part, and would still be there if the part were damaged. */
function isSame(one: PackedPart | undefined, other: PackedPart | undefined): boolean {
  if (!one || !other || one.header !== other.header || one.bytes.length !== other.bytes.length) return false;
  return one.bytes.every((byte, at) => byte === other.bytes[at]);
}

function unmeant(name: string): Error {
  return new Error(`The new file would change ${name}, which must stay the same, so it was not written.`);
}
