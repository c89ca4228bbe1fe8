/** Random states of a plan and a workbook, and what its cells say of the sentences of a briefing. */
import fc from "fast-check";
import { subjectOfPlan, describeBriefing, type Briefing } from "../../../src/excel/actions/briefing/briefing";
import { currencyOf } from "../../../src/numbers/analysis/answerFacts";
import {
  briefingQuestions,
  readBriefingNumbers,
  type BriefingNumbers,
} from "../../../src/numbers/analysis/briefingNumbers";
import { argumentsByName } from "../../../src/numbers/analysis/numberCall";
import { heldAnswers, type Plan } from "../../../src/insights";
import type { Excel } from "../functions/excel";
import { openGaps, type Month } from "../functions/gaps";
import { refusal, type Asked } from "../functions/service";
import { statementOf } from "../../oracle/fields";
import { free } from "./setup";
import { sourceOfExcel } from "./workbookSource";

const SCENARIOS = ["s1", "s2"] as const;
const NAMES = ["Actual", "Committed"] as const;
/** The service tells of 2026 where no dates are asked for. */
const MONTHS = Array.from({ length: 24 }, (_, at) => monthAt(2025, at));
const REGIONS = ["North", "South*", "<5 km"] as const;

function monthAt(year: number, at: number): string {
  return new Date(Date.UTC(year, at)).toISOString().slice(0, 7);
}

const REFUSALS = ["none", "pnl", "demand", "dated", "absent"] as const;

export interface BriefingCase {
  readonly settings: {
    readonly fiscalMonth: number;
    readonly fiscalNameByBegin: boolean;
    readonly currentMonth: string | undefined;
    readonly currency: string | undefined;
    readonly scenarios: readonly string[] | undefined;
  };
  readonly hasActuals: boolean;
  /** The requests that the service refuses while the pane looks: a family's, or dated ones. It may say of dates that it has nothing, to cells too. */
  readonly refused: (typeof REFUSALS)[number];
  /** The ids of scenarios, with their rows. */
  readonly pnl: Readonly<Record<string, readonly Month[]>>;
  readonly demand: Readonly<Record<string, readonly Month[]>>;
}

const usually = <T>(usual: T, other: fc.Arbitrary<T>) => fc.oneof({ weight: 3, arbitrary: fc.constant(usual) }, other);
const someMonths = usually<number[]>([], fc.array(fc.nat({ max: 23 }), { maxLength: 3 }));

/** The first and last month that a scenario has, the months in between that it lacks, and a factor for each month. */
const held = fc.record({
  from: usually(0, fc.integer({ min: 0, max: 20 })),
  to: usually(23, fc.integer({ min: 10, max: 23 })),
  lacks: someMonths,
  factors: fc.array(fc.integer({ min: -3, max: 9 }), { minLength: 24, maxLength: 24 }),
});

const pnlOfScenario = fc
  .tuple(held, someMonths, free)
  .map(([{ from, to, lacks, factors }, withoutEbit, lines]): Month[] => {
    const { otherCosts: _costs, overhead: _overhead, ...sent } = statementOf(lines);
    return MONTHS.flatMap((period, at) => {
      if (at < from || at > to || lacks.includes(at)) return [];
      const scaled = Object.entries(sent).map(([name, value]) => [name, value * (factors[at] ?? 1)]);
      const month: Month = { period, ...Object.fromEntries(scaled) };
      if (withoutEbit.includes(at)) delete month["ebit"];
      return [month];
    });
  });

const demandOfScenario = fc
  .tuple(held, usually([...REGIONS], fc.subarray([...REGIONS])))
  .map(([{ from, to, lacks, factors }, regions]) =>
    MONTHS.flatMap((period, at): Month[] => {
      if (at < from || at > to || lacks.includes(at)) return [];
      const factor = factors[at] ?? 1;
      return regions.map((region, row) => ({
        period,
        region,
        demandValue: 100 * factor * (row + 1),
        demandVolume: 10,
      }));
    }),
  );

/** @param fiscalMonth The months in which fiscal years may begin. */
export function briefingCases(fiscalMonth: fc.Arbitrary<number>): fc.Arbitrary<BriefingCase> {
  return fc.record({
    settings: fc.record({
      fiscalMonth,
      fiscalNameByBegin: fc.boolean(),
      currentMonth: fc.oneof(fc.constant(undefined), fc.constantFrom(...MONTHS)),
      currency: fc.constantFrom(undefined, "EUR"),
      scenarios: usually<readonly string[] | undefined>(undefined, fc.constantFrom(["s1"], ["s2"])),
    }),
    hasActuals: usually(true, fc.boolean()),
    refused: usually<BriefingCase["refused"]>("none", fc.constantFrom(...REFUSALS)),
    pnl: fc.record({ s1: pnlOfScenario, s2: pnlOfScenario }),
    demand: fc.record({ s1: demandOfScenario, s2: demandOfScenario }),
  });
}

