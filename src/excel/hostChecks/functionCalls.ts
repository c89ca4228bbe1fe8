/** How Excel calls our functions. The probes have mistakes in their arguments, so they send no request to the service. */
import { parseSheetPosition } from "../../spreadsheet/cells/address";
import { NAMESPACE } from "../../numbers/language/environment";
import { isWaitingCode } from "../../spreadsheet/cells/errorCodes";
import { enterRows, onSheet, readRange, readSettled, sameAs, type CheckContext, type HostCheck } from "./hostCheck";

/** Without a field it is #VALUE!, connected or not. */
const PROBE = `=${NAMESPACE}.KPI()`;

/** Excel calls functions in messages of their own, some time after the request: the tries to see a call, and milliseconds between. */
const MAX_TRIES = 30;
const PAUSE = 100;

/** The most looks at a cell whose function is late. */
const MAX_LOOKS = 200;

/** Pauses after which all calls have come. */
const PAUSES = 10;

/** Ways to have a cell calculated, with what depends on it. */
const WAYS: Readonly<Record<string, (sheet: Excel.Worksheet) => void>> = {
  setDirty: (sheet) => sheet.getRange("A1").setDirty(),
  calculate: (sheet) => sheet.getRange("A1").calculate(),
  both: calculateCell,
  "both and the sheet"(sheet) {
    calculateCell(sheet);
    sheet.calculate(false);
  },
};

function calculateCell(sheet: Excel.Worksheet): void {
  const cell = sheet.getRange("A1");
  cell.setDirty();
  cell.calculate();
}

/** Counts the calls of the probes that the work causes, until the first has come and for so many pauses more. */
async function countCalls({ ledger, wait }: CheckContext, work: () => Promise<unknown>, more = 0): Promise<number> {
  let count = 0;
  const stop = ledger.subscribe((event) => {
    if (event === "failed") count += 1;
  });
  try {
    await work();
    for (let tries = 0; tries < MAX_TRIES && count === 0; tries += 1) await wait(PAUSE);
    for (let pauses = 0; pauses < more; pauses += 1) await wait(PAUSE);
    return count;
  } finally {
    stop();
  }
}

/** Milliseconds between two looks at a cell that may show a value for a moment only. */
const MOMENT = 50;
/** The looks in which a cell that shows something else than before shows nothing new. */
const STEADY_LOOKS = 10;

/** Reads a cell again and again, until it shows for a while what it did not show before, or for ten seconds. */
async function watchCell(checkContext: CheckContext, address: string, before: unknown): Promise<unknown[]> {
  const seen: unknown[] = [];
  for (let looks = 0, steady = 0; looks < MAX_LOOKS && steady < STEADY_LOOKS; looks += 1) {
    const [[value] = []] = await readRange(checkContext, address);
    const isSettled = value !== before && !isWaitingCode(value);
    steady = isSettled && value === seen.at(-1) ? steady + 1 : 0;
    if (value !== seen.at(-1)) seen.push(value);
    await checkContext.wait(MOMENT);
  }
  return seen;
}

/** Finds the calls of the check's cells. */
function ownCalls({ ledger, sheet }: CheckContext) {
  const isOwn = (address: string) => parseSheetPosition(address)?.sheet === sheet;
  return ledger.entries().filter(({ addresses }) => [...addresses].some(isOwn));
}

