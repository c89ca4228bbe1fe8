/** Services of other habits give right numbers, and one contradiction in any of their answers gives none. */
import fc from "fast-check";
import { runs } from "../../propertyOptions";
import { open, type Excel } from "./excel";
import { serve } from "./service";

type Row = Record<string, unknown>;

/** Volume and value of a group in a month. */
interface Part {
  readonly month: string;
  readonly group: string;
  readonly demandVolume: number;
  readonly demandValue: number;
}

const MONTHS = ["2026-01", "2026-02", "2026-03"];
const GROUPS = ["North", "south", "SOUTH", "Ost 1"];

const WEEKS = ["isoWeek", "calendarWeek", "weekOfYear"] as const;
const FISCAL_YEARS = ["fiscal", "longFiscal", "fiscalSpan"] as const;
type Label = "plain" | "short" | "named" | "dated" | "joined" | (typeof WEEKS)[number] | (typeof FISCAL_YEARS)[number];

/** What a service may do where the specification says nothing. */
const habits = fc.record({
  key: fc.constantFrom("region", "Region", "regionName", "group", "area"),
  label: fc.constantFrom<Label>("plain", "short", "named", "dated", "joined"),
  totals: fc.constantFrom("none", "absent", "null", "blank", "called"),
  totalsFirst: fc.boolean(),
  attributes: fc.subarray(["status", "updatedAt", "code", "currency", "comment"]),
  ignoresDates: fc.boolean(),
  nests: fc.boolean(),
  isRounded: fc.boolean(),
  reversed: fc.boolean(),
});
type Habit = typeof habits extends fc.Arbitrary<infer T> ? T : never;

const parts: fc.Arbitrary<readonly Part[]> = fc
  .array(
    fc.record({
      present: fc.boolean(),
      volume: fc.double({ min: 5000, max: 99_999, noNaN: true }),
      price: fc.double({ min: 1, max: 9, noNaN: true }),
    }),
    { minLength: MONTHS.length * GROUPS.length, maxLength: MONTHS.length * GROUPS.length },
  )
  .map((cells) =>
    cells.flatMap(({ present, volume, price }, index) => {
      const month = MONTHS[Math.floor(index / GROUPS.length)] ?? "";
      const group = GROUPS[index % GROUPS.length] ?? "";
      // Each month has a part.
      return present || index % GROUPS.length === 0
        ? [{ month, group, demandVolume: volume, demandValue: volume * price }]
        : [];
    }),
  );

const NAMES = ["Jan", "Feb", "Mar"];
const labelOf = (month: string, label: Label): string => {
  const [year = "", number = ""] = month.split("-");
  const week = String(Number(number) * 4).padStart(2, "0");
  switch (label) {
    case "plain":
      return month;
    case "short":
      return `${year}-${Number(number)}`;
    case "named":
      return `${NAMES[Number(number) - 1] ?? "Dec"} ${year}`;
    case "dated":
      return `${month}-01`;
    case "joined":
      return `${year}${number}`;
    case "isoWeek":
      return `${year}-W${week}`;
    case "calendarWeek":
      return `CW ${week}`;
    case "weekOfYear":
      return `W${week}/${year}`;
    case "fiscal":
      return `FY${year.slice(2)}`;
    case "longFiscal":
      return `FY${year}`;
    case "fiscalSpan":
      return `FY${year}/${Number(year.slice(2)) + 1}`;
  }
};

const sumOf = (list: readonly Part[], field: "demandVolume" | "demandValue") =>
  list.reduce((sum, part) => sum + part[field], 0);

/** The rows as the service sends them, and what of the parts is left of its rounding. */
function told(all: readonly Part[], habit: Habit): { rows: Row[]; parts: readonly Part[] } {
  const round = (value: number) => (habit.isRounded ? Math.round(value) : value);
  const rounded = all.map((part) => ({
    ...part,
    demandVolume: round(part.demandVolume),
    demandValue: round(part.demandValue),
  }));
  let count = 0;
  const texts = () => {
    count += 1;
    const own: Row = {
      status: count % 2 ? "final" : "draft",
      updatedAt: `t${count}`,
      code: `c${count}`,
      currency: "EUR",
      comment: "",
    };
    return Object.fromEntries(habit.attributes.map((name) => [name, own[name]]));
  };
  const nested = habit.nests ? { previousYear: { demandValue: 1, period: "2025-01", region: "North" } } : {};
  const partRow = ({ month, group, demandVolume, demandValue }: Part): Row => ({
    period: labelOf(month, habit.label),
    [habit.key]: group,
    ...texts(),
    ...nested,
    demandVolume,
    demandValue,
  });
  const totalRow = (month: string): Row => {
    const own = all.filter((part) => part.month === month);
    const key = {
      none: {},
      absent: {},
      null: { [habit.key]: null },
      blank: { [habit.key]: " " },
      called: { [habit.key]: "Total" },
    }[habit.totals];
    const amounts = {
      demandVolume: round(sumOf(own, "demandVolume")),
      demandValue: round(sumOf(own, "demandValue")),
    };
    return { period: labelOf(month, habit.label), ...key, ...texts(), ...amounts };
  };
  const rows = rounded.map(partRow);
  const months = MONTHS.filter((month) => all.some((part) => part.month === month));
  const totals = habit.totals === "none" ? [] : months.map(totalRow);
  const outside = habit.ignoresDates
    ? [partRow({ month: "2025-12", group: "North", demandVolume: 7, demandValue: 7 })]
    : [];
  const list = habit.totalsFirst ? [...totals, ...rows, ...outside] : [...outside, ...rows, ...totals];
  return { rows: habit.reversed ? list.reverse() : list, parts: rounded };
}

