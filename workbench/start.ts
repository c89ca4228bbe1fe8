/**
 * `npm start`: the workbench in the browser, and a sample of formulas on the command line; with `--excel`, the add-in for an Excel on
 * this computer. Serves until it is interrupted. Exit status 2 for wrong options, 1 if it cannot serve.
 */
import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { createEvaluator } from "../src/headless/standalone/evaluator";
import { escapeControls, printTables } from "../src/headless/standalone/print";
import { readCertificate } from "../sandbox/certificate";
import { readStartOptions, START_HELP, type StartOptions } from "../sandbox/options";
import type { SandboxOptions } from "../sandbox/sandbox";
import { startWorkbench, type WorkbenchServer } from "./server/server";

const PORT = 4400;
/** The port of the manifest's address. */
const EXCEL_PORT = 3000;

const SAMPLE = [
  '=INSIGHTS.PNL("FY26 Plan", "committed", "ebit")',
  '=SUM(INSIGHTS.DEMAND("FY26 Plan", "committed", "demandVolume"))',
  '=INSIGHTS.PNL("FY26 Plan", "comitted", "ebit")',
];

const WARNING = `
Your browser will warn that the connection is not private. That is expected: Office add-ins need https, so a certificate was made for
this run on this machine, and no authority knows it. Nothing leaves this machine. To go on:

  Chrome, Edge   Advanced, then "Proceed to localhost" or "Continue to localhost"
  Firefox        Advanced, then "Accept the Risk and Continue"
  Safari         Show Details, then "visit this website"

To end the warnings, \`npx office-addin-dev-certs install\` makes a certificate that this machine trusts.`;

/** The folder of the checkout; this file runs as build/start.cjs. */
const ROOT = join(__dirname, "..");
const requireHere = createRequire(join(ROOT, "package.json"));
const FOLDERS = { addin: join(ROOT, "dist"), page: join(ROOT, "build/workbench") };

async function start({ isForExcel, port, ...options }: StartOptions): Promise<void> {
  await installCertificate();
  if (isForExcel) return startForExcel(options);
  const server = await serve(options, port);
  closeOnSignal(server);
  const { actualsTo } = options.gaps ?? {};
  console.log(
    `\nThe workbench: a spreadsheet with simulated plans${actualsTo ? `, with actuals to ${actualsTo}` : ""}\n`,
  );
  console.log(`  ${server.url}              connected: a report, and sheets of your own to type in`);
  console.log(`  ${server.url}?first-run    as for a new user, with the API key ${server.sandbox.apiKey}`);
  if (server.certificate === "temporary") console.log(WARNING);
  console.log("\nThe same functions with no spreadsheet (`npm run sandbox` says how to go on):\n");
  console.log(await evaluateSample(server));
  console.log("\nCtrl+C ends the workbench.");
  await openBrowser(server.url);
}

/** Returns the results as the command prints them. */
async function evaluateSample({ url, sandbox }: WorkbenchServer): Promise<string> {
  const credentials = { kind: "apiKey", apiKey: sandbox.apiKey } as const;
  const evaluator = createEvaluator({ appUrl: new URL(url).origin, credentials }, {}, sandbox.fetch);
  try {
    const results = await evaluator.evaluate(SAMPLE);
    const lines = results.map((result, at) => ({ formula: SAMPLE[at] ?? "", result }));
    return escapeControls(printTables(lines)).trimEnd();
  } finally {
    evaluator.dispose();
  }
}

/** Serves the add-in where its manifest says that it is, so the port is given. */
async function startForExcel(options: SandboxOptions): Promise<void> {
  const server = await startWorkbench({ ...options, port: EXCEL_PORT, folders: FOLDERS });
  closeOnSignal(server);
  const { origin } = new URL(server.url);
  console.log(`The add-in for Excel, with simulated plans, is at ${origin}. The API key is ${server.sandbox.apiKey}`);
  if (server.certificate === "temporary") console.log(WARNING);
  console.log(`\nBegin with ${origin}/help/excel-trial.html\n\nCtrl+C ends it.`);
}

function closeOnSignal(server: WorkbenchServer): void {
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => void server.close().then(() => process.exit(0)));
  }
}

/** Takes any free port if none was chosen and the usual one is in use. */
async function serve(options: SandboxOptions, port: number | undefined): Promise<WorkbenchServer> {
  const folders = { ...FOLDERS, officeJs: dirname(requireHere.resolve("@microsoft/office-js/dist/office.js")) };
  return startWorkbench({ ...options, port: port ?? PORT, folders }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "EADDRINUSE" && port === undefined) return startWorkbench({ ...options, port: 0, folders });
    throw error;
  });
}

/** A person at a screen, rather than a script or a build machine. */
function isAttended(): boolean {
  return Boolean(process.stdout.isTTY) && !process.env.CI;
}

/** Windows and macOS ask the person once for leave; on Linux browsers trust what their own stores hold, which no tool here fills. */
async function installCertificate(): Promise<void> {
  if (!isAttended() || !["win32", "darwin"].includes(process.platform)) return;
  if ((await readCertificate()).origin === "installed") return;
  spawnSync(process.execPath, [requireHere.resolve("office-addin-dev-certs/cli.js"), "install"], { stdio: "inherit" });
}

async function openBrowser(url: string): Promise<void> {
  const { DISPLAY, WAYLAND_DISPLAY } = process.env;
  if (!isAttended() || (process.platform === "linux" && !DISPLAY && !WAYLAND_DISPLAY)) return;
  const { default: open } = await import("open");
  await open(url);
}

function optionsOf(args: readonly string[]): StartOptions | undefined {
  try {
    return readStartOptions(args, Date.now());
  } catch (error) {
    console.error(`start: ${error instanceof Error ? error.message : String(error)}`);
    process.exit(2);
  }
}

const options = optionsOf(process.argv.slice(2));
if (options)
  void start(options).catch((error: NodeJS.ErrnoException) => {
    const isInUse = error.code === "EADDRINUSE";
    console.error(
      `start: ${isInUse ? `port ${options.isForExcel ? EXCEL_PORT : options.port} is in use. Stop what uses it, or choose another.` : error.message}`,
    );
    process.exit(1);
  });
else console.log(START_HELP);
