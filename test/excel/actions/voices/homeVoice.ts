/** The pane's home, held against the cells that show the same numbers. */
import type { Briefing } from "../../../../src/excel/actions/briefing/briefing";
import type { BriefingState } from "../../../../src/excel/actions/briefing/briefingState";
import { argumentsByName } from "../../../../src/numbers/analysis/numberCall";
import { monthsLabel } from "../../../../src/numbers/language/monthsLabel";
import { says } from "./spoken";
import { text } from "./words";
import { hold, isAbsent, isSame, numberOf, type CallCell, type Given, type Outcome, type World } from "./world";

/** The numbers of the look, as cells would show them. */
interface Told {
  readonly world: World;
  readonly said: Briefing;
  readonly number: (id: "KPI" | "VAR", given: Given) => Promise<Outcome>;
  /** Period and basis. */
  readonly when: Given;
  readonly own: string;
  readonly base: string | undefined;
}

export async function checkHome(world: World): Promise<void> {
  const { briefing } = world.state();
  const { said, looked } = briefing ?? {};
  if (!briefing || !said || briefing.isLooking) return;
  const { failure } = briefing;
  hold(
    !failure || world.service.hasFailed,
    () => `Home says "${failure?.message}", and the service has answered since.`,
  );
  await checkNews(world, briefing);
  if (!looked) return hold(said.headline === "EBIT not available", () => `Home says "${said.headline}" of no months.`);
  const { period, basis } = argumentsByName(looked.call);
  const { currency, plan } = world.state().settings;
  hold(said.currency === (currency ?? "USD"), () => `Home says amounts in ${said.currency}, and not in ${currency}.`);
  const meant = world.service.data().plans.find(({ id }) => id === plan);
  const idOf = (name: string | undefined) => meant?.scenarios.find((each) => each.name === name)?.id;
  const number: Told["number"] = (id, given) => world.outcome(id, { plan, currency, ...given }, looked.generation);
  const own = idOf(said.own) ?? "";
  const told = {
    world,
    said,
    number,
    when: { period, basis },
    own,
    base: idOf(said.base),
  };
  await checkPeriod(told, looked.generation);
  await checkHeadline(told);
  await checkSteps(told);
  await checkMonths(told);
  await checkRegion(told);
}

async function checkPeriod({ world, said, when }: Told, generation: Parameters<World["outcome"]>[2]): Promise<void> {
  const label = await world.outcome(
    "PERIOD",
    { ...when, plan: world.state().settings.plan, part: "label" },
    generation,
  );
  const shown = label && "value" in label ? label.value : undefined;
  hold(said.period === shown, () => `Home says ${said.period}, and PERIOD ${JSON.stringify(label)}.`);
  hold(said.isToDate === (when.period === "current"), () => `Home says of ${said.period} wrongly that it is to date.`);
}

async function checkHeadline({ said, number, when, own, base }: Told): Promise<void> {
  const ebit = { ...when, field: "ebit" };
  const shown = numberOf(await number("KPI", { ...ebit, scenario: own }));
  const other = base === undefined ? undefined : numberOf(await number("KPI", { ...ebit, scenario: base }));
  const percent = base && numberOf(await number("VAR", { ...ebit, scenario: own, base, measure: "percent" }));
  const problem = headlineProblem(said.headline, {
    own: shown,
    base: other,
    against: said.base,
    percent: percent || undefined,
  });
  hold(problem === undefined, () => `Home says "${said.headline}": ${problem}`);
}

interface Compared {
  readonly own: number | undefined;
  readonly base: number | undefined;
  readonly against: string | undefined;
  readonly percent: number | undefined;
}

/** Returns the sentence of a report or of home without the lines that it names, or says that none stands out. */
export function withoutCause(headline: string): string {
  return headline.replace(/, (?:mainly .*|no single driver)$/, "");
}

