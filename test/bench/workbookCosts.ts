/** What a refresh and the insertion of a report cost in the host's model: Microsoft's proxies over a grid in Node. */
import { insertReport } from "../../src/excel/workbook/reports/report";
import { REPORT_KINDS } from "../../src/reporting/reports/reportParameters";
import { setUpReports } from "../excel/workbook/reports/reportWorkbook";
import { setUpWorkbook, type WorkbookSetup } from "../excel/workbook/setup";
import type { Figure } from "./figures";
import { median, timed } from "./measure";

const COLUMNS = 20;
/** What cells show. The service changes the EBIT alone. */
const SHOWN = { all: ["ebit"], half: ["ebit", "netFIESales"] };

/** Cells in one range, of a question a scenario and field. With two fields, no cell changes next to one that does. */
async function setUpCells(count: number, fields: readonly string[]): Promise<WorkbookSetup> {
  const setup = await setUpWorkbook({});
  const rows = Math.ceil(count / COLUMNS);
  const questions = fields.length * 2;
  const formulaAt = (index: number) =>
    `=INSIGHTS.PNL("Plan","${index % questions < fields.length ? "One" : "Two"}","${fields[index % fields.length]}")`;
  const formulas = Array.from({ length: rows }, (_, row) =>
    Array.from({ length: COLUMNS }, (__, column) => formulaAt(row + column)),
  );
  await Excel.run(async (context) => {
    context.workbook.worksheets.getItem("Sheet1").getRangeByIndexes(0, 0, rows, COLUMNS).formulas = formulas;
    await context.sync();
  });
  await setup.workbook.settled();
  return setup;
}

/** Of all cells, half changed means every other one, in rows and in columns. */
export async function measureRefresh(count: number, changed: keyof typeof SHOWN): Promise<Figure[]> {
  const setup = await setUpCells(count, SHOWN[changed]);
  const [requests, bytes] = [setup.workbook.requests(), setup.workbook.sentBytes()];
  setup.service.ebit = 200;
  const milliseconds = await timed(() => setup.refresh());
  const sent = { requests: setup.workbook.requests() - requests, bytes: setup.workbook.sentBytes() - bytes };
  setup.workbook.close();
  const note = count.toLocaleString("en");
  const group = "Workbook";
  const what = `cells refreshed, ${changed} changed`;
  return [
    { group, what, size: count, unit: "ms", values: { ours: milliseconds } },
    { group, what: `${what}: requests to the host`, unit: "requests", values: { ours: sent.requests }, note },
    { group, what: `${what}: sent to the host`, unit: "kB", values: { ours: sent.bytes / 1000 }, note },
  ];
}

/** Each report on a sheet of its own, in a workbook that has answers for none of its cells, until all of them show numbers. */
export async function measureReports(rounds: number): Promise<Figure[]> {
  const times = new Map<string, number[]>(REPORT_KINDS.map((kind) => [kind, []]));
  // In the first round, which does not count, the sandbox simulates what it then remembers.
  for (let round = 0; round <= rounds; round += 1) {
    for (const kind of REPORT_KINDS) {
      const { workbook, plans } = await setUpReports();
      const subject = { plan: "FY26 Plan", scenarios: ["committed", "actual"], currency: "", plans };
      const insert = async () => {
        await insertReport({ kind, ...subject });
        await workbook.settled();
      };
      const milliseconds = await timed(insert);
      if (round > 0) times.get(kind)!.push(milliseconds);
      workbook.close();
    }
  }
  return [...times].map(([kind, all]) => ({
    group: "Workbook",
    what: `the report ${kind} inserted, all cells calculated`,
    unit: "ms",
    goal: 2000,
    values: { ours: median(all) },
  }));
}
