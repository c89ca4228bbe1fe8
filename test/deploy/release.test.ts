/** deploy/release.sh, by somebody whose files are their own alone. */
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const SCRIPT = resolve(__dirname, "../../deploy/release.sh");

test("Under umask 077, a web server can read all that is released", () => {
  const folder = mkdtempSync(join(tmpdir(), "release-"));
  const [build, served] = [join(folder, "dist"), join(folder, "served")];
  mkdirSync(join(build, "assets"), { recursive: true });
  const files = ["addin.js", "taskpane.html", "functions.json", "manifest.xml", "a.0123abcd.js", "assets/a b.png"];
  for (const file of files) writeFileSync(join(build, file), file, { mode: 0o600 });
  // As an earlier release under this umask left it.
  mkdirSync(served);
  chmodSync(served, 0o700);

  execFileSync("sh", ["-c", 'umask 077; sh "$0" "$1" "$2"', SCRIPT, build, served]);
  const modes = readdirSync(served, { recursive: true, encoding: "utf8" }).map((name) => {
    const found = statSync(join(served, name));
    return [name, found.isDirectory(), found.mode & 0o777];
  });
  const expected = [...files.map((name) => [name, false, 0o644]), ["assets", true, 0o755]];
  rmSync(folder, { recursive: true });
  expect(modes.sort()).toEqual(expected.sort());
});
