/** What another spreadsheet program reads of a file, where it is installed. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const LIBREOFFICE = "soffice";

/** Its spreadsheet is a package of its own, with a command of its own. */
export const isLibreOfficeInstalled = spawnSync("localc", ["--version"]).status === 0;

/** The first sheet's rows. */
export function readByLibreOffice(bytes: Uint8Array): string[][] {
  const folder = mkdtempSync(join(tmpdir(), "libreoffice-"));
  try {
    writeFileSync(join(folder, "book.xlsx"), bytes);
    const filter = "csv:Text - txt - csv (StarCalc):9,34,76,1,,0,false,false";
    const profile = `-env:UserInstallation=file://${folder}/profile`;
    const parameters = [profile, "--headless", "--convert-to", filter, "--outdir", folder, join(folder, "book.xlsx")];
    execFileSync(LIBREOFFICE, parameters, { stdio: "ignore" });
    const lines = readFileSync(join(folder, "book.csv"), "utf8").trimEnd().split("\n");
    return lines.map((line) => line.split("\t"));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