function openWorkbook({ settings, hasActuals, refused, ...data }: BriefingCase): Excel {
  const flags = [hasActuals ? ["actual"] : [], ["committed"]];
  const plan = {
    id: "p1",
    name: "FY26 Plan",
    currency: "USD",
    scenarios: SCENARIOS.map((id, at) => ({ id, name: NAMES[at], flags: flags[at] })),
  };
  const refuse = ({ path, query }: Asked) => {
    const isDated = query.has("dateFrom");
    if (refused === "absent" && isDated) return refusal(404, "There is nothing.");
    const isRefused = {
      none: false,
      absent: false,
      pnl: path === "/pnl-summary",
      demand: path === "/demand-forecast",
      dated: isDated,
    };
    return isRefused[refused] ? refusal(403, "Not allowed.") : undefined;
  };
  return openGaps(
    { ...data, plans: [plan], generatedAt: "2026-07-15T12:00:00Z", refuse },
    { settings: { plan: "p1", ...settings } },
  );
}

export interface Briefed {
  readonly numbers: BriefingNumbers;
  readonly said: Briefing;
  /** The requests of the look. */
  readonly requests: readonly string[];
  /** True if the service said of all that was asked for if there is a number. */
  readonly isWhole: boolean;
  /** Another session of the same workbook, whose cells are asked. */
  readonly excel: Excel;
}

/** Looks as the pane does. */
export async function lookAt(state: BriefingCase): Promise<Briefed> {
  const excel = openWorkbook(state);
  const { session, requests } = excel;
  const plans = await session.plans();
  const plan = plans[0] as Plan;
  requests.length = 0;
  const subject = subjectOfPlan(plan, state.settings)!;
  const generation = session.look(plans);
  const asked = briefingQuestions(subject).map((question) => session.ask(question, { generation }));
  const areAnswered = (await Promise.allSettled(asked)).every(({ status }) => status === "fulfilled");
  const source = sourceOfExcel(excel, generation);
  const numbers = await readBriefingNumbers(subject, source, areAnswered);
  const isWhole = areAnswered && numbers.failure === undefined;
  const settled = state.refused === "absent" ? state : { ...state, refused: "none" as const };
  const currency = currencyOf(heldAnswers(generation));
  const said = describeBriefing(subject, numbers, { currency, computedAt: 0 }, "en");
  return { numbers, said, requests: [...requests], isWhole, excel: openWorkbook(settled) };
}

type Arguments = Readonly<Record<string, unknown>>;

/** Returns functions that compute cells of the workbook: a number, a text or a table; undefined for an error. */
function cellsOf(excel: Excel) {
  const show = (name: "KPI" | "VAR" | "PERIOD" | "BRIDGE", args: Arguments): Promise<unknown> =>
    excel.call(name, args).then(
      (value: unknown) => value,
      () => undefined,
    );
  const number = async (name: "KPI" | "VAR", args: Arguments) => (await show(name, args)) as number | undefined;
  const isAbsent = (args: Arguments) =>
    excel.call("KPI", args).then(
      () => false,
      ({ code }: { code: string }) => code === "#N/A",
    );
  return { show, number, isAbsent };
}

type Cells = ReturnType<typeof cellsOf>;

/** A sentence beside the cells that it is about. */
interface Claim {
  readonly what: string;
  readonly said: unknown;
  readonly shown: unknown;
}

const MONTHS_AROUND = Array.from({ length: 72 }, (_, at) => monthAt(2023, at));

/** Returns what the sentences of a briefing say otherwise than the cells. */
export async function denials(briefed: Briefed): Promise<Claim[]> {
  const { said, isWhole } = briefed;
  const cells = cellsOf(briefed.excel);
  if (said.period === undefined) return (await claimsOfNoPeriod(briefed, cells)).filter(isDenied);
  const when = timeOf(briefed);
  const months = await monthsSaid(briefed, cells);
  const label = await cells.show("PERIOD", { ...when, part: "label" });
  const claims = [
    { what: "period", said: said.period, shown: label },
    ...(await claimsOfEbit(briefed, when, cells)),
    ...(await claimsOfMonths(briefed, months, cells)),
    ...(await claimsOfRegions(briefed, when, cells)),
  ];
  // If the service refused a question, what needs its answer may be left out.
  return claims.filter((claim) => isDenied(claim) && (isWhole || claim.said !== undefined));
}

/** The period of a briefing, as arguments of a cell. */
function timeOf({ numbers, said }: Briefed): Arguments {
  const period = numbers.call && argumentsByName(numbers.call).period;
  return said.isToDate ? { period: "current", basis: "YTD" } : { period };
}

async function monthsSaid(briefed: Briefed, { show }: Cells): Promise<string[]> {
  if (briefed.said.period === undefined) return [];
  const [first = "", last = first] = String(await show("PERIOD", timeOf(briefed))).split(":");
  return MONTHS_AROUND.filter((month) => month >= first && month <= last);
}

function isDenied({ said, shown }: Claim): boolean {
  return typeof said === "number" && typeof shown === "number" ? Math.abs(said - shown) > 1e-4 : said !== shown;
}