function answering(rows: readonly Row[]): Excel {
  return open(
    serve(({ path, planId, scenarioIds }) => {
      if (path === "/plans") return undefined;
      return { meta: { planId }, scenarios: scenarioIds.map((scenarioId) => ({ scenarioId, series: rows })) };
    }),
  );
}

const CELL = { plan: "p1", scenario: "s1", groupBy: "region" };
const KPI = { ...CELL, field: "demandValue", period: "2026-01:2026-03" };
const TABLE = { ...CELL, dateFrom: "2026-01-01", dateTo: "2026-03-31", layout: "table" };
const BRIDGE = { plan: "p1", from: "s1", to: "s2", by: "pvm", period: "2026-01:2026-03", groupBy: "region" };

type Outcome = { readonly value: unknown } | { readonly code: unknown; readonly message: string };

async function outcomeOf(call: Promise<unknown>): Promise<Outcome> {
  return call.then(
    (value) => ({ value }),
    ({ code, message }: { code: unknown; message: string }) => ({ code, message }),
  );
}

const close = (expected: number) => expect.closeTo(expected, 4) as number;

test("whatever the habits of a service are, its right answers are right", async () => {
  let shown = 0;
  await fc.assert(
    fc.asyncProperty(parts, habits, async (all, habit) => {
      const { rows, parts: sent } = told(all, habit);
      const excel = answering(rows);
      expect(await outcomeOf(excel.call("KPI", KPI))).toEqual({ value: close(sumOf(sent, "demandValue")) });
      const volume = { ...KPI, field: "demandVolume", period: "2026-02" };
      const february = sent.filter(({ month }) => month === "2026-02");
      expect(await outcomeOf(excel.call("KPI", volume))).toEqual({ value: close(sumOf(february, "demandVolume")) });
      const cells: unknown[][] = await excel.call("DEMAND", TABLE);
      const values = cells.slice(1).map((row) => row[(cells[0] ?? []).indexOf("Demand value")]);
      expect(values.map(Number).sort()).toEqual(sent.map(({ demandValue }) => demandValue).sort());
      const bridge: unknown[][] = await excel.call("BRIDGE", BRIDGE);
      expect([bridge[1]?.[1], bridge.at(-1)?.[1]]).toEqual([
        close(sumOf(sent, "demandValue")),
        close(sumOf(sent, "demandValue")),
      ]);
      // Only rows side by side tell which text divides them.
      const isDivided = MONTHS.some((month) => rows.filter(({ period }) => period === labelOf(month, habit.label))[1]);
      if (!isDivided && habit.key === "area") return;
      for (const group of GROUPS.filter((name) => sent.some((part) => part.group === name))) {
        const ofItem = sent.filter((part) => part.group === group);
        const item = await outcomeOf(excel.call("KPI", { ...KPI, item: group }));
        expect({ group, ...item }).toEqual({ group, value: close(sumOf(ofItem, "demandValue")) });
        shown += 1;
      }
    }),
    { numRuns: runs(1500) },
  );
  expect(shown).toBeGreaterThan(500);
});

/** The periods and values of a table, in any order. */
function shownIn(cells: readonly unknown[][]): string[] {
  const at = (heading: string) => (cells[0] ?? []).indexOf(heading);
  return cells
    .slice(1)
    .map((row) => `${String(row[at("Period")])} ${String(row[at("Demand value")])}`)
    .sort();
}

