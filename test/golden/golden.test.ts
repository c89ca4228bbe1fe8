/** Workbooks as releases saved them: this build must open, refresh and show them right. */
import { version } from "../../package.json";
import { readSummary } from "../../src/excel/workbook/changes/savedSummary";
import { listReports } from "../../src/excel/workbook/reports/report";
import { listSnapshots } from "../../src/excel/workbook/snapshot/mark";
import { SERVICE, type Addin } from "./addin";
import { bytesOf, inFile, KEPT, openGolden, releases, shown } from "./goldenSetup";
import { BOARD } from "./makeGolden";

let opened: Addin;

async function close(): Promise<void> {
  await opened.workbook.settled();
  opened.workbook.close();
}

/** A release may have added numbers in another order: their last digits differ. */
function rounded(cells: readonly (readonly [string, unknown])[]): Record<string, unknown> {
  const round = (value: unknown) => (typeof value === "number" ? Number(value.toPrecision(14)) : value);
  return Object.fromEntries(cells.map(([address, value]) => [address, round(value)]));
}

test("There is a golden workbook of this version and of each listed one", () => {
  expect(releases).toEqual(Object.keys(KEPT));
  expect(releases).toContain(version);
});

describe.each(Object.entries(KEPT))("The workbook of %s", (release, kept) => {
  test("shows its numbers without a connection, also in functions that run again", async () => {
    const bytes = bytesOf(release);
    opened = await openGolden(bytes, false);
    expect(opened.settings.current).toEqual(kept.settings);
    await Excel.run(async (context) => {
      context.workbook.worksheets.getItem(BOARD).getRange("1:1").insert("Down");
      await context.sync();
    });
    const before = Object.entries(await inFile(bytes)).filter(([address]) => address.startsWith(`${BOARD}!`));
    expect(rounded(Object.entries(await shown(opened, [BOARD], 1)))).toEqual(rounded(before));
    expect(opened.sent()).toBe(0);
    await close();
  });

  test("still has its reports, snapshots, last changes and last refresh", async () => {
    opened = await openGolden(bytesOf(release), false);
    expect((await listReports()).map(({ kind, sheet }) => [kind, sheet])).toEqual(kept.reports);
    expect((await listSnapshots()).map(({ sheet, liveSheet }) => [sheet, liveSheet])).toEqual(kept.snapshots);
    expect(await readSummary("en-US")).toMatchObject({ cells: kept.changed, isSaved: true });
    const { edition, runs, entries } = opened.ledger.content();
    expect([edition.number, edition.service]).toEqual([runs.get("fy26"), SERVICE]);
    expect(entries.filter(({ args }) => args[0] === "FY26 Europe")).toEqual([]);
    expect(entries.filter(({ questions = [] }) => questions.length > 0).length).toBeGreaterThan(20);
    await close();
  });
});
