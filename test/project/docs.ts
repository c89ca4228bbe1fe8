/** Folders that belong to the project, so that a path below one of them is a file of ours. */
const FOLDERS = ["assets", "bin", "deploy", "docs", "sandbox", "scripts", "src", "test", "workbench"];

/** The files and folders of the project that a page names: in its code, its diagrams and its links. */
export function pathsIn(page: string): string[] {
  const named = page.match(/(?<![\w/.-])[\w-]+(\/[\w.-]+)+/g) ?? [];
  const linked = [...page.matchAll(/\]\((?!https?:)([^)#\s]+)/g)].map(([, path = ""]) => path);
  const ours = named.filter((path) => FOLDERS.includes(path.split("/")[0] ?? ""));
  // A sentence may end behind a path.
  return [...new Set([...ours.map((path) => path.replace(/\.$/, "")), ...linked])].sort();
}

/** The scripts of package.json that a page runs. */
export function scriptsIn(page: string): string[] {
  const runs = [...page.matchAll(/npm run (?:--silent )?([\w:]+)/g)].map(([, script = ""]) => script);
  return [...new Set(runs)].sort();
}
