/** Whatever becomes of an answer on its way, each number shown is the one that it has in that place, or made of such, or there is an error. */
import fc from "fast-check";
import { FIELDS } from "../../../src/insights";
import { combine } from "../../oracle/sums";
import { runs } from "../../propertyOptions";
import { failure, open, type Excel } from "./excel";
import { mutated, mutations } from "./mutation";
import { pnlOf, serve } from "./service";
import {
  currenciesIn,
  groupOf,
  idNamed,
  isOther,
  monthNamed,
  numberAt,
  periodOf,
  rowsOfItem,
  rowsOfScenario,
  said,
  type RawRow,
} from "./walk";

type Cell = string | number;

const PNL = ["grossFIESales", "netFIESales", "cogs", "cogsPercent", "ebit", "ebitPercent", "dpm"];
const DEMAND = ["demandVolume", "demandValue", "fillRate", "forecastAccuracy"];
const SCENARIOS: readonly (readonly [id: string, name: string])[] = [
  ["s1", "Base"],
  ["s2", "Upside"],
];

let last = 1;
/** Fields with numbers that no other field has; shares of demand are below 1. */
const fieldsWith = (names: readonly string[]) =>
  Object.fromEntries(
    names.map((name) => {
      last += 1.37;
      return [name, ["fillRate", "forecastAccuracy"].includes(name) ? 1 / last : last];
    }),
  );
const body = (interval: string, contents: () => object[]) => ({
  meta: { planId: "p1", interval },
  scenarios: SCENARIOS.flatMap(([scenarioId]) => contents().map((content) => ({ scenarioId, ...content }))),
});
const inMonths = (row: () => object) => ["2026-01", "2026-02"].map((period) => ({ period, ...row() }));

const YEAR = body("FY", () => [{ pnl: fieldsWith(PNL) }]);
const FLAT = body("M", () => [{ series: inMonths(() => fieldsWith(PNL)) }]);
const WRAPPED = body("M", () => [{ series: inMonths(() => ({ pnl: fieldsWith(PNL) })) }]);
const REGIONS = ["North", "South"];
const KEYS = body("M", () => [
  { series: REGIONS.flatMap((region) => inMonths(() => ({ region, ...fieldsWith(DEMAND) }))) },
]);
const ELEMENTS = body("M", () => REGIONS.map((region) => ({ region, series: inMonths(() => fieldsWith(DEMAND)) })));

/** An Excel whose service answers everything with this text. */
function answering(text: string): Excel {
  return open(serve(({ path }) => (path === "/plans" ? undefined : new Response(text))));
}

const nameOf = (label: string) => FIELDS.find((field) => field.label === label)?.name ?? label;
const idOf = (name: Cell | undefined) => SCENARIOS.find((scenario) => scenario[1] === name)?.[0] ?? "";

/** The names of what is text in a row. */
function textsOf({ around, own, inner }: RawRow): string[] {
  return [around, own, inner].flatMap((part) => Object.keys(part).filter((key) => typeof part[key] === "string"));
}

/** Every number of a table with headings is the only one in its place. */
function checkTable(answer: unknown, cells: Cell[][], keys: readonly string[]): number {
  const [headings = [], ...lines] = cells;
  let numbers = 0;
  for (const line of lines) {
    line.forEach((cell, column) => {
      if (typeof cell !== "number") return;
      numbers += 1;
      const name = nameOf(String(headings[column]));
      const rows = rowsOfScenario(answer, idOf(line[0]));
      const isHere = (row: RawRow) =>
        periodOf(row) === (line[1] === "FY" ? "" : line[1]) &&
        headings.slice(2, column).every((heading, index) => {
          if (typeof line[index + 2] !== "string") return true;
          // Any text may tell rows apart.
          const key = [...keys, ...rows.flatMap(textsOf)].find(
            (one) => one.toLowerCase() === String(heading).toLowerCase(),
          );
          if (key === undefined) return true;
          // A text beside a P&L is none of it.
          const isWrapped = row.own["pnl"] === row.inner;
          const isBeside = isWrapped && !Object.hasOwn(row.inner, key);
          const group = groupOf(isWrapped && !isBeside ? { ...row, around: {}, own: {} } : row, key);
          if ((group ?? "") === line[index + 2]) return true;
          // A number under the name of a text is a field of that row, in a column of its own.
          return line[index + 2] === "" && key !== "region" && (isBeside || typeof said(row, key)[0] === "number");
        });
      const here = rows.filter(isHere);
      expect({ line, name, found: here.map((row) => valueAt(row, name)) }).toEqual({ line, name, found: [cell] });
    });
  }
  return numbers;
}

