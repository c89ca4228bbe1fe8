import fc from "fast-check";
import { createCalculator } from "../../../src/spreadsheet/engine/evaluate";
import { createFunctionHost, createFunctions, openSession } from "../../../src/headless/standalone/customFunctions";
import { refreshBook } from "../../../src/headless/cli/book/refreshBook";
import { createSandbox } from "../../../sandbox/sandbox";
import { createBook, hashes, type CellSpec } from "../../spreadsheet/xlsx/book";
import { cellsIn } from "../../spreadsheet/xlsx/cells";
import { runs } from "../../propertyOptions";

const { fetch, apiKey } = createSandbox();
const open = () => openSession({ appUrl: "https://planning.example", credentials: { apiKey } }, fetch);

/** What arguments name, each in a cell of its own on another sheet. */
const TEXTS = ["FY26 Plan", "committed", "actual", "ebit", "Fill rate", "2026-03", "nope", "product"];
const INPUTS = Object.fromEntries(TEXTS.map((text, at) => [`A${at + 1}`, text]));

/** An argument as a formula has it, and what it says. */
const argument = (texts: string[]) =>
  fc.tuple(fc.constantFrom(...texts), fc.boolean()).map(([text, isCell]) => ({
    text,
    written: text === "" ? "" : isCell ? `'In & out'!$A$${TEXTS.indexOf(text) + 1}` : `"${text}"`,
  }));
const plan = argument(["FY26 Plan"]);
const scenario = argument(["committed", "actual", "nope"]);
const field = argument(["ebit", "Fill rate"]);
const period = argument(["2026-03", ""]);

const single = fc.tuple(fc.constant("KPI"), fc.tuple(plan, scenario, field, period));
const table = fc.oneof(
  fc.tuple(fc.constant("PLANS"), fc.tuple()),
  fc.tuple(fc.constant("SCENARIOS"), fc.tuple(plan)),
  fc.tuple(fc.constant("PNL"), fc.tuple(plan, scenario)),
);

/** One block of 20 rows and 5 columns: a formula in its corner, what it showed before, and what is in its way. */
const block = fc.record({
  call: fc.oneof(single, table),
  prefix: fc.constantFrom("_xldudf_INSIGHTS_", "x.xla!_xldudf_INSIGHTS_", "[1]!_xldudf_INSIGHTS_"),
  oldRows: fc.integer({ min: 1, max: 18 }),
  oldColumns: fc.integer({ min: 1, max: 3 }),
  obstacle: fc.option(fc.tuple(fc.integer({ min: 0, max: 17 }), fc.integer({ min: 0, max: 3 })), { freq: 3 }),
  isFormat: fc.boolean(),
});
type Block = typeof block extends fc.Arbitrary<infer T> ? T : never;

const addressOf = (row: number, column: number) => `${"ABCDEFGHIJKLMNOPQRSTUVWXYZ"[column]}${row + 1}`;
const cornerOf = (at: number) => ({ row: Math.floor(at / 4) * 20, column: (at % 4) * 5 });
const isSpill = ({ call: [name] }: Block) => name !== "KPI";

function cellsOf(blocks: Block[]): Record<string, CellSpec> {
  const cells: Record<string, CellSpec> = {};
  blocks.forEach((each, at) => {
    const { row, column } = cornerOf(at);
    const [rows, columns] = isSpill(each) ? [each.oldRows, each.oldColumns] : [1, 1];
    for (let down = 0; down < rows; down++) {
      for (let right = 0; right < columns; right++)
        cells[addressOf(row + down, column + right)] = `old ${down} ${right}`;
    }
    const end = addressOf(row + rows - 1, column + columns - 1);
    const [name, args] = each.call;
    const f = `${each.prefix}${name}(${args.map(({ written }) => written).join(",")})`;
    const spill = { spill: `${addressOf(row, column)}:${end}` };
    cells[addressOf(row, column)] = { f, v: "old", s: 1, ...(isSpill(each) ? spill : {}) };
    const [down, right] = each.obstacle ?? [0, 0];
    if (down >= rows || right >= columns)
      cells[addressOf(row + down, column + right)] = each.isFormat ? { v: null, s: 1 } : "in the way";
    cells[addressOf(row + 19, column)] = {
      f: `IFERROR(COUNTA(${addressOf(row, column)}:${addressOf(row + 17, column + 3)}),0)`,
      v: -1,
    };
  });
  return cells;
}