test("rows of weeks of the dates are shown by tables, and are no sum over months", async () => {
  await fc.assert(
    fc.asyncProperty(parts, habits, fc.constantFrom(...WEEKS), async (all, given, label) => {
      const habit = { ...given, label };
      const { rows, parts: sent } = told(all, habit);
      const excel = answering(rows);
      // The week that a label names is known by ISO 8601 alone.
      const isKept = habit.ignoresDates && label !== "isoWeek";
      const outside = isKept ? [{ month: "2025-12", demandValue: 7 }] : [];
      const expected = [...sent, ...outside].map(({ month, demandValue }) => `${labelOf(month, label)} ${demandValue}`);
      expect(shownIn(await excel.call("DEMAND", { ...TABLE, interval: "W" }))).toEqual(expected.sort());
      const calls = [
        excel.call("KPI", KPI),
        excel.call("KPI", { ...KPI, period: "2026-02" }),
        excel.call("BRIDGE", BRIDGE),
      ];
      for (const outcome of await Promise.all(calls.map(outcomeOf))) expect(outcome).toMatchObject({ code: "#VALUE!" });
    }),
    { numRuns: runs(300) },
  );
});

test("a full year with a fiscal label is shown as sent, as the sum of its groups", async () => {
  await fc.assert(
    fc.asyncProperty(parts, habits, fc.constantFrom(...FISCAL_YEARS), async (all, given, label) => {
      const habit = { ...given, label, ignoresDates: false };
      const { rows, parts: sent } = told(
        all.filter(({ month }) => month === MONTHS[0]),
        habit,
      );
      const excel = answering(rows);
      const expected = sent.map(({ month, demandValue }) => `${labelOf(month, label)} ${demandValue}`);
      const table = { ...CELL, interval: "FY", layout: "table" };
      expect(shownIn(await excel.call("DEMAND", table))).toEqual(expected.sort());
      const kpi = { ...CELL, field: "demandValue" };
      expect(await outcomeOf(excel.call("KPI", kpi))).toEqual({ value: close(sumOf(sent, "demandValue")) });
    }),
    { numRuns: runs(300) },
  );
});

/** A contradiction in rows, made at a place that a number chooses. */
const CONTRADICTIONS: Record<string, (rows: Row[], habit: Habit, at: number) => Row[]> = {
  "a row twice, with another status": (rows, _habit, at) => [...rows, { ...rows[at % rows.length], status: "other" }],
  "a row twice, with other amounts": (rows, _habit, at) => [...rows, { ...rows[at % rows.length], demandValue: 5 }],
  "a row under another spelling of its month": (rows, habit, at) => {
    const { month = "", ...row } = monthly(rows, habit)[at % monthly(rows, habit).length] ?? {};
    const other = habit.label === "named" ? "dated" : "named";
    return [...rows, { ...row, period: labelOf(String(month), other) }];
  },
  "a row without a group that is no sum": (rows, habit, at) => {
    const month = labelOf(MONTHS[at % 3] ?? "", habit.label);
    return [...rows, { period: month, demandVolume: 1 + at, demandValue: 3 }];
  },
  "a row in another currency": (rows, _habit, at) =>
    rows.map((row, index) => ({ ...row, currency: index === at % rows.length ? "USD" : "EUR" })),
  "a field in two spellings": (rows, _habit, at) => {
    // Not a total, nor a month outside of what is asked.
    const inside = rows.map((row, index) => (isPart(row) ? index : -1)).filter((index) => index >= 0);
    const chosen = inside[at % inside.length];
    return rows.map((row, index) => (index === chosen ? { ...row, DEMANDVALUE: 3 } : row));
  },
};

function monthly(rows: readonly Row[], habit: Habit): Row[] {
  return rows.flatMap((row) => {
    const month = MONTHS.find((one) => labelOf(one, habit.label) === row["period"]);
    return month ? [{ ...row, month }] : [];
  });
}

function isPart(row: Row): boolean {
  return row["demandVolume"] !== 7 && Object.values(row).some((value) => GROUPS.includes(String(value)));
}

test.each(Object.keys(CONTRADICTIONS))("%s becomes no number, whatever the habits are", async (name) => {
  const contradict = CONTRADICTIONS[name]!;
  await fc.assert(
    fc.asyncProperty(parts, habits, fc.nat(1000), async (all, given, at) => {
      // Where no key has the name of a group, any text that tells rows apart is one.
      const key = given.key === "area" || given.key === "regionName" ? "region" : given.key;
      const habit = { ...given, key, ignoresDates: false } as const;
      const rows = contradict(told(all, habit).rows, habit, at);
      const calls = [
        ["KPI", KPI],
        ["DEMAND", TABLE],
        ["BRIDGE", BRIDGE],
      ] as const;
      for (const [id, arguments_] of calls) {
        expect({ id, ...(await outcomeOf(answering(rows).call(id, arguments_))) }).toMatchObject({
          id,
          code: "#VALUE!",
        });
      }
    }),
    { numRuns: runs(300) },
  );
});