/** The number of a row; a percent of the P&L that was not sent is its two amounts' ratio (API specification §2.5). */
function valueAt(row: RawRow, name: string): number | undefined {
  const found = combined(name, [row]);
  return Number.isNaN(found) ? undefined : found;
}

/** What a field of several rows comes to, NaN where nothing may be shown. */
function combined(name: string, rows: readonly RawRow[]): number {
  if (rows.length === 0) return Number.NaN;
  const valuesOf = (row: RawRow) =>
    Object.fromEntries(
      [name, ...PNL, ...DEMAND].flatMap((field) => {
        const value = numberAt(row, field);
        return value === undefined ? [] : [[field, value]];
      }),
    );
  const found = combine(name, rows.map(valuesOf), true);
  return "missing" in found ? Number.NaN : found.value;
}

/** A row's period and group, if its group has the name that was asked for. A P&L has no groups. */
function identity(row: RawRow, fields: readonly string[], isNamed: boolean): string {
  const period = monthNamed(periodOf(row)) ?? periodOf(row).trim();
  if (fields === PNL) return period;
  return isNamed ? JSON.stringify([period, regionOf(row)]) : anyIdentity(row, fields);
}

function regionOf(row: RawRow): string {
  return (groupOf(row, "region") ?? "").trim().normalize();
}

/** Rows without a region count only if their month has no others. */
function withoutTotals(rows: readonly RawRow[]): readonly RawRow[] {
  const monthOf = (row: RawRow) => monthNamed(periodOf(row));
  const divided = new Set(rows.filter((row) => regionOf(row) !== "").map(monthOf));
  return rows.filter((row) => regionOf(row) !== "" || !divided.has(monthOf(row)));
}

/** Texts of a row that may tell it from others, whatever they are called. */
function anyIdentity(row: RawRow, fields: readonly string[]): string {
  const texts = [row.around, row.own, row.inner].flatMap((part) =>
    Object.entries(part).filter(
      ([key, value]) =>
        key !== "period" &&
        !fields.includes(key) &&
        (typeof value === "string" || (typeof value === "number" && key === "region")),
    ),
  );
  return JSON.stringify([monthNamed(periodOf(row)) ?? periodOf(row).trim(), ...texts.map(String).sort()]);
}

function checkNumber(name: string, all: readonly RawRow[], shown: number): void {
  const fields = PNL.includes(name) ? PNL : DEMAND;
  const isNamed = all.some((row) => regionOf(row) !== "");
  expect({ rows: new Set(all.map((row) => identity(row, fields, isNamed))).size }).toEqual({ rows: all.length });
  const rows = isNamed && fields === DEMAND ? withoutTotals(all) : all;
  const expected = combined(name, rows);
  expect(Number.isNaN(expected) ? "nothing to show" : shown).toBe(shown);
  expect(Math.abs(shown - expected)).toBeLessThanOrEqual(
    1e-9 * Math.max(Math.abs(expected), ...rows.map((row) => Math.abs(numberAt(row, name) ?? 0))),
  );
}

/** The number or table that a call shows, or undefined for an error of the right kind. */
async function shownBy<T>(call: Promise<T>): Promise<T | undefined> {
  const [outcome] = await Promise.allSettled([call]);
  if (outcome.status === "fulfilled") return outcome.value;
  const { code, message } = outcome.reason as { code: unknown; message: string };
  expect(["#N/A", "#VALUE!"]).toContain(code);
  expect(message).not.toContain("Something is wrong with this add-in");
  return undefined;
}

interface Counts {
  shown: number;
  refused: number;
}

