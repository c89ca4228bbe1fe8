/** `--shard`: which of several machines refreshes a file. */
import { createHash } from "node:crypto";
import type { Source } from "./outputs";

/** A part of the files of a run: `part` of `parts`, from 1. */
export interface FileShard {
  readonly part: number;
  readonly parts: number;
}

/** True if the shard has the file. A file keeps its shard if others are added, so none is refreshed twice or by none. */
export function isInShard({ path, item = "" }: Pick<Source, "path" | "item">, shard: FileShard | undefined): boolean {
  if (!shard) return true;
  const hash = createHash("sha256").update(`${path}\n${item}`).digest();
  return hash.readUInt32BE(0) % shard.parts === shard.part - 1;
}
