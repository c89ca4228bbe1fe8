/** Random sequences of what two people do to tables of their own, each in a pane of their own: rolls, edited titles, refreshes, undo. */
import fc from "fast-check";
import type { TableActions } from "../../../../src/excel/actions/tables/tableActions";
import type { Store } from "../../../../src/excel/actions/store";
import { guardsOf, isKept } from "../../../../src/numbers/language/guards";
import { APP, choose, KEY, openPane } from "../storeSetup";
import { openGrid } from "./tableSetup";

const MONTHS = Array.from({ length: 12 }, (_, at) =>
  new Intl.DateTimeFormat("en", { month: "long", timeZone: "UTC" }).format(Date.UTC(2026, at)),
);

const CELLS = {
  A1: "YTD March 2026",
  B2: "One",
  C2: "Two",
  A3: "EBIT",
  A10: "One",
  B11: "Mar 2026",
  C11: "YTD Mar 2026",
  A12: "EBIT",
};

interface Step {
  /** "next" shows and rolls at once; between "show" and "roll" the other one may change something. */
  readonly kind: "show" | "roll" | "next" | "edit" | "final" | "again" | "refresh" | "run" | "undo";
  /** Who does it: this user, or a colleague. */
  readonly who: 0 | 1;
  /** From January on, of an edited title. */
  readonly month: number;
}

export const sequences: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.record({
    kind: fc.constantFrom(
      ...([
        "show",
        "show",
        "roll",
        "roll",
        "next",
        "next",
        "edit",
        "final",
        "again",
        "refresh",
        "run",
        "undo",
      ] as const),
    ),
    who: fc.constantFrom(0, 1),
    month: fc.nat({ max: 11 }),
  }),
  { minLength: 3, maxLength: 9 },
);

/** What the sequences have come to: some that never move a table would hold anything. */
export interface SequenceFigures {
  moved: number;
  refused: number;
}

interface Person {
  readonly store: Store;
  readonly grid: TableActions;
}

/** After each step, each cell shows what its headings say now, by an oracle of them, or none. */
export async function playSequence(steps: readonly Step[], figures: SequenceFigures): Promise<void> {
  const { setup, grid, close } = await openGrid(CELLS, "B3:C3");
  // Before a pane asks for anything: an answer of other numbers would stay in memory.
  const service = serveMonths(setup);
  Office.context.requirements.isSetSupported = () => true;
  const { store: others } = openPane(setup, setup.clock);
  await others.connect(APP, KEY, false);
  const people: readonly Person[] = [
    { store: setup.store, grid },
    { store: others, grid: await others.loadGrid() },
  ];
  const stop = people[1]!.grid.follow();
  try {
    for (const area of ["B3:C3", "B12:C12"]) {
      await choose(area);
      await grid.readHeadings();
      await grid.fill(false);
    }
    for (const { kind, who, month } of steps) {
      const { store, grid: own } = people[who]!;
      if (kind === "show" || kind === "next") await own.showRoll("workbook");
      if (kind === "roll" || kind === "next") {
        const isShown = store.state().grid?.roll !== undefined;
        await own.roll();
        if (isShown) figures[store.state().failure ? "refused" : "moved"] += 1;
      }
      if (kind === "edit") setup.workbook.enter("A1", `YTD ${MONTHS[month]} 2026`);
      if (kind === "final")
        setup.workbook.enter("A1", `${String(setup.workbook.value("A1")).replace(" (final)", "")} (final)`);
      if (kind === "again") await store.readHeadingsAgain(["Sheet1!B3", "Sheet1!C3"]);
      if (kind === "run") service.run();
      if (kind === "refresh") {
        await store.refresh();
        service.refreshed();
      }
      if (kind === "undo") await setup.workbook.undo();
      await setup.workbook.settled();
      await checkCells(service.rates);
    }
  } finally {
    stop();
    close();
  }
}

/** Serves ten for each month of One and twenty for each of Two, times the rate of the run. */
function serveMonths(setup: Awaited<ReturnType<typeof openGrid>>["setup"]) {
  // A cell that is asked for after a run may be of it, until all are refreshed.
  let rates = [10];
  setup.service.fail = ({ searchParams }) => {
    if (searchParams.get("interval") !== "M") return undefined;
    const rate = rates.at(-1) ?? 0;
    const ids = searchParams.get("scenarioIds")?.split(",") ?? [];
    const seriesOf = (id: string) =>
      MONTHS.map((_, at) => ({
        period: `2026-${String(at + 1).padStart(2, "0")}`,
        ebit: rate * (id === "s1" ? 1 : 2),
      }));
    return Response.json({
      meta: { planId: "p1", interval: "M" },
      scenarios: ids.map((scenarioId) => ({ scenarioId, series: seriesOf(scenarioId) })),
    });
  };
  return {
    get rates() {
      return rates;
    },
    run: () => void rates.push((rates.at(-1) ?? 0) + 7),
    refreshed: () => void (rates = rates.slice(-1)),
  };
}

/** The headings of each cell, and its scenario's share of a rate. */
const ORACLE = [
  { cell: "B3", time: "A1", times: 1 },
  { cell: "C3", time: "A1", times: 2 },
  { cell: "B12", time: "B11", times: 1 },
  { cell: "C12", time: "C11", times: 1 },
] as const;

async function checkCells(rates: readonly number[]): Promise<void> {
  const { values, formulas } = await readSheet();
  for (const { cell, time, times } of ORACLE) {
    const [formula, value, heading] = [formulas(cell), values(cell), values(time)];
    const isAsFilled = guardsOf(formula).every((guard) => isKept(guard, values(guard.reference.replaceAll("$", ""))));
    // Undo may have gone back before the cell was filled.
    if (formula === "") continue;
    const months = isAsFilled ? monthsOf(heading) : 0;
    const expected: unknown[] = months > 0 ? rates.map((rate) => rate * months * times) : ["#N/A"];
    if (!expected.includes(value)) throw new Error(JSON.stringify({ cell, heading, formula, value, expected }));
  }
}

/** Returns how many months of 2026 a heading says, 0 for another year. */
function monthsOf(heading: unknown): number {
  if (typeof heading === "number") return new Date((heading - 25_569) * 86_400_000).getUTCFullYear() === 2026 ? 1 : 0;
  const [, basis, month = "", year] = /^(YTD )?(\w+) (\d{4})/.exec(String(heading)) ?? [];
  const at = MONTHS.findIndex((name) => name.startsWith(month));
  return year === "2026" ? (basis ? at + 1 : 1) : 0;
}

async function readSheet() {
  return Excel.run(async (context) => {
    const range = context.workbook.worksheets.getItem("Sheet1").getRange("A1:C12").load("values,formulas");
    await context.sync();
    const at = (cells: unknown[][], address: string) =>
      cells[Number(address.slice(1)) - 1]?.["ABC".indexOf(address.slice(0, 1))];
    return {
      values: (address: string) => at(range.values, address),
      formulas: (address: string) => String(at(range.formulas, address)),
    };
  });
}
