/** A Chromium for the tests: one of this machine, or else the one that a package carries, so that none has to be installed. */
import { existsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { chromium, type Browser } from "playwright-core";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome.exe"];

const USUAL_PLACES = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
  "C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe",
];

/** Headless. Chromium's sandbox is off: it cannot be had by root nor in most containers, and the pages are our own. */
export async function launchBrowser(): Promise<Browser> {
  const found = process.env.CHROME_PATH || installed();
  const { path, env } = found ? { path: found, env: {} } : await carried();
  return chromium.launch({ executablePath: path, args: ["--no-sandbox"], env: { ...process.env, ...env } });
}

function installed(): string | undefined {
  const folders = (process.env.PATH ?? "").split(delimiter).filter(Boolean);
  const places = folders.flatMap((folder) => NAMES.map((name) => join(folder, name)));
  return [...places, ...USUAL_PLACES].find((place) => existsSync(place));
}

/** The package unpacks into the folder for temporary files. It brings the libraries that a bare Linux lacks where it believes itself in Lambda. */
async function carried(): Promise<{ path: string; env: Record<string, string> }> {
  process.env.AWS_EXECUTION_ENV ??= "AWS_Lambda_nodejs20.x";
  const { default: carrier } = await import("@sparticuz/chromium");
  const path = await carrier.executablePath();
  return { path, env: { LD_LIBRARY_PATH: process.env.LD_LIBRARY_PATH ?? "", FONTCONFIG_FILE: writeFontSettings() } };
}

/** Without a font to fall back on Chromium ends itself, and the package's own settings know one folder only, /tmp. */
function writeFontSettings(): string {
  const file = join(tmpdir(), "scenario-insights-fonts.conf");
  const folders = [join(tmpdir(), "fonts"), "/usr/share/fonts", "/usr/local/share/fonts"];
  const dirs = folders.map((folder) => `<dir>${folder}</dir>`).join("");
  writeFileSync(
    file,
    `<?xml version="1.0"?><fontconfig>${dirs}<cachedir>${join(tmpdir(), "fonts-cache")}</cachedir></fontconfig>`,
  );
  return file;
}