/** Calls with the body changed at random, each result checked against what the body says then. */
async function hold(valid: object, interval: string, check: (answer: unknown, excel: Excel) => Promise<boolean>) {
  const counts: Counts = { shown: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(mutations, async (changes) => {
      const text = mutated(valid, changes);
      const answer: unknown = JSON.parse(text);
      const isShown = await check(answer, answering(text));
      if (isShown) {
        expect(isOther(answer, "p1", interval)).toBe(false);
        expect(currenciesIn(answer).length).toBeLessThan(2);
      }
      counts[isShown ? "shown" : "refused"] += 1;
    }),
    { numRuns: runs(500) },
  );
  // A property of errors alone, or of unchanged answers alone, would say nothing.
  expect(Math.min(counts.shown, counts.refused)).toBeGreaterThan(10);
}

const CELL = { plan: "p1", scenario: "s1" };
const BOTH = { plan: "p1", scenario: [["s1"], ["s2"]], layout: "table" };

describe.each([
  ["a full year", YEAR, "FY"],
  ["flat months", FLAT, "M"],
  ["wrapped months", WRAPPED, "M"],
] as const)("a P&L of %s, changed at random", (_what, valid, interval) => {
  test("is shown by PNL as a table as it stands there, or not at all", async () => {
    await hold(valid, interval, async (answer, excel) => {
      const cells: Cell[][] | undefined = await shownBy(excel.call("PNL", { ...BOTH, interval }));
      return cells !== undefined && checkTable(answer, cells, ["region", "area", "note", "budget"]) > 0;
    });
  });

  test.each(["ebit", "ebitPercent"])("gives KPI the right %s, or none", async (field) => {
    const period = interval === "FY" ? null : "2026-01:2026-02";
    await hold(valid, interval, async (answer, excel) => {
      const shown: number | undefined = await shownBy(excel.call("KPI", { ...CELL, field, period }));
      const all = rowsOfScenario(answer, "s1");
      const rows = period ? all.filter((row) => ["2026-01", "2026-02"].includes(monthNamed(periodOf(row)) ?? "")) : all;
      if (shown !== undefined) checkNumber(field, rows, shown);
      return shown !== undefined;
    });
  });
});

test("a randomly changed full year makes PNL return its very number, or none", async () => {
  await hold(YEAR, "FY", async (answer, excel) => {
    const cells: Cell[][] | undefined = await shownBy(excel.call("PNL", { ...CELL, field: "ebit" }));
    if (cells) expect(cells).toEqual(rowsOfScenario(answer, "s1").map((row) => [numberAt(row, "ebit")]));
    return cells !== undefined;
  });
});

describe.each([
  ["under keys", KEYS],
  ["as scenario elements", ELEMENTS],
] as const)("demand with its groups %s, changed at random", (_what, valid) => {
  const grouped = { ...CELL, groupBy: "region" };

  test("is shown by DEMAND as it stands there, or not at all", async () => {
    await hold(valid, "M", async (answer, excel) => {
      const cells: Cell[][] | undefined = await shownBy(excel.call("DEMAND", { ...BOTH, groupBy: "region" }));
      return cells !== undefined && checkTable(answer, cells, ["region", "area", "note", "budget"]) > 0;
    });
  });

  test.each(["demandValue", "fillRate", "forecastAccuracy"])("gives KPI the right %s, or none", async (field) => {
    const item = field === "demandValue" ? null : "North";
    const period = field === "forecastAccuracy" ? "2026-01" : "2026-01:2026-02";
    await hold(valid, "M", async (answer, excel) => {
      const shown: number | undefined = await shownBy(excel.call("KPI", { ...grouped, field, item, period }));
      const months = period.split(":");
      const all = rowsOfScenario(answer, "s1");
      const ofItem = item === null ? all : rowsOfItem(all, "region", item, DEMAND);
      const rows = ofItem.filter((row) => months.includes(monthNamed(periodOf(row)) ?? ""));
      if (shown !== undefined) checkNumber(field, rows, shown);
      return shown !== undefined;
    });
  });
});

/** Two plans whose scenarios have numbers of their own. */
const LIST = {
  plans: ["p1", "p2"].map((id, at) => ({
    id,
    name: ["Plan One", "Plan Two"][at],
    currency: "EUR",
    scenarios: SCENARIOS.map(([scenario, name]) => ({ id: scenario, name, flags: [] })),
  })),
};

const NUMBER_OF: Record<string, number> = { "p1 s1": 1.5, "p1 s2": 2.5, "p2 s1": 3.5, "p2 s2": 4.5 };