export const FUNCTION_CHECKS: readonly HostCheck[] = [
  {
    name: "Our functions",
    expectation: "A function of the add-in fills cells with a table.",
    run: async (checkContext) => {
      await enterRows(checkContext, [[`=${NAMESPACE}.FIELDS("pnl")`]]);
      const [[first] = [], [second] = []] = await readSettled(checkContext, "A1:A2");
      return {
        passed: first === "Name" && typeof second === "string" && second !== "",
        actual: `${String(first)}, ${String(second)}`,
      };
    },
  },
  {
    name: "Our functions under conditional formats",
    expectation:
      "A cell of the add-in keeps its result while a conditional format of it is added; Excel may show #CALC!.",
    run: async (checkContext) => {
      await enterRows(checkContext, [[`=${NAMESPACE}.FIELDS("pnl")`]]);
      await readSettled(checkContext, "A1");
      await onSheet(checkContext, (sheet) => {
        const added = sheet.getRange("A1").conditionalFormats.add(Excel.ConditionalFormatType.custom);
        added.custom.rule.formula = '=A1="Name"';
      });
      return sameAs([["Name"]], await readRange(checkContext, "A1"));
    },
  },
  {
    name: "Errors of our functions",
    expectation:
      "The error that a function gives is what its cell shows, and no unknown name (#NAME?, #AD? in Turkish).",
    run: async (checkContext) => {
      await enterRows(checkContext, [[PROBE]]);
      return sameAs([["#VALUE!"]], await readSettled(checkContext, "A1"));
    },
  },
  {
    name: "Cells that call",
    expectation: "A function is told the address of its cell, with the sheet.",
    run: async (checkContext) => {
      await enterRows(checkContext, [[PROBE]]);
      await readSettled(checkContext, "A1");
      const addresses = ownCalls(checkContext).flatMap((call) => [...call.addresses]);
      return sameAs(
        [{ row: 0, column: 0 }],
        addresses.map(parseSheetPosition).map((at) => at && { row: at.row, column: at.column }),
      );
    },
  },
  {
    name: "Blank arguments",
    expectation: "A blank cell, an empty text and an argument that is left out are one question.",
    run: async (checkContext) => {
      await enterRows(checkContext, [[PROBE], [`=${NAMESPACE}.KPI(Z1,Z2)`], [`=${NAMESPACE}.KPI(,,"")`]]);
      await readSettled(checkContext, "A1:A3");
      return sameAs(
        [3],
        ownCalls(checkContext).map(({ addresses }) => addresses.size),
      );
    },
  },
  {
    name: "Cells that are marked",
    expectation: "A cell that is marked dirty calls its functions again.",
    run: async (checkContext) => {
      await enterRows(checkContext, [[PROBE]]);
      await readSettled(checkContext, "A1");
      const calls = await countCalls(checkContext, () => onSheet(checkContext, calculateCell));
      return { passed: calls >= 1, actual: `${calls} calls` };
    },
  },
  {
    name: "Cells in error that are marked",
    expectation: "A cell in error that is marked dirty once shows the error again, and does not stay #BUSY!.",
    run: async (checkContext) => {
      await enterRows(checkContext, [[PROBE]]);
      await readSettled(checkContext, "A1");
      await onSheet(checkContext, calculateCell);
      return sameAs([["#VALUE!"]], await readSettled(checkContext, "A1"));
    },
  },
  {
    name: "Steps behind our functions",
    expectation:
      "This tells how many calls each way of calculating brings: 2 if it reaches a call that is three cells behind.",
    run: async (checkContext) => {
      const counts: string[] = [];
      for (const [way, apply] of Object.entries(WAYS)) {
        await enterRows(checkContext, [[PROBE, "=IF(ISERROR(A1),1,0)", "=B1+0", `=${NAMESPACE}.KPI(C1&"")`]]);
        await readSettled(checkContext, "A1:D1");
        const calls = await countCalls(checkContext, () => onSheet(checkContext, apply), PAUSES);
        counts.push(`${way}: ${calls}`);
      }
      // The add-in always goes the last way, and relies on none of the others.
      return { passed: true, actual: counts.join(", ") };
    },
  },
  {
    name: "Late functions",
    expectation: "Until a late function has its result, its cell reads as #BUSY! or as the value before, never as 0.",
    run: async (checkContext) => {
      await enterRows(checkContext, [["pnl", `=INDEX(${NAMESPACE}.FIELDS(A1),2,1)`]]);
      const before = (await watchCell(checkContext, "B1", undefined)).at(-1);
      await enterRows(checkContext, [["demand"]]);
      const seen = await watchCell(checkContext, "B1", before);
      const after = seen.at(-1);
      const isExpected = (value: unknown) => isWaitingCode(value) || value === before || value === after;
      const passed = after !== before && after !== 0 && seen.every(isExpected);
      return { passed, actual: [before, ...seen].join(", then ") };
    },
  },
  {
    name: "Renamed sheets",
    expectation: "Nothing is calculated when a sheet is renamed.",
    run: async (checkContext) => {
      await enterRows(checkContext, [[PROBE]]);
      await readSettled(checkContext, "A1");
      const renamed = `${checkContext.sheet} renamed`;
      const calls = await countCalls(checkContext, () => onSheet(checkContext, (sheet) => void (sheet.name = renamed)));
      return sameAs(0, calls);
    },
  },
];
