/** Who may read a file: what its mode alone tells, and what it does not. */
import { execFile } from "node:child_process";
import { stat, statfs } from "node:fs/promises";
import { promisify } from "node:util";

/** File systems whose access lists getfacl shows: ext, XFS, Btrfs, F2FS, tmpfs and overlays. A server of files has rules of its own. */
const LOCAL: ReadonlySet<number> = new Set([0xef53, 0x58465342, 0x9123683e, 0xf2f52010, 0x01021994, 0x794c7630]);

/** Names in one call of getfacl. */
const MOST_NAMES = 200;

/**
 * True if owner, group and mode are all that says who may read the files. With an access list, the mode's group bits are the list's
 * mask: more than the group may do. False if that cannot be found out.
 */
export async function haveNoAccessList(paths: readonly string[]): Promise<boolean> {
  if (process.platform === "win32") return false;
  try {
    for (let from = 0; from < paths.length; from += MOST_NAMES) {
      const some = paths.slice(from, from + MOST_NAMES);
      for (const path of some) if (!LOCAL.has((await statfs(path)).type)) return false;
      const { stdout, stderr } = await promisify(execFile)("getfacl", [
        "--skip-base",
        "--absolute-names",
        "--",
        ...some,
      ]);
      if (stdout !== "" || stderr !== "") return false;
    }
    return true;
  } catch {
    return false;
  }
}

/** The rights of a new file without a source, before the umask. */
export const USUAL_RIGHTS = 0o666;

/**
 * Returns the mode for a file that is made of others, so that it is as private as each of them that there is. If access lists may
 * count, only the owner may read it.
 */
export async function narrowestRights(paths: readonly string[]): Promise<number> {
  const found = await Promise.all(paths.map((path) => stat(path).catch(() => undefined)));
  const rights = found.reduce((narrowest, each) => narrowest & (each?.mode ?? USUAL_RIGHTS), USUAL_RIGHTS);
  if ((rights & 0o077) === 0 || (await haveNoAccessList(paths.filter((_, at) => found[at])))) return rights;
  return rights & 0o600;
}

/** True if somebody may read a file of this mode who may not read one with these rights. */
export function isReadByMore(mode: number, rights: number): boolean {
  return (mode & ~rights & 0o444) !== 0;
}
