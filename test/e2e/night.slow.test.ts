/** A night of thirty workbooks by the built command, and the ways in which it ends: each leaves a status, a summary and a page. */
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startServer, type SandboxServer } from "../../sandbox/server";
import { createBook } from "../spreadsheet/xlsx/book";
import { cellsIn } from "../spreadsheet/xlsx/cells";
import { COMMAND, connectionTo } from "./cli";

const FILES = 30;
const KPI = '_xldudf_INSIGHTS_KPI("FY26 Plan","committed","ebit")';

let server: SandboxServer;
let folder: string;
let reports: string;
beforeAll(async () => (server = await startServer({ port: 0 })));
afterAll(() => server.close());
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "night-"));
  reports = join(folder, "reports");
  mkdirSync(reports);
  const book = await createBook({ sheets: [{ name: "Plan", cells: { A1: { f: KPI, v: 5 } } }] });
  for (let at = 1; at <= FILES; at += 1) writeFileSync(join(reports, `${at}.xlsx`), book);
});
afterEach(() => rmSync(folder, { recursive: true }));

interface Night {
  readonly args?: readonly string[];
  readonly environment?: Record<string, string>;
  /** Kilobytes that a file may have, in place of a disk that is full. */
  readonly mostKilobytes?: number;
  readonly page?: string;
  /** Called once the process has begun. */
  readonly onStart?: (kill: (signal: NodeJS.Signals) => void) => void;
}

interface Morning {
  readonly status: number | null;
  /** The last line of the log. */
  readonly summary: Record<string, unknown> & { readonly error?: { readonly kind: string; readonly message: string } };
  /** The headline of the page. */
  readonly headline: string;
  readonly page: string;
  readonly output: string;
  readonly errors: string;
}

/** Runs a night as cron does. */
async function night({ args = [reports], environment = {}, mostKilobytes, page: name, onStart }: Night = {}) {
  const page = join(folder, name ?? "night.html");
  const limit = mostKilobytes === undefined ? "" : `ulimit -f ${mostKilobytes}; `;
  const command = [process.execPath, COMMAND, "refresh", ...args, "--json", "--report", page];
  const child = spawn("bash", ["-c", `${limit}exec "$0" "$@"`, ...command], {
    env: { PATH: process.env.PATH, ...connectionTo(server), ...environment },
  });
  let [output, errors] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (errors += text));
  onStart?.((signal) => child.kill(signal));
  const status = await new Promise<number | null>((resolve) => child.once("close", resolve));
  const last = output.trimEnd().split("\n").at(-1) ?? "";
  const { summary } = JSON.parse(last) as Pick<Morning, "summary">;
  const text = readdirSync(folder).includes(name ?? "night.html") ? readFileSync(page, "utf8") : "";
  const [, headline = ""] = /<p class="(?:good|bad)"><b>(.*?)<\/b>/.exec(text) ?? [];
  return { status, summary, headline, page: text, output, errors };
}

/** A service that answers nothing. @param onRequest Called at each request. */
async function startSilent(onRequest: () => void): Promise<{ url: string; close: () => void }> {
  const silent = createServer(onRequest).listen(0, "localhost");
  await once(silent, "listening");
  const close = () => {
    silent.close();
    silent.closeAllConnections();
  };
  return { url: `http://localhost:${(silent.address() as AddressInfo).port}`, close };
}

/** The files that have a new number. */
async function refreshedFiles(): Promise<number> {
  const cells = await Promise.all(readdirSync(reports).map(async (name) => cellsIn(readFileSync(join(reports, name)))));
  expect(cells).toHaveLength(FILES);
  return cells.filter((each) => typeof each["Plan!A1"] === "number" && each["Plan!A1"] !== 5).length;
}

test("a night in which all goes well", async () => {
  const { status, summary, headline } = await night();
  expect([status, summary, headline]).toEqual([
    0,
    expect.objectContaining({ status: 0, files: 30, written: 30, byStatus: { 0: 30 } }),
    "30 of 30 workbooks done, 30 values changed. Done (status 0).",
  ]);
  expect(await refreshedFiles()).toBe(30);
});

test.each<[string, Night, number, object, string]>([
  [
    "a wrong key",
    { environment: { INSIGHTS_API_KEY: "wrong" } },
    10,
    { files: 30, written: 0, byStatus: { 10: 30 } },
    "0 of 30 workbooks done, 0 values changed. The service refused (status 10).",
  ],
  [
    "a service that is down",
    { environment: { INSIGHTS_URL: "http://localhost:9" } },
    6,
    { files: 30, written: 0, byStatus: { 6: 30 } },
    "0 of 30 workbooks done, 0 values changed. The service did not answer (status 6).",
  ],
  [
    "no room for a file",
    { mostKilobytes: 1 },
    5,
    { files: 30, written: 0, byStatus: { 5: 30 } },
    // The page has no room either.
    "",
  ],
  ["a wrong option", { args: ["--nonsense"] }, 2, { files: 0, error: { kind: "usage" } }, "Wrong arguments (status 2)"],
  ["a missing folder", { args: ["/nowhere/reports"] }, 5, { files: 1, byStatus: { 5: 1 } }, "A file could not be"],
])("a night with %s", async (_, given, status, summary, headline) => {
  const found = await night(given);
  expect([found.status, found.summary]).toEqual([status, expect.objectContaining({ status })]);
  expect(found.summary).toMatchObject({ ...summary, endedAt: expect.stringMatching(/Z$/) as string });
  expect(found.headline).toContain(headline);
  if (headline === "") expect(found.errors).toContain("night.html cannot be written");
  expect(await refreshedFiles()).toBe(0);
});

