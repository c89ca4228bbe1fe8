/** The files that a run writes: their folders, and names from the items of `--each`. */
import { createHash } from "node:crypto";
import { lstat, realpath } from "node:fs/promises";
import { dirname, extname, join, sep } from "node:path";
import type { WorkbookFile } from "./workbookFiles";
import { wrongUsage } from "../../standalone/failure";

/** A workbook that is read, and the item of `--each` that it is written for. */
export interface Output extends Pick<WorkbookFile, "path" | "place"> {
  readonly item?: string | undefined;
}

/**
 * Returns the file to write for each workbook and item. Items whose names would be the same in a file system get a hash of
 * their full name, so a name stands for the same item in every run. Throws an error of usage if two workbooks would be one file.
 */
export function outputsIn(folder: string, sources: readonly Output[]): string[] {
  const plain = sources.map((source) => outputOf(folder, source));
  const counts = countOf(plain.map(fileKey));
  const outputs = sources.map((source, at) => {
    const isShared = (counts.get(fileKey(plain[at] ?? "")) ?? 0) > 1;
    return isShared && source.item !== undefined ? outputOf(folder, source, hashOf(source.item)) : (plain[at] ?? "");
  });
  const owners = new Map<string, Output>();
  for (const [at, source] of sources.entries()) {
    const key = fileKey(outputs[at] ?? "");
    const owner = owners.get(key);
    if (owner)
      throw wrongUsage(`${owner.path} and ${source.path} would both be written to ${outputs[at]}. Rename one of them.`);
    owners.set(key, source);
  }
  return outputs;
}

/** True if a file of the folder would be written elsewhere, since a link stands in its path. */
export async function leadsOut(folder: string, file: string): Promise<boolean> {
  const root = await realpath(folder).catch(() => undefined);
  if (root === undefined) return false;
  for (let path = file; path !== folder && path !== dirname(path); path = dirname(path)) {
    const found = await lstat(path).catch(() => undefined);
    if (!found) continue;
    const target = await realpath(path).catch(() => "");
    return target !== root && !target.startsWith(root + sep);
  }
  return false;
}

/** The longest item in a file name. Most systems allow 255 bytes for a name. */
const MAX_BYTES = 120;

function outputOf(folder: string, { place, item }: Output, hash?: string): string {
  if (item === undefined) return join(folder, place);
  const type = extname(place);
  const stem = place.slice(0, place.length - type.length);
  const name = safeName(item);
  const isCut = Buffer.byteLength(name) > MAX_BYTES;
  const ending = hash ?? (isCut ? hashOf(item) : undefined);
  const file = `${stem} - ${isCut ? cut(name) : name}${ending === undefined ? "" : ` ${ending}`}${type}`;
  return join(folder, dirname(file), file.slice(dirname(place) === "." ? 0 : dirname(place).length + 1));
}

/** Replaces what a file system may forbid in a name or treat in its own way. */
function safeName(item: string): string {
  const name = item
    .normalize("NFC")
    .replace(/[<>:"/\\|?*\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "_")
    .replace(/^[\s.]+|[\s.]+$/g, "");
  return name === "" ? "_" : name;
}

function cut(name: string): string {
  let short = "";
  for (const character of name) {
    if (Buffer.byteLength(short + character) > MAX_BYTES) break;
    short += character;
  }
  return short.trimEnd();
}

function hashOf(item: string): string {
  return createHash("sha256").update(item).digest("hex").slice(0, 8);
}

/** Windows and macOS ignore the case of names. */
function fileKey(path: string): string {
  return path.normalize("NFC").toLowerCase();
}

function countOf(keys: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}
