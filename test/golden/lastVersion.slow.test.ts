/**
 * Workbooks of this version in the hands of the last one: a colleague's add-in may be older for weeks, and a release may be taken back.
 * `golden.test.ts`, `refreshed.slow.test.ts` and `command.slow.test.ts` hold the other direction.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { version } from "../../package.json";
import { startServer, type SandboxServer } from "../../sandbox/server";
import { connectionTo, insights, type Finished } from "../e2e/cli";
import { cellsIn } from "../spreadsheet/xlsx/cells";
import { hasLastVersion, openLastVersion, type LastVersion } from "./lastVersion";
import { DAYS, makeGolden } from "./makeGolden";

const isThere = hasLastVersion();
if (!isThere) console.warn("The last version is not tested: this clone lacks its commit. Fetch the whole history.");

(isThere ? describe : describe.skip)("In the last version", () => {
  let last: LastVersion;
  let folder: string;
  let server: SandboxServer;

  beforeAll(async () => {
    last = openLastVersion();
    folder = mkdtempSync(join(tmpdir(), "insights-two-"));
    server = await startServer({ port: 0 });
    for (let day = 0; day < DAYS; day += 1) await step();
  });
  afterAll(async () => {
    await server.close();
    last.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  const step = () => fetch(`${server.url}/sandbox/step`, { method: "POST" });

  interface Printed {
    readonly status: number;
    readonly counts: Record<string, number>;
    readonly changes: readonly { cell: string; old: unknown; new: unknown }[];
  }

  async function refresh(from: string, to: string, command?: string): Promise<Printed> {
    const args = ["refresh", join(folder, from), "-o", join(folder, to), "--json", "--quiet", "--list", "1000"];
    const given = { environment: connectionTo(server), ...(command && { command }) };
    const { output, errors }: Finished = await insights(args, given);
    if (!output) throw new Error(errors);
    return JSON.parse(output) as Printed;
  }

  /**
   * Runs one of this version's tests there, changed in one place. This version knows of last digits, its reports have more cells, and
   * charts have gaps that the last version counts as errors.
   */
  function runThere(name: string, text: string, other: string): Promise<string> {
    const tests = readFileSync(join(__dirname, name), "utf8");
    if (!tests.includes(text)) throw new Error(`${name} has changed.`);
    // What is slow here, its settings would leave out there.
    const path = `test/golden/${name.replace(".slow", "")}`;
    // There rooms are no floors.
    const there = tests
      .replace(text, other)
      .replace(/"((?:\.\.\/)+(?:src\/)?)(?:excel|reporting|numbers|spreadsheet|headless)\//g, '"$1');
    writeFileSync(join(last.folder, path), there);
    return last.runTests(path);
  }

  /** Nothing is named. The last version counts gaps of charts as errors too. */
  const FINE_THEN = { status: 1, counts: expect.objectContaining({ problems: 0 }) as unknown };
  /** Only Board!E6 is in error, and nothing is named. */
  const FINE = { status: 1, counts: expect.objectContaining({ errors: 1, problems: 0 }) as unknown };

  /** Values by cell, numbers rounded to 12 digits: the engine of the last version rounds differences to 15. */
  async function shown(name: string): Promise<Record<string, unknown>> {
    const cells = await cellsIn(new Uint8Array(readFileSync(join(folder, name))));
    const round = (value: unknown) => (typeof value === "number" ? Number(value.toPrecision(12)) : value);
    return Object.fromEntries(Object.entries(cells).map(([cell, value]) => [cell, round(value)]));
  }

  test("this version's golden workbook passes the golden tests", async () => {
    writeFileSync(join(last.folder, `test/golden/workbooks/${version}.xlsx`), await makeGolden());
    expect(await runThere("golden.test.ts", "cells: kept.changed", "cells: expect.any(Number)")).toBe("");
    expect(await runThere("refreshed.slow.test.ts", "toEqual([`${BOARD}!E6`])", "toContain(`${BOARD}!E6`)")).toBe("");
  });

  test("its command and this one take turns on a workbook, and lose and change nothing without news", async () => {
    writeFileSync(join(folder, "addin.xlsx"), await makeGolden(server.url));
    expect(await refresh("addin.xlsx", "this.xlsx")).toMatchObject(FINE);
    const older = await refresh("this.xlsx", "older.xlsx", last.command);
    expect(older).toMatchObject(FINE_THEN);
    expect(await shown("older.xlsx")).toEqual(await shown("this.xlsx"));
    expect(await refresh("older.xlsx", "again.xlsx")).toMatchObject(FINE);
    expect(await shown("again.xlsx")).toEqual(await shown("this.xlsx"));
    expect(await cellsIn(new Uint8Array(readFileSync(join(folder, "again.xlsx"))), "formulas")).toEqual(
      await cellsIn(new Uint8Array(readFileSync(join(folder, "addin.xlsx"))), "formulas"),
    );
  });

  test("its command brings the same news", async () => {
    await step();
    const [older, newer] = [await refresh("this.xlsx", "o.xlsx", last.command), await refresh("this.xlsx", "n.xlsx")];
    expect(older).toMatchObject(FINE_THEN);
    expect(newer).toMatchObject(FINE);
    expect(newer.changes.length).toBeGreaterThan(20);
    expect(await shown("o.xlsx")).toEqual(await shown("n.xlsx"));
  });
});
