import { importedFiles } from "./imports";
import type { Sources } from "./sources";

/** The shortest circle through each import that is part of one, as `a.ts → b.ts → a.ts`; each circle once, in order. */
export function circlesOf(sources: Sources): string[] {
  const imported = importedFiles(sources);
  const circles = new Set<string>();
  for (const [from, files] of imported) {
    for (const file of files) {
      const way = shortestWay(imported, file, from);
      if (way) circles.add(inWords(way));
    }
  }
  return [...circles].sort();
}

/** The files from one to another along imports, both included; undefined where no way leads there. */
function shortestWay(imported: Map<string, string[]>, from: string, to: string): string[] | undefined {
  const seen = new Set([from]);
  const ways = [[from]];
  for (const way of ways) {
    const last = way.at(-1);
    if (last === undefined || last === to) return way;
    for (const next of imported.get(last) ?? []) {
      if (!seen.has(next)) ways.push([...way, next]);
      seen.add(next);
    }
  }
  return undefined;
}

/** Wherever it was found, a circle begins with the first of its files by name. */
function inWords(files: string[]): string {
  const first = [...files].sort()[0] ?? "";
  const at = files.indexOf(first);
  return [...files.slice(at), ...files.slice(0, at), first].join(" → ");
}
