/** What a refresh, the insertion of a report and freezing cost in the host's model: Microsoft's proxies over a grid in Node. */
import { freeze } from "../../src/workbook/freezing/freeze";
import { setUpWorkbook, type WorkbookSetup } from "../workbook/setup";
import type { Figure } from "./figures";
import { timed } from "./measure";

const COLUMNS = 20;
const FORMULAS = ["One", "Two"].flatMap((scenario) =>
  ["ebit", "netFIESales"].map((field) => `=INSIGHTS.PNL("Plan","${scenario}","${field}")`),
);

/** Cells of four questions, in one range. */
async function setUpCells(count: number): Promise<WorkbookSetup> {
  const setup = await setUpWorkbook({});
  const rows = Math.ceil(count / COLUMNS);
  const formulas = Array.from({ length: rows }, (_, row) =>
    Array.from({ length: COLUMNS }, (__, column) => FORMULAS[(row + column) % FORMULAS.length]!),
  );
  await Excel.run(async (context) => {
    context.workbook.worksheets.getItem("Sheet1").getRangeByIndexes(0, 0, rows, COLUMNS).formulas = formulas;
    await context.sync();
  });
  await setup.workbook.settled();
  return setup;
}

export async function measureRefresh(count: number): Promise<Figure[]> {
  const setup = await setUpCells(count);
  const before = setup.workbook.requests();
  setup.service.ebit = 200;
  const milliseconds = await timed(() => setup.refresh());
  const requests = setup.workbook.requests() - before;
  setup.workbook.close();
  return [
    {
      group: "Workbook",
      what: "cells refreshed, all changed",
      size: count,
      unit: "ms",
      values: { ours: milliseconds },
    },
    { group: "Workbook", what: `cells refreshed: requests to the host`, unit: "requests", values: { ours: requests }, note: count.toLocaleString("en") }, // prettier-ignore
  ];
}

export async function measureFreeze(count: number): Promise<Figure[]> {
  const { workbook, ledger } = await setUpCells(count);
  const milliseconds = await timed(() => freeze({ ledger, scope: "workbook", now: () => Date.now() }));
  workbook.close();
  return [{ group: "Workbook", what: "cells frozen", size: count, unit: "ms", values: { ours: milliseconds } }];
}
