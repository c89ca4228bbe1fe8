/** Items whose spelling differs between plans, scenarios and years: each side of a number finds them by itself. */
import fc from "fast-check";
import { runs } from "../../propertyOptions";
import { open, type Excel, type FunctionName } from "./excel";
import { serve, type Asked } from "./service";

const PLANS = ["p1", "p2"] as const;
const SCENARIOS = ["s1", "s2"] as const;
const YEARS = ["2025", "2026"] as const;
const MONTHS = ["01", "12"] as const;

/** By spelling: a volume in each month of the year. */
type Items = Readonly<Record<string, readonly number[]>>;
/** By plan, scenario and year. */
type Universe = Readonly<Record<string, Items>>;

const PLACES = PLANS.flatMap((plan) =>
  SCENARIOS.flatMap((scenario) => YEARS.map((year) => `${plan} ${scenario} ${year}`)),
);

/** Opens a session over the universe. */
function openUniverse(universe: Universe): Excel {
  const named = (id: string) => ({ id, name: id, flags: [] });
  const plans = PLANS.map((id) => ({ id, name: id, currency: "EUR", scenarios: SCENARIOS.map(named) }));
  return open(serve((asked) => (asked.path === "/plans" ? { plans } : demandOf(asked, universe))));
}

/** Without dates, the service returns 2026. */
function demandOf({ planId, scenarioIds, query }: Asked, universe: Universe): object {
  const year = query.get("dateFrom")?.slice(0, 4) ?? "2026";
  const rowsOf = (items: Items) =>
    Object.entries(items).flatMap(([region, volumes]) =>
      MONTHS.map((month, at) => ({
        period: `${year}-${month}`,
        region,
        demandVolume: volumes[at],
        demandValue: 3 * (volumes[at] ?? 0) + (volumes[1] ?? 0),
      })),
    );
  const scenarios = scenarioIds.map((scenarioId) => ({
    scenarioId,
    series: rowsOf(universe[`${planId} ${scenarioId} ${year}`] ?? {}),
  }));
  return { meta: { planId }, scenarios };
}

interface Outcome {
  readonly value?: unknown;
  readonly code?: string;
}

type Given = Readonly<Record<string, unknown>>;

type Call = readonly [name: FunctionName, given: Given];

function outcome(excel: Excel, name: FunctionName, given: Given): Promise<Outcome> {
  const own = name === "BRIDGE" ? {} : { scenario: "s1" };
  return excel.call(name, { plan: "p1", groupBy: "region", ...own, ...given }).then(
    (value: unknown) => ({ value }),
    ({ code }: { code: string }) => ({ code }),
  );
}

/** An item that is nowhere counts as 0 beside one that is somewhere. */
const numberOf = ({ value, code }: Outcome) => (code === "#N/A" ? 0 : Number(value));

interface Side extends Outcome {
  /** The texts that stand for nothing on this side. */
  readonly unknown: readonly string[];
}

const isExclusion = (text: string) => text.startsWith("<>");

/** The number of a list on one side, without the texts that stand for nothing there. */
async function sideOf(of: (item: unknown) => Promise<Outcome>, list: readonly string[]): Promise<Side> {
  const column = (texts: readonly string[]) => of(texts.map((text) => [text]));
  const whole = await column(list);
  if (whole.code !== "#N/A") return { ...whole, unknown: [] };
  const alone = await Promise.all(list.map((text) => column([text])));
  const unknown = list.filter((text, at) => !isExclusion(text) && alone[at]?.code === "#N/A");
  const known = list.filter((text) => !unknown.includes(text));
  const isNothing = unknown.length === 0 || known.every(isExclusion);
  return { ...(isNothing ? { value: 0 } : await column(known)), unknown };
}

const volumes = fc.tuple(fc.integer({ min: 1, max: 999 }), fc.integer({ min: 1, max: 999 }));

/** The base of a variance, and the arguments of a KPI of the base alone. */
const AGAINST: readonly (readonly [base: Given, alone: Given])[] = [
  [{ base: "s2" }, { scenario: "s2" }],
  [{ basePlan: "p2" }, { plan: "p2" }],
  [{ basePeriod: "2025-12" }, { period: "2025-12" }],
];

/** An ambiguous name on one side is ambiguous. A text that stands for nothing on either side is no item. */
function expectTotal(total: Outcome, [one, other]: readonly [Side, Side], combine: typeof Math.atan2): void {
  const sides = [one, other];
  if (one.unknown.some((text) => other.unknown.includes(text))) expect(total).toEqual({ code: "#N/A" });
  else if (sides.some(({ code }) => code === "#VALUE!")) expect(total).toEqual({ code: "#VALUE!" });
  else if (total.code) expect([total.code, ...sides.map(numberOf)]).toEqual(["#N/A", 0, 0]);
  else expect(total).toEqual({ value: combine(numberOf(one), numberOf(other)) });
}