/** Returns what is wrong with the sentence of a report or of home, whose cause is left out. */
export function headlineProblem(headline: string, { own, base, against, percent }: Compared): string | undefined {
  const sentence = withoutCause(headline);
  const [, , rest = ""] = /^(EBIT) (.*)$/.exec(sentence) ?? [];
  if (own === undefined) return rest === "not available" ? undefined : "no cell shows EBIT";
  if (rest === "not available") return `cells show ${own}`;
  if (base === undefined) return says(rest, own) ? undefined : `cells show ${own}`;
  const difference = own - base;
  const [, size = "", direction, name, , share] = /^(.*?) (below|above) (.*?)( \(([^)]*)\))?$/.exec(rest) ?? [];
  if (direction === undefined) {
    const isSameNumber = Math.abs(difference) < 0.5 && says(rest, own) && rest.endsWith(`, as in ${against}`);
    return isSameNumber ? undefined : `cells show ${own} and ${base}`;
  }
  if (name !== against) return `the base is ${against}`;
  if ((direction === "below") !== difference < 0 || !says(size, Math.abs(difference)))
    return `cells differ by ${difference}`;
  if (share === undefined) return percent === undefined ? undefined : `a cell shows ${percent}`;
  return percent !== undefined && says(share, percent) ? undefined : `a cell shows ${percent}`;
}

async function checkSteps({ said, number, when, own, base }: Told): Promise<void> {
  const { steps } = said;
  if (steps.length === 0) return;
  const sum = steps.slice(0, -1).reduce((total, { amount }) => total + amount, 0);
  const ends = [steps[0]?.amount, steps.at(-1)?.amount];
  hold(isSame(sum, ends[1] ?? NaN), () => `The steps of home add up to ${sum}, and not to ${ends[1]}.`);
  for (const [at, scenario] of [base, own].entries()) {
    const shown = numberOf(await number("KPI", { ...when, field: "ebit", scenario }));
    hold(isSame(shown ?? NaN, ends[at] ?? NaN), () => `An end of home's steps is ${ends[at]}, and the cell ${shown}.`);
  }
  for (const { label, amount, spoken } of steps.slice(1, -1))
    hold(spoken.startsWith(amount < 0 ? "−" : "+"), () => `Home says "${label} ${spoken}" of ${amount}.`);
}

/** Gaps are months without a number, and the largest difference is that of all months. */
async function checkMonths({ world, said, number, when, own, base }: Told): Promise<void> {
  const months = await monthsOf(world, when);
  hold(monthsLabel(months) === said.period, () => `Home says ${said.period} of ${months.join(" ")}.`);
  for (const [name, scenario] of [
    [said.own, own],
    [said.base, base],
  ] as const) {
    if (scenario === undefined) continue;
    const gaps = said.gaps.filter((gap) => gap.scenario === name).flatMap((gap) => gap.months);
    for (const period of months) {
      const shown = await number("KPI", { scenario, field: "ebit", period });
      if (shown === undefined) continue;
      hold(gaps.includes(period) === isAbsent(shown), () => {
        return `Home says that ${name} lacks ${gaps.join(" ") || "nothing"}, and ${period} is ${JSON.stringify(shown)}.`;
      });
    }
  }
  if (base === undefined) return;
  const differences = await Promise.all(
    months.map(async (period) => numberOf(await number("VAR", { scenario: own, base, field: "ebit", period }))),
  );
  const largest = Math.max(0, ...differences.map((each) => Math.abs(each ?? 0)));
  const month = said.worth.find(({ kind }) => kind === "month");
  hold(
    isSame(Math.abs(month?.amount ?? 0), largest),
    () => `Home's largest month is ${month?.amount}, of ${differences.join(" ")}.`,
  );
  if (!month) return;
  const shown = differences[months.indexOf(month.label)];
  hold(
    shown === month.amount && says(month.spoken, month.amount),
    () => `Home says ${month.label} ${month.spoken} of ${shown}.`,
  );
}

