/** How Excel calls our functions. The probes are mistakes in their arguments, so that nothing is asked of the service. */
import { parseSheetPosition } from "../../grid/address";
import { enterRows, onSheet, readSettled, sameAs, type Bench, type HostCheck } from "./hostCheck";

/** Without a field it is #VALUE!, whatever is connected. */
const PROBE = "=INSIGHTS.KPI()";

/** Excel calls functions when it likes, in messages of their own: so often it is looked whether it has, after so many milliseconds. */
const LOOKS = 30;
const PAUSE = 100;

/** How often the probes were called because of the work, as far as that is known when the first call has been heard of. */
async function countCalls({ ledger, wait }: Bench, work: () => Promise<unknown>): Promise<number> {
  let count = 0;
  const stop = ledger.subscribe((event) => {
    if (event === "failed") count += 1;
  });
  try {
    await work();
    for (let look = 0; look < LOOKS && count === 0; look += 1) await wait(PAUSE);
    return count;
  } finally {
    stop();
  }
}

/** The calls of the check's cells. */
function ownCalls({ ledger, sheet }: Bench) {
  const isOwn = (address: string) => parseSheetPosition(address)?.sheet === sheet;
  return ledger.entries().filter(({ addresses }) => [...addresses].some(isOwn));
}

export const FUNCTION_CHECKS: readonly HostCheck[] = [
  {
    name: "Our functions",
    assumed: "A function of the add-in fills cells with a table.",
    look: async (bench) => {
      await enterRows(bench, [['=INSIGHTS.FIELDS("pnl")']]);
      const [[first] = [], [second] = []] = await readSettled(bench, "A1:A2");
      return {
        holds: first === "Name" && typeof second === "string" && second !== "",
        seen: `${String(first)}, ${String(second)}`,
      };
    },
  },
  {
    name: "Errors of our functions",
    assumed: "The error that a function gives is what its cell shows.",
    look: async (bench) => {
      await enterRows(bench, [[PROBE]]);
      return sameAs([["#VALUE!"]], await readSettled(bench, "A1"));
    },
  },
  {
    name: "Cells that call",
    assumed: "A function is told the address of its cell, with the sheet.",
    look: async (bench) => {
      await enterRows(bench, [[PROBE]]);
      await readSettled(bench, "A1");
      const addresses = ownCalls(bench).flatMap((call) => [...call.addresses]);
      return sameAs(
        [{ row: 0, column: 0 }],
        addresses.map(parseSheetPosition).map((at) => at && { row: at.row, column: at.column }),
      );
    },
  },
  {
    name: "Blank arguments",
    assumed: "A blank cell, an empty text and an argument that is left out are one question.",
    look: async (bench) => {
      await enterRows(bench, [[PROBE], ["=INSIGHTS.KPI(Z1,Z2)"], ['=INSIGHTS.KPI(,,"")']]);
      await readSettled(bench, "A1:A3");
      return sameAs(
        [3],
        ownCalls(bench).map(({ addresses }) => addresses.size),
      );
    },
  },
  {
    name: "Cells that are marked",
    assumed: "A cell that is marked dirty calls its functions again.",
    look: async (bench) => {
      await enterRows(bench, [[PROBE]]);
      await readSettled(bench, "A1");
      const calls = await countCalls(bench, () =>
        onSheet(bench, (sheet) => {
          const cell = sheet.getRange("A1");
          cell.setDirty();
          cell.calculate();
        }),
      );
      return { holds: calls >= 1, seen: `${calls} calls` };
    },
  },
  {
    name: "Renamed sheets",
    assumed: "Nothing is calculated when a sheet is renamed.",
    look: async (bench) => {
      await enterRows(bench, [[PROBE]]);
      await readSettled(bench, "A1");
      const renamed = `${bench.sheet} renamed`;
      const calls = await countCalls(bench, () => onSheet(bench, (sheet) => void (sheet.name = renamed)));
      await onSheet({ ...bench, sheet: renamed }, (sheet) => void (sheet.name = bench.sheet));
      return sameAs(0, calls);
    },
  },
];