describe("However names differ in case within an answer and between answers", () => {
  const names = fc.constantFrom("alpha", "Alpha", "ALPHA", "beta", "Beta");
  const items = fc.dictionary(names, volumes, { maxKeys: 4 }).map((named): Items => ({ ...named, omega: [1, 2] }));
  const universe: fc.Arbitrary<Universe> = fc.record(Object.fromEntries(PLACES.map((place) => [place, items])));
  const criteria = names.chain((name) => fc.constantFrom(name, `<>${name}`, `=${name}`, "*a", "<>A*"));
  const texts = fc.array(criteria, { minLength: 1, maxLength: 3 });
  const GIVEN = { field: "demandVolume", period: "2026-01" };

  test("a variance is the KPI of its side less the KPI of its base", async () => {
    const against = fc.constantFrom(...AGAINST);
    await fc.assert(
      fc.asyncProperty(universe, texts, against, async (data, list, [base, alone]) => {
        const excel = openUniverse(data);
        const item = list.map((text) => [text]);
        const variance = await outcome(excel, "VAR", { ...GIVEN, item, ...base, measure: "difference" });
        const of = (given: Given) => sideOf((each) => outcome(excel, "KPI", { ...GIVEN, ...given, item: each }), list);
        expectTotal(variance, [await of({}), await of(alone)], (own, other) => own - other);
      }),
      { numRuns: runs(120) },
    );
  });

  test("an item and all but this item are all", async () => {
    const period = fc.constantFrom("2026-01", "2025-12", "2025-12:2026-01");
    await fc.assert(
      fc.asyncProperty(universe, names, period, async (data, name, when) => {
        const excel = openUniverse(data);
        const of = (item: unknown) => outcome(excel, "KPI", { ...GIVEN, period: when, item });
        const [one, others, all] = [await of(name), await of(`<>${name}`), await of(null)];
        if (one.code !== "#VALUE!") expect({ value: numberOf(one) + numberOf(others) }).toEqual(all);
      }),
      { numRuns: runs(80) },
    );
  });

  test("a number of several months is the sum of its months", async () => {
    await fc.assert(
      fc.asyncProperty(universe, texts, async (data, list) => {
        const excel = openUniverse(data);
        const number = (period: string, item: unknown) => outcome(excel, "KPI", { ...GIVEN, period, item });
        const of = (period: string) => sideOf((item) => number(period, item), list);
        const both = await number(
          "2025-12:2026-01",
          list.map((text) => [text]),
        );
        expectTotal(both, [await of("2025-12"), await of("2026-01")], (before, after) => before + after);
      }),
      { numRuns: runs(80) },
    );
  });
});

function bridgeOf({ base = "s1", ...against }: Given): Given {
  return { from: base, to: "s1", by: "pvm", period: "2026-01", ...against };
}

describe("If each answer has one spelling of a name", () => {
  const NAMES = ["Skin Care", "Hair", "K\u00f6ln"] as const;
  const SPELLINGS: readonly ((name: string) => string)[] = [
    (name) => name,
    (name) => name.toUpperCase(),
    (name) => name.toLowerCase().normalize("NFD"),
  ];
  const spelling = fc.constantFrom(...SPELLINGS);
  const place = fc.record({
    items: fc.dictionary(fc.constantFrom(...NAMES), volumes),
    spellings: fc.tuple(spelling, spelling, spelling),
  });
  type Place = typeof place extends fc.Arbitrary<infer T> ? T : never;
  const places: fc.Arbitrary<Record<string, Place>> = fc.record(
    Object.fromEntries(PLACES.map((name) => [name, place])),
  );
  const universeOf = (data: Record<string, Place>, isPlain: boolean): Universe =>
    Object.fromEntries(
      Object.entries(data).map(([name, { items, spellings }]) => {
        const spell = (item: string) => {
          const respell = spellings[NAMES.indexOf(item as (typeof NAMES)[number])];
          return isPlain || !respell ? item : respell(item);
        };
        const spelled = Object.entries(items).map(([item, each]) => [spell(item), each] as const);
        return [name, { ...Object.fromEntries(spelled), Omega: [1, 2] }];
      }),
    );
  const item = fc.constantFrom("Skin Care", "SKIN CARE", "hair", "k\u00f6ln", "=Hair", "<>skin care", "S*", [
    ["Hair"],
    ["skin care"],
  ]);
  const field = fc.constantFrom("demandVolume", "demandValue", "demandValuePerUnit");

  test("every number and every bridge is the same as in the same spelling", async () => {
    await fc.assert(
      fc.asyncProperty(places, item, field, async (data, named, of) => {
        const resultsOf = async (calls: readonly Call[], isPlain: boolean) => {
          const excel = openUniverse(universeOf(data, isPlain));
          // One after the other: the functions have one host at a time.
          const results: Outcome[] = [];
          for (const [name, given] of calls) results.push(await outcome(excel, name, given));
          return results;
        };
        const calls: readonly Call[] = [
          ["KPI", { field: of, period: "2025-12:2026-01", item: named }],
          ...AGAINST.flatMap(([base]) => [
            ["VAR", { field: of, period: "2026-01", item: named, measure: "difference", ...base }] as const,
            ["BRIDGE", bridgeOf(base)] as const,
          ]),
        ];
        expect(await resultsOf(calls, false)).toEqual(await resultsOf(calls, true));
      }),
      { numRuns: runs(40) },
    );
  });
});
