/** Totals under items: what they add up, and when a person is asked. */
import fc from "fast-check";
import type { TableActions } from "../../../../src/excel/actions/tables/tableActions";
import { runs } from "../../../propertyOptions";
import type { StoreSetup } from "../storeSetup";
import { openGrid, type GridSetup } from "./tableSetup";

type Amounts = Readonly<Record<string, number>>;

/** Volumes by region, by scenario: `s1` is One and `s2` is Two. Each unit is worth two. */
function serve(setup: StoreSetup, amounts: Readonly<Record<string, Amounts>>): void {
  setup.service.fail = ({ pathname, searchParams }) => {
    if (!pathname.endsWith("/demand-forecast")) return undefined;
    // April's numbers are ten times those of March.
    const isMonthly = searchParams.get("interval") === "M";
    const periods: readonly [string, number][] = isMonthly
      ? [
          ["2026-03", 1],
          ["2026-04", 10],
        ]
      : [["2026", 1]];
    const rowsOf = (volume: number) =>
      periods.map(([period, by]) => ({
        period,
        demandVolume: by * volume,
        demandValue: 2 * by * volume,
        fillRate: 0.9,
      }));
    const seriesOf = (id: string) => {
      const own = Object.entries(amounts[id] ?? {});
      if (searchParams.get("groupBy") === "region")
        return own.flatMap(([region, volume]) => rowsOf(volume).map((row) => ({ region, ...row })));
      return searchParams.has("groupBy") ? [] : rowsOf(own.reduce((sum, [, volume]) => sum + volume, 0));
    };
    const ids = searchParams.get("scenarioIds")?.split(",") ?? [];
    return Response.json({
      meta: { planId: "p1", interval: searchParams.get("interval") },
      scenarios: ids.map((scenarioId) => ({ scenarioId, series: seriesOf(scenarioId) })),
    });
  };
}

let opened: GridSetup | undefined;
afterEach(() => opened?.close());

/** Opens a table of lines under "One" and "Two", and reads its headings. */
async function read(
  title: string,
  lines: readonly string[],
  amounts: Readonly<Record<string, Amounts>>,
): Promise<{ setup: StoreSetup; grid: TableActions; address: string }> {
  opened?.close();
  const labels = Object.fromEntries(lines.flatMap((line, at) => (line === "" ? [] : [[`A${at + 3}`, line]])));
  const address = `B3:C${lines.length + 2}`;
  opened = await openGrid({ A1: title, B2: "One", C2: "Two", ...labels }, address);
  const { setup, grid } = opened;
  serve(setup, amounts);
  await grid.readHeadings();
  return { setup, grid, address };
}

const asked = ({ store }: StoreSetup) =>
  (store.state().grid?.headings?.questions ?? []).filter(({ kind }) => kind === "total");

async function fill({ setup, grid, address }: { setup: StoreSetup; grid: TableActions; address: string }) {
  await grid.fill(false);
  await setup.workbook.settled();
  expect(setup.store.state().failure).toBeUndefined();
  return setup.workbook.values(address);
}

async function formulaOf(address: string): Promise<string> {
  return Excel.run(async (context) => {
    const range = context.workbook.worksheets.getActiveWorksheet().getRange(address).load("formulas");
    await context.sync();
    return String(range.formulas[0]?.[0]);
  });
}

test("a total is asked about only if its lines are not all that the service has, and is what was answered", async () => {
  const volume = fc.integer({ min: 1, max: 1_000_000 });
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(volume, volume), { minLength: 2, maxLength: 4 }),
      fc.tuple(fc.constantFrom(0, 1, 500), fc.constantFrom(0, 3)),
      fc.constantFrom("Total", "All", "Sum", "Gesamt", "Summe"),
      fc.constantFrom("sum", "whole", "ignored"),
      async (volumes, rest, word, answer) => {
        const names = volumes.map((_, at) => `Area ${"ABCD"[at]}`);
        const of = (scenario: 0 | 1): Amounts => ({
          ...Object.fromEntries(volumes.map((both, at) => [names[at], both[scenario]])),
          // The service knows the region, and a table that leaves it out may miss nothing.
          Elsewhere: rest[scenario],
        });
        const table = await read("Demand volume by region, Mar 2026", [...names, word], { s1: of(0), s2: of(1) });
        const sums = [0, 1].map((at) => volumes.reduce((sum, both) => sum + both[at]!, 0));
        const differs = rest.some((each) => each !== 0);
        expect(asked(table.setup)).toHaveLength(differs ? 1 : 0);
        if (differs) {
          expect(table.setup.store.state().grid?.headings?.formulas).toBe(2 * names.length);
          table.grid.answer(asked(table.setup)[0]!.id, answer);
          await table.setup.until(({ grid }) => Object.keys(grid?.headings?.answers ?? {}).length > 0);
        }
        const shown = await fill(table);
        const wholes = sums.map((sum, at) => sum + rest[at]!);
        const expected = !differs || answer === "sum" ? sums : answer === "whole" ? wholes : [null, null];
        expect(shown).toEqual([...volumes, expected]);
      },
    ),
    { numRuns: runs(12) },
  );
});