test.each([
  ["p1", "s1"],
  ["Plan One", "Base"],
  ["plan two", "s2"],
])("a randomly changed list of plans leads %s and %s to their number, or to none", async (plan, scenario) => {
  const counts: Counts = { shown: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(mutations, async (changes) => {
      const text = mutated(LIST, changes);
      const excel = open(
        serve((asked) => {
          if (asked.path === "/plans") return new Response(text);
          const number = NUMBER_OF[`${asked.planId} ${asked.scenarioIds.join()}`];
          return number === undefined ? undefined : pnlOf(asked, { ebit: number });
        }),
      );
      const shown: number | undefined = await shownBy(excel.call("KPI", { plan, scenario, field: "ebit" }));
      counts[shown === undefined ? "refused" : "shown"] += 1;
      if (shown === undefined) return;
      const { plans } = JSON.parse(text) as { plans: { id: string; scenarios: unknown }[] };
      const id = idNamed(plans, plan);
      const meant = idNamed(plans.find((one) => one.id === id)?.scenarios, scenario);
      expect({ id, meant, shown }).toEqual({ id, meant, shown: NUMBER_OF[`${id} ${meant}`] ?? 100 });
    }),
    { numRuns: runs(500) },
  );
  expect(Math.min(counts.shown, counts.refused)).toBeGreaterThan(10);
});

describe("one call over two requests", () => {
  const four = { plans: [{ id: "p1", name: "P", scenarios: ["s1", "s2", "s3", "s4"].map((id) => ({ id })) }] };
  const fields = fieldsWith(FIELDS.flatMap(({ name, family }) => (["pnl", "demand"].includes(family) ? [name] : [])));
  const currency = fc.record({
    code: fc.constantFrom("EUR", "USD", "eur ", undefined),
    place: fc.constantFrom("meta", "element", "row"),
  });
  const content = (interval: string | undefined, own: object) =>
    interval === "FY" ? { pnl: { ...fields, ...own } } : { series: inMonths(() => ({ ...fields, ...own })) };
  const first = { plan: "p1", scenario: [["s1"], ["s2"], ["s3"]] };

  test.each([
    ["PNL", { plan: "p1" }],
    ["PNL", { plan: "p1", interval: "M", layout: "table" }],
    ["DEMAND", { plan: "p1" }],
    ["VAR", { plan: "p1", scenario: "s4", base: "s1", field: "ebit", period: "2026-01" }],
    ["BRIDGE", { plan: "p1", from: "s1", to: "s4", by: "pvm", period: "2026-01" }],
    ["BRIDGE", { plan: "p1", from: "s4", to: "s1", by: "statement" }],
  ] as const)("is shown by %s %j if both are in one currency", async (name, given) => {
    await fc.assert(
      fc.asyncProperty(currency, currency, async (one, other) => {
        const excel = open(
          serve(({ path, planId, scenarioIds, interval }) => {
            if (path === "/plans") return four;
            const { code, place } = scenarioIds.includes("s4") ? other : one;
            const at = (here: string) => (place === here && code !== undefined ? { currency: code } : {});
            const element = { ...at("element"), ...content(interval, at("row")) };
            return {
              meta: { planId, ...at("meta") },
              scenarios: scenarioIds.map((scenarioId) => ({ scenarioId, ...element })),
            };
          }),
        );
        // So that no request is for both.
        await Promise.all([
          excel.call("PNL", first),
          excel.call("DEMAND", first),
          excel.call("PNL", { ...first, interval: "M" }),
        ]);
        const codes = new Set([one, other].flatMap(({ code }) => code?.trim().toUpperCase() ?? []));
        expect({ codes, isShown: (await shownBy(excel.call(name, given))) !== undefined }).toEqual({
          codes,
          isShown: codes.size < 2,
        });
      }),
      { numRuns: runs(80) },
    );
  });
});

test("an answer that nobody has changed is shown", async () => {
  const ebit = numberAt(rowsOfScenario(YEAR, "s1")[0] as RawRow, "ebit");
  expect(await answering(JSON.stringify(YEAR)).call("PNL", { ...CELL, field: "ebit" })).toEqual([[ebit]]);
  expect(said(rowsOfScenario(WRAPPED, "s2")[1] as RawRow, "dpm")).toHaveLength(1);
  expect(await failure(answering("{}").call("PNL", CELL))).toMatchObject({ code: "#VALUE!" });
});