async function monthsOf(world: World, when: Given): Promise<string[]> {
  const { briefing, settings } = world.state();
  const part = async (name: string) => {
    const found = await world.outcome(
      "PERIOD",
      { ...when, plan: settings.plan, part: name },
      briefing?.looked?.generation,
    );
    return found && "value" in found ? found.value : undefined;
  };
  const first = text(await part("code")).split(":")[0] ?? "";
  const start = Number(first.slice(0, 4)) * 12 + Number(first.slice(5)) - 1;
  return Array.from({ length: Number(await part("months")) }, (_, at) => {
    return `${Math.floor((start + at) / 12)}-${String(((start + at) % 12) + 1).padStart(2, "0")}`;
  });
}

const REGIONS = ["North", "Northsea", "South", "Islands"];

async function checkRegion({ said, number, when, own, base }: Told): Promise<void> {
  const region = said.worth.find(({ kind }) => kind === "region");
  if (base === undefined) return hold(!region, () => "Home names a region without a base.");
  const call = {
    ...when,
    scenario: own,
    base,
    field: "demandValue",
    groupBy: "region",
  };
  const amounts = await Promise.all(REGIONS.map(async (item) => numberOf(await number("VAR", { ...call, item }))));
  if (!region) return;
  const lowest = Math.min(...amounts.map((each) => each ?? 0));
  hold(
    region.amount < 0 && region.amount <= lowest + 1e-6,
    () => `Home names ${region.label} ${region.amount}, of ${amounts.join(" ")}.`,
  );
  hold(says(region.spoken, region.amount), () => `Home says ${region.spoken} of ${region.amount}.`);
  const shown = amounts[REGIONS.indexOf(region.label)];
  if (shown === undefined) return;
  hold(isSame(shown, region.amount), () => `Home says ${region.label} ${region.spoken}, and the cell ${shown}.`);
  const percent = numberOf(await number("VAR", { ...call, item: region.label, measure: "percent" }));
  const share = region.share.trim().replace(/^\(|\)$/g, "");
  hold(percent === undefined ? share === "" : says(share, percent), () => `Home says "${region.share}" of ${percent}.`);
}

/** News are what the cells would show by the answers of the look. */
async function checkNews(world: World, { news, comparison, looked, isEarlier }: BriefingState): Promise<void> {
  if (!comparison || !looked) return;
  const shows = [...world.calls].filter(([address, cell]) => isOfPlan(world, cell) && isNumber(world, address));
  hold(
    news !== "none" || shows.length === 0,
    () => `Home says that no cell shows the plan, and ${shows[0]?.[0]} does.`,
  );
  const differing: string[] = [];
  // A refresh counts cells whose last digits alone move, too.
  let moved = 0;
  for (const [address, { id, given }] of world.calls) {
    const shown = world.setup.workbook.value(address);
    const now = await world.outcome(id, given, looked.generation);
    if (now === undefined || typeof shown !== "number") continue;
    const value = numberOf(now);
    moved += Number(value !== shown);
    if (value === undefined || !isSame(value, shown)) differing.push(address);
  }
  const [names, most] = [differing.join(" "), moved + world.others.size];
  if (news === "same" || news === "again") hold(names === "", () => `The news are ${news}, and ${names} would change.`);
  else if (names !== "")
    hold(news === "newer" || news === "older", () => `The news are ${news}: ${names} would change.`);
  if (news === "older") hold(isEarlier === true, () => "The news are older, and the last look brought answers.");
  const { cells = 0 } = comparison;
  hold(cells <= most, () => `Home counts ${cells} cells, and at most ${most} would change.`);
}

/** A blank plan is the workbook's. */
function isOfPlan({ state, service }: World, { given }: CallCell): boolean {
  const { plan } = state().settings;
  const meant = service.data().plans.find(({ id }) => id === plan);
  return given.plan === undefined || given.plan === meant?.id || given.plan === meant?.name;
}

function isNumber({ setup }: World, address: string): boolean {
  return typeof setup.workbook.value(address) === "number";
}