const REGIONS: Amounts = { North: 1, South: 10, East: 100, West: 1000 };

test("subtotals add up their own group, and a total below adds up all items", async () => {
  const lines = ["North", "South", "Subtotal", "", "East", "West", "Zwischensumme", "Total"];
  const table = await read("Demand value by region, Mar 2026", lines, { s1: REGIONS, s2: { ...REGIONS, North: 2 } });
  expect(asked(table.setup)).toEqual([]);
  expect((await fill(table)).map(([one, two]) => [one, two])).toEqual([
    [2, 4],
    [20, 20],
    [22, 24],
    [null, null],
    [200, 200],
    [2000, 2000],
    [2200, 2200],
    [2222, 2224],
  ]);
  expect([await formulaOf("B5"), await formulaOf("C10")]).toEqual(["=SUM(B3:B4)", "=SUM(C3:C4,C7:C8)"]);
});

test("a ratio's total is what the service has, if the lines are all of its items", async () => {
  const all = await read("Fill rate by region, Mar 2026", [...Object.keys(REGIONS), "Total"], {
    s1: REGIONS,
    s2: REGIONS,
  });
  expect(asked(all.setup)).toEqual([]);
  expect((await fill(all)).at(-1)).toEqual([0.9, 0.9]);
  expect(await formulaOf("B7")).toContain("INSIGHTS.KPI(");
  const some = await read("Fill rate by region, Mar 2026", ["North", "South", "Total"], { s1: REGIONS, s2: REGIONS });
  expect(asked(some.setup)).toHaveLength(1);
  some.grid.answer(asked(some.setup)[0]!.id, "sum");
  await some.setup.until(({ grid }) => Object.keys(grid?.headings?.answers ?? {}).length > 0);
  // Ratios do not add up.
  expect((await fill(some)).at(-1)).toEqual([null, null]);
});

test("a total is drawn as one, says what it is, and is filled again without a question", async () => {
  const table = await read("Demand value by region, Mar 2026", ["North", "South", "Total"], {
    s1: { North: 1, South: 10 },
    s2: { North: 1, South: 10 },
  });
  const { headings } = table.setup.store.state().grid ?? {};
  expect(headings?.sentences.find(({ address }) => address === "5")?.parts).toEqual([
    { text: "the sum of the lines above, which is all that the service has" },
  ]);
  await table.setup.until(({ grid }) => grid?.headings?.block.state === "done");
  const { block } = table.setup.store.state().grid?.headings ?? {};
  expect(block).toMatchObject({
    rows: [
      ["", "One", "Two"],
      ["North", 2, 2],
      ["South", 20, 20],
      ["Total", 22, 22],
    ],
  });
  await fill(table);
  const top = await Excel.run(async (context) => {
    const cell = context.workbook.worksheets.getActiveWorksheet().getRange("B5").load("format/font/bold");
    await context.sync();
    return cell.format.font.bold;
  });
  expect(top).toBe(true);
  await table.grid.readHeadings();
  await table.grid.fill(false);
  expect(table.setup.store.state().obstacle).toBeUndefined();
});

test("a table rolls with its total", async () => {
  const amounts = { s1: REGIONS, s2: REGIONS };
  const table = await read("Demand value by region, Mar 2026", [...Object.keys(REGIONS), "Total"], amounts);
  await fill(table);
  await table.grid.showRoll("workbook");
  expect(table.setup.store.state().grid?.roll?.tables).toMatchObject([{ block: { left: [], staying: [] } }]);
  await table.grid.roll();
  await table.setup.workbook.settled();
  expect(table.setup.workbook.values("B3:B7").flat()).toEqual([20, 200, 2000, 20_000, 22_220]);
});
