/** A Chromium for the tests: one of this machine, or else the one that a package carries, so that none has to be installed. */
import { execFileSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { chromium, type Browser } from "playwright-core";
import { devDependencies } from "../../package.json";
import { makeOnce } from "./makeOnce";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome.exe"];

const USUAL_PLACES = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
  "C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe",
];

/**
 * Headless. Chromium's sandbox is off: it cannot be had by root nor in most containers, and the pages are our own.
 * @param args more options of Chromium
 */
export async function launchBrowser(args: readonly string[] = []): Promise<Browser> {
  const found = process.env.CHROME_PATH || installed();
  const { path, env } = found ? { path: found, env: {} } : carried();
  return chromium.launch({ executablePath: path, args: ["--no-sandbox", ...args], env: { ...process.env, ...env } });
}

function installed(): string | undefined {
  const folders = (process.env.PATH ?? "").split(delimiter).filter(Boolean);
  const places = folders.flatMap((folder) => NAMES.map((name) => join(folder, name)));
  return [...places, ...USUAL_PLACES].find((place) => existsSync(place));
}

function carried(): { path: string; env: Record<string, string> } {
  const folder = join(tmpdir(), `scenario-insights-chromium-${devDependencies["@sparticuz/chromium"]}`);
  const fontSettings = join(folder, "fonts.conf");
  makeOnce(folder, (draft) => {
    unpack(draft);
    writeFileSync(join(draft, "fonts.conf"), fontSettingsIn(folder));
  });
  const env = { LD_LIBRARY_PATH: join(folder, "al2023", "lib"), FONTCONFIG_FILE: fontSettings };
  return { path: join(folder, "chromium"), env };
}

/** The package unpacks into the folder for temporary files, with the libraries that a bare Linux lacks if the variable names Lambda. */
function unpack(folder: string): void {
  const code = "require(process.argv[1]).executablePath()";
  const env = { ...process.env, TMPDIR: folder, AWS_EXECUTION_ENV: "AWS_Lambda_nodejs20.x" };
  execFileSync(process.execPath, ["--eval", code, require.resolve("@sparticuz/chromium")], { env });
}

/** The settings by which Chromium finds fonts: without any it ends itself, and the package's own settings know /tmp alone. */
function fontSettingsIn(folder: string): string {
  const folders = [join(folder, "fonts"), "/usr/share/fonts", "/usr/local/share/fonts"];
  const dirs = folders.map((dir) => `<dir>${dir}</dir>`).join("");
  return `<?xml version="1.0"?><fontconfig>${dirs}<cachedir>${join(folder, "fonts-cache")}</cachedir></fontconfig>`;
}