test("a night whose checks fail has their numbers on its page, in JSON if its lists are asked for, and none in its log", async () => {
  const cells = { A1: { f: KPI, v: 5 }, B1: { f: "A1<0", v: true } };
  const book = await createBook({ sheets: [{ name: "Plan", cells }], names: { Check_Sign: "Plan!$B$1" } });
  for (let at = 1; at <= 10; at += 1) writeFileSync(join(reports, `${at}.xlsx`), book);
  const { status, summary, headline, page, output, errors } = await night({
    args: [reports, "--checks", "--list", "5"],
  });
  expect([status, summary]).toEqual([12, expect.objectContaining({ written: 30, byStatus: { 0: 20, 12: 10 } })]);
  expect(headline).toBe(
    "30 of 30 workbooks done, 40 values changed, 10 checks not TRUE. A check is not TRUE (status 12).",
  );
  const [line = "{}"] = output.split("\n").filter((each) => each.includes('"state":"false"'));
  const { checks } = JSON.parse(line) as { checks: { numbers: { of: string; value: number }[] }[] };
  const [number] = checks[0]?.numbers ?? [];
  expect(number).toMatchObject({ of: "Plan!A1", value: expect.any(Number) as number });
  const shown = Math.round(number?.value ?? 0).toLocaleString("en-US");
  expect(page.split(`Plan!A1 = ${shown}`)).toHaveLength(11);
  // Nothing changes any more, so the log has no list of changes.
  const log = await new Promise<string>((resolve) =>
    execFile(
      process.execPath,
      [COMMAND, "refresh", reports, "--checks"],
      { env: { PATH: process.env.PATH, ...connectionTo(server) } },
      (_, stdout, stderr) => resolve(stdout + stderr),
    ),
  );
  expect(log.match(/Sign +Plan!B1 +FALSE/g)).toHaveLength(10);
  const { output: lines } = await night({ args: [reports, "--checks"] });
  expect(lines.match(/"state":"false"/g)).toHaveLength(10);
  for (const text of [shown, String(number?.value), String(Math.trunc(number?.value ?? 0))])
    expect(log + errors + lines).not.toContain(text);
});

test.each(["SIGTERM", "SIGHUP", "SIGINT"] as const)("a night that %s ends", async (signal) => {
  let kill: (signal: NodeJS.Signals) => void = () => undefined;
  let sent = false;
  // A second signal would end the command at once.
  const { url, close } = await startSilent(() => {
    if (sent) return;
    sent = true;
    kill(signal);
  });
  const { status, summary, headline, page } = await night({
    environment: { INSIGHTS_URL: url },
    onStart: (end) => (kill = end),
  });
  close();
  const number = { SIGTERM: 143, SIGHUP: 129, SIGINT: 130 }[signal];
  expect([status, summary]).toEqual([number, expect.objectContaining({ status: number, written: 0 })]);
  expect(summary.error).toMatchObject({ kind: "interrupted" });
  expect(headline).toBe(`0 workbooks done, 0 values changed. Ended by a signal (status ${number}).`);
  expect(page).toContain(`The run was ended by ${signal}. Files without a line were not refreshed.`);
  expect(await refreshedFiles()).toBe(0);
});

test("two nights at once: each file is whole, and a run that lost says so", async () => {
  const both = await Promise.all(["one.html", "other.html"].map((page) => night({ page })));
  expect(await refreshedFiles()).toBe(30);
  for (const { status, summary, headline, errors } of both) {
    const byStatus = summary["byStatus"] as Record<string, number>;
    expect((byStatus[0] ?? 0) + (byStatus[5] ?? 0)).toBe(30);
    expect(status).toBe(byStatus[5] ? 5 : 0);
    if (byStatus[5]) expect(errors + headline).toContain("could not be read or written");
  }
});

test("sixteen parts of a night, of which some have no file, do all of it and end with 0", async () => {
  const parts: Morning[] = [];
  for (let part = 1; part <= 16; part += 1)
    parts.push(await night({ args: [reports, "--shard", `${part}/16`], page: `${part}.html` }));
  expect(parts.map(({ status }) => status)).toEqual(parts.map(() => 0));
  expect(parts.reduce((sum, { summary }) => sum + Number(summary["files"]), 0)).toBe(FILES);
  for (const { headline } of parts) expect(headline).toContain("Done (status 0).");
  expect(await refreshedFiles()).toBe(30);
});