/** What the cells of a block have to show. */
function expectedOf(each: Block, at: number, value: unknown[][]): [address: string, value: unknown][] {
  const { row, column } = cornerOf(at);
  const [down, right] = each.obstacle ?? [0, 0];
  const isOld = isSpill(each) ? down < each.oldRows && right < each.oldColumns : down + right === 0;
  const isBlocking = !isOld && !each.isFormat;
  const isHit = isBlocking && down < value.length && right < value[0]!.length;
  const shown = isHit ? [[{ error: "#VALUE!" }]] : value;
  const cells = shown.flatMap((list, y) =>
    list.map((one, x): [string, unknown] => [addressOf(row + y, column + x), one]),
  );
  const obstacle: [string, unknown][] = isBlocking ? [[addressOf(row + down, column + right), "in the way"]] : [];
  return [...cells, ...obstacle, [addressOf(row + 19, column), cells.length + obstacle.length]];
}

async function evaluate(blocks: readonly Block[]): Promise<unknown[][][]> {
  const host = createFunctionHost({ session: open(), settings: () => ({}), dateSystem: 1900 });
  const calculator = createCalculator(createFunctions(host));
  const texts = blocks.map(
    ({ call: [name, args] }) => `=INSIGHTS.${name}(${args.map(({ text }) => text && `"${text}"`).join(",")})`,
  );
  const results = await calculator.evaluate(texts);
  calculator.dispose();
  return results.map((result) => {
    if ("error" in result) return [[{ error: result.error.code }]];
    return Array.isArray(result.value) ? result.value : [[result.value]];
  });
}

test("Random workbooks survive a refresh and become a values-only copy", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(block, { minLength: 1, maxLength: 8 }), async (blocks) => {
      const sheets = [
        { name: "Plan", cells: cellsOf(blocks) },
        { name: "In & out", cells: { ...INPUTS, B1: { f: "1+1", v: 99 } } },
      ];
      const before = await createBook({ sheets });
      const { bytes } = await refreshBook(before, { session: open(), settings: {}, valuesOnly: false });
      const values = await evaluate(blocks);
      const expected = Object.fromEntries(
        blocks
          .flatMap((each, at) => expectedOf(each, at, values[at]!))
          .map(([address, value]) => [`Plan!${address}`, value]),
      );
      const inputs = Object.fromEntries(Object.entries(INPUTS).map(([address, text]) => [`In & out!${address}`, text]));
      const shown = { ...expected, ...inputs, "In & out!B1": 99 };
      expect(await cellsIn(bytes)).toEqual(shown);
      expect(await cellsIn(bytes, "formulas")).toEqual(await cellsIn(before, "formulas"));
      const [old, now] = [await hashes(before), await hashes(bytes)];
      expect(Object.keys(old).filter((name) => old[name] !== now[name])).toEqual(["xl/worksheets/sheet1.xml"]);
      expect(Object.keys(now)).toEqual(Object.keys(old));

      const again = await refreshBook(bytes, { session: open(), settings: {}, valuesOnly: false });
      expect(again.summary.changes).toEqual([]);
      expect(again.bytes).toBe(bytes);

      const copy = (await refreshBook(before, { session: open(), settings: {}, valuesOnly: true })).bytes;
      expect(await cellsIn(copy)).toEqual(shown);
      expect(await cellsIn(copy, "formulas")).toEqual({});
    }),
    { numRuns: runs(20) },
  );
});