/** A briefing without months says which the service lacks. */
async function claimsOfNoPeriod({ said }: Briefed, { number }: Cells): Promise<Claim[]> {
  const shared = await Promise.all(
    MONTHS.map(async (period) => {
      const sides = await Promise.all(
        sidesOf(said).map((scenario) => number("KPI", { field: "ebit", period, scenario })),
      );
      return sides.includes(undefined) ? [] : [period];
    }),
  );
  const first = shared.flat().find((month) => month.startsWith("2026"));
  return said.reason === undefined ? [] : [{ what: "reason", said: undefined, shown: first }];
}

function sidesOf({ own, base }: Briefing): string[] {
  return base === undefined ? [own] : [own, base];
}

async function claimsOfEbit({ numbers, said }: Briefed, when: Arguments, { show, number }: Cells): Promise<Claim[]> {
  const ebit = { field: "ebit", ...when };
  const own = await number("KPI", { ...ebit, scenario: said.own });
  const claims: Claim[] = [{ what: "own", said: numbers.own, shown: own }];
  if (said.base === undefined) return claims;
  const base = await number("KPI", { ...ebit, scenario: said.base });
  const sides = { scenario: said.own, base: said.base };
  const percent = await number("VAR", { ...ebit, ...sides, measure: "percent" });
  const difference = await number("VAR", { ...ebit, ...sides });
  const bridge = (await show("BRIDGE", { ...when, from: said.base, to: said.own })) as unknown[][] | undefined;
  const { start, steps = [], end } = numbers.steps ?? {};
  const rows = [start, ...steps.map(({ amount }) => amount), end];
  return [
    ...claims,
    { what: "base", said: numbers.base, shown: base },
    { what: "percent", said: numbers.percent, shown: percent },
    { what: "headline", said: / (below|above|as in) /.exec(said.headline)?.[1], shown: comparedInWords(difference) },
    {
      what: "steps",
      said: numbers.steps && JSON.stringify(rows),
      shown: bridge && JSON.stringify(bridge.slice(1).map(([, amount]) => amount)),
    },
  ];
}

function comparedInWords(difference: number | undefined): string | undefined {
  if (difference === undefined) return undefined;
  if (Math.abs(difference) < 0.5) return "as in";
  return difference < 0 ? "below" : "above";
}

/** The largest month, the gaps, and which months a briefing without a current month is of. */
async function claimsOfMonths({ said, isWhole }: Briefed, months: readonly string[], cells: Cells): Promise<Claim[]> {
  const ebit = { field: "ebit" };
  const claims: Claim[] = [];
  for (const scenario of sidesOf(said)) {
    const absent = await Promise.all(months.map((period) => cells.isAbsent({ ...ebit, scenario, period })));
    const own = said.gaps.find((each) => each.scenario === scenario)?.months;
    // A month that was not asked for is no gap.
    const lacking = months.filter((month, at) => absent[at] && (isWhole || own?.includes(month)));
    claims.push({
      what: `gap of ${scenario}`,
      said: own?.join(),
      shown: lacking.length > 0 ? lacking.join() : undefined,
    });
    if (!said.isToDate) claims.push({ what: "months that both have", said: "", shown: lacking.join() });
  }
  if (said.base === undefined) return claims;
  const sides = { scenario: said.own, base: said.base };
  const month = said.worth.find(({ kind }) => kind === "month");
  const amounts = await Promise.all(months.map((period) => cells.number("VAR", { ...ebit, ...sides, period })));
  const largest = Math.max(0, ...amounts.map((amount) => Math.abs(amount ?? 0)));
  const own = amounts[months.indexOf(month?.label ?? "")];
  return [
    ...claims,
    { what: "largest month", said: month && Math.abs(month.amount), shown: largest || undefined },
    { what: `amount of ${month?.label}`, said: month?.amount, shown: own },
  ];
}

async function claimsOfRegions({ said }: Briefed, when: Arguments, { number }: Cells): Promise<Claim[]> {
  if (said.base === undefined) return [];
  const demand = { field: "demandValue", groupBy: "region", ...when, scenario: said.own, base: said.base };
  const amounts = await Promise.all(REGIONS.map((item) => number("VAR", { ...demand, item })));
  const worst = Math.min(0, ...amounts.map((amount) => amount ?? 0));
  const region = said.worth.find(({ kind }) => kind === "region");
  const own = amounts[REGIONS.findIndex((each) => each === region?.label)];
  return [
    { what: "worst region", said: region?.amount, shown: worst || undefined },
    { what: `amount of ${region?.label}`, said: region?.amount, shown: own },
  ];
}

/** Returns the most requests of a look: two, and two for each calendar year with months that the first answers lack. */
export async function mostRequests({ pnl, demand }: BriefingCase, briefed: Briefed): Promise<number> {
  const months = await monthsSaid(briefed, cellsOf(briefed.excel));
  const has = (rows: readonly Month[], month: string) =>
    month.startsWith("2026") && rows.some((row) => row.period === month);
  const all = [...Object.values(pnl), ...Object.values(demand)];
  const lacking = months.filter((month) => !all.every((rows) => has(rows, month)));
  return 2 + 2 * new Set(lacking.map((month) => month.slice(0, 4))).size;
}
