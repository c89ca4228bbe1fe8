/** The entries that a table can take, their names, and the possible answers to questions about headings. */
import { fiscalYearOf } from "../../../numbers/language/fiscalYear";
import { ENDPOINTS, FAMILIES, GROUPINGS, type GroupBy, type Plan, type Scenario } from "../../../insights";
import { isCurrent } from "../../../numbers/language/periods";
import { orderedFields } from "../../../numbers/language/fieldOrder";
import type { StoreContext } from "../context";
import {
  fieldOfLine,
  TABLE_MEASURES,
  monthsOfYear,
  OUTLOOK_COLUMN,
  outlookPlans,
  PRIOR_YEAR,
  scenarioNames,
  type DefinedColumn,
  type TableDefinition,
  type TableList,
} from "../../../reporting/tables/definition";
import { scenarioInWords } from "../../../numbers/language/nameTexts";
import { OUTLOOK_NAME } from "../../../reporting/tables/labels";
import { monthsOfPeriod, periodLabel, yearPeriod, type TablePeriod } from "../../../reporting/tables/periods";
import { SHARE } from "../../../reporting/headings/headingMeaning";
import { readTimes } from "../../../reporting/headings/timeWords";
import { SUM, WHOLE } from "../../../reporting/headings/totals";
import {
  AS_FOUND,
  CENTRED,
  COUNTS,
  EACH,
  IGNORED,
  SAYS_NOTHING,
  TO_CURRENT,
  TO_MONTH,
} from "../../../reporting/headings/headingAnswers";
import { FORGOTTEN } from "../../../reporting/headings/explainedWords";
import { OUTLOOK_QUESTION, outlookInWords } from "../../../reporting/headings/outlook";
import type { HeadingQuestion } from "../../../reporting/headings/headingQuestions";

/** A line to be added; with a grouping, one for each of its items. */
interface LineOffer {
  readonly label: string;
  readonly field: string;
  readonly groupBy?: GroupBy;
}

/** The entries that a table can take, in the order of the pane. */
export interface TableOffers {
  readonly lines: readonly { readonly label: string; readonly options: readonly LineOffer[] }[];
  readonly columns: readonly { readonly label: string; readonly column: DefinedColumn }[];
  readonly periods: readonly { readonly label: string; readonly periods: readonly TablePeriod[] }[];
}

type WithScenarios = Pick<Plan, "scenarios">;

/** Returns the table's plan, if it is listed. */
export function planOfTable({ settings, state: { plans = [], grid } }: StoreContext): Plan | undefined {
  return plans.find(({ id }) => id === (grid?.plan ?? settings.current.plan));
}

export function offersOf(context: StoreContext): TableOffers {
  const plan = planOfTable(context);
  const { grid } = context.state;
  const outlook = outlookLabel(context);
  return {
    lines: lineOffers(),
    columns: (plan ? columnOffers(plan) : []).map((column) => ({ label: columnLabel(column, plan, outlook), column })),
    periods: periodOffers(context, grid?.year ?? 0),
  };
}

function periodOffers({ settings }: StoreContext, year: number): TableOffers["periods"] {
  const months = monthsOfYear(year, settings.current);
  const codes = (all: readonly string[], basis = "") => all.map((period) => ({ period, basis }));
  const quarters = [1, 2, 3, 4].map((quarter) => `${year}-Q${quarter}`);
  return [
    { label: `Year ${year}`, periods: [yearPeriod(year)] },
    { label: "Current month", periods: codes(["current"]) },
    { label: "Current month, year to date", periods: codes(["current"], "YTD") },
    { label: "Current month, year to go", periods: codes(["current"], "YTG") },
    { label: "Month before the current", periods: codes(["current-1"]) },
    { label: `All months of ${year}`, periods: codes(months) },
    { label: `All months of ${year}, year to date`, periods: codes(months, "YTD") },
    { label: `Quarters of ${year}`, periods: codes(quarters) },
    ...months.map((month) => ({ label: periodLabel(month), periods: codes([month]) })),
    ...quarters.map((quarter) => ({ label: quarter, periods: codes([quarter]) })),
  ];
}

/** Ten actual months and two of a plan. */
const MONTHS_OF_OUTLOOK = /(?:^|\D)\d{1,2}\+\d{1,2}(?!\d)/;

type TimeQuestion = Extract<HeadingQuestion, { readonly kind: "time" }>;

/** Returns the times that a title may say: to date, an outlook, halves of its year, then the periods that a table may have. */
function timeAnswers(
  context: StoreContext,
  { text: title, canCount }: TimeQuestion,
  outlooks: readonly HeadingAnswer[],
): HeadingAnswer[] {
  const year = Number(/(?:19|20)\d\d/.exec(title)?.[0] ?? context.state.grid?.year ?? 0);
  const halves = ["H1", "H2"].map((half) => `${half} ${year}`);
  const offered = periodOffers(context, year).flatMap(({ periods }) => periods);
  const texts = offered.map(({ period, basis }) =>
    // "YTD" alone is to the current month.
    [basis, basis && isCurrent(period) ? "" : periodLabel(period)].filter(Boolean).join(" "),
  );
  const times = [...new Set([...halves, ...texts])].filter((text) => readTimes(text));
  const plain = (values: readonly string[]) => values.map((value) => ({ value, label: value }));
  return [...plain(canCount ? [COUNTS] : []), ...(MONTHS_OF_OUTLOOK.test(title) ? outlooks : []), ...plain(times)];
}

/** Each scenario by itself, of the year before, and against every other; after the actuals, the outlook likewise. */
function columnOffers(plan: Plan): DefinedColumn[] {
  const scenarios = scenarioNames(plan);
  const variancesOf = (own: DefinedColumn, bases: readonly string[]) =>
    [...bases, PRIOR_YEAR].flatMap((base) =>
      TABLE_MEASURES.map((measure): DefinedColumn => ({ ...own, base, measure })),
    );
  const columns = scenarios.map((scenario): DefinedColumn[] => [
    { scenario },
    { scenario, isPriorYear: true },
    ...variancesOf(
      { scenario },
      scenarios.filter((base) => base !== scenario),
    ),
  ]);
  const plans = outlookPlans(plan);
  const outlooks = plans.length > 0 ? [OUTLOOK_COLUMN, ...variancesOf(OUTLOOK_COLUMN, plans)] : [];
  return [...columns.slice(0, 1), outlooks, ...columns.slice(1)].flat();
}

function lineOffers(): TableOffers["lines"] {
  const families = FAMILIES.filter((family) => ENDPOINTS[family].available);
  return [
    ...families.map((family) => ({
      label: ENDPOINTS[family].functionId,
      options: orderedFields(family).map(({ name, label }) => ({ label, field: name })),
    })),
    ...families.flatMap((family) =>
      ENDPOINTS[family].groupings.map((groupBy) => ({
        label: `${ENDPOINTS[family].functionId}: ${groupBy}`,
        options: orderedFields(family).map(({ name, label }) => ({
          label: `${label} by ${groupBy}`,
          field: name,
          groupBy,
        })),
      })),
    ),
  ];
}

/** @param outlook The table's outlook in words. */
export function entryLabels(
  definition: TableDefinition | undefined,
  plan?: Plan,
  outlook?: string,
): Readonly<Record<TableList, readonly string[]>> {
  const { lines = [], columns = [], periods = [] } = definition ?? {};
  return {
    lines: lines.map((line) => [fieldOfLine(line).label, line.item].filter(Boolean).join(" · ")),
    columns: columns.map((column) => columnLabel(column, plan, outlook)),
    periods: periods.map(({ period, basis }) => [periodLabel(period), basis].filter(Boolean).join(" ")),
  };
}

/** Returns how many months of the table are actual in an outlook, and whose the others are. */
export function outlookLabel(context: StoreContext): string {
  const { settings, state } = context;
  const { grid } = state;
  const { definition, actualsTo } = grid ?? {};
  if (!definition) return OUTLOOK_NAME;
  const source = { current: actualsTo, fiscalYear: fiscalYearOf(settings.current) };
  const months = new Set(definition.periods.flatMap((period) => monthsOfPeriod(period, source)));
  const { outlook } = definition;
  return outlookInWords(outlook ? scenarioWordsOf(outlook, planOfTable(context)) : "", [...months], actualsTo);
}

/** Returns the possible answers to the question whose months follow the actual ones. */
export function outlookAnswers(
  context: StoreContext,
  plan: WithScenarios | undefined = planOfTable(context),
): HeadingAnswer[] {
  return (plan ? outlookPlans(plan) : []).map((name) => ({
    value: name,
    label: `Actual months, then ${scenarioWordsOf(name, plan)}`,
  }));
}

function columnLabel(
  { scenario, isOutlook, isPriorYear, base = "", measure }: DefinedColumn,
  plan: Plan | undefined,
  outlook = "",
): string {
  const own = isOutlook ? OUTLOOK_NAME : scenarioWordsOf(scenario, plan);
  if (!measure && isOutlook) return outlook || own;
  if (!measure) return isPriorYear ? `${own}, prior year` : own;
  const against = base === PRIOR_YEAR ? "prior year" : scenarioWordsOf(base, plan);
  return `${own} − ${against}${measure === "percent" ? ", Δ %" : ", Δ"}`;
}

/** An answer that can be chosen. The pane has its own words for those that are no names. */
export interface HeadingAnswer {
  readonly value: string;
  readonly label: string;
}

/** The years offered for months without one, beside the table's. */
const YEARS_AROUND = [-2, -1, 0, 1, 2];

function currenciesOf({ settings, state: { plans = [] } }: StoreContext, plan: Plan | undefined): string[] {
  const all = [settings.current.currency, plan?.currency, ...plans.map(({ currency }) => currency)];
  return [...new Set(all.flatMap((code) => (code ? [code] : [])))];
}

/** The pane has its own words for answers that are no scenarios. */
function scenarioWordsOf(text: string, plan: WithScenarios | undefined): string {
  return scenarioInWords(text, plan?.scenarios ?? []);
}

function scenariosMeant(names: readonly string[], plan: WithScenarios): HeadingAnswer[] {
  return names.map((name) => ({ value: `scenario=${name}`, label: scenarioWordsOf(name, plan) }));
}

function fieldsMeant(labels: readonly string[]): HeadingAnswer[] {
  return labels.map((label) => ({ value: `field=${label}`, label }));
}

function outlooksMeant(context: StoreContext, plan: WithScenarios): HeadingAnswer[] {
  return outlookAnswers(context, plan).map((each) => ({ ...each, value: `${OUTLOOK_QUESTION}=${each.value}` }));
}

/** The answers to questions whose answers are no names. */
const FIXED_ANSWERS: Readonly<Partial<Record<HeadingQuestion["kind"], readonly string[]>>> = {
  total: [SUM, WHOLE, IGNORED],
  holds: [COUNTS, IGNORED],
  measure: ["amount", "difference", "percent"],
  period: ["YTD", "current", "FY"],
  calendar: ["fiscal", "calendar"],
  toDate: [TO_MONTH, TO_CURRENT],
  scale: ["1", "1000", "1000000"],
};

const MEASURED = [`year=${PRIOR_YEAR}`, "measure=amount", "measure=percent", `measure=${SHARE}`];

/** @param known The scenarios that answers may name. @default those of the table's plan */
export function answersFor(
  context: StoreContext,
  question: HeadingQuestion,
  known: readonly Scenario[] = planOfTable(context)?.scenarios ?? [],
): HeadingAnswer[] {
  const plan = { scenarios: known };
  const scenarios = scenarioNames(plan);
  const plain = (values: readonly string[]) => values.map((value) => ({ value, label: value }));
  const named = (names: readonly string[]) => names.map((value) => ({ value, label: scenarioWordsOf(value, plan) }));
  const fields = lineOffers().flatMap(({ options }) => options.filter(({ groupBy }) => !groupBy));
  const labels = fields.map(({ label }) => label);
  const ignored = plain([IGNORED]);
  const measured = [...plain(MEASURED), ...fieldsMeant(labels)];
  const others = scenarios.filter((name) => name !== "actual");
  const meant = scenariosMeant(scenarios, plan);
  const outlooks = outlooksMeant(context, plan);
  const fixed = FIXED_ANSWERS[question.kind];
  if (fixed) return plain(fixed);
  switch (question.kind) {
    case "heading":
      if (question.fields) return [...ignored, ...fieldsMeant(question.fields)];
      return [...ignored, ...(question.isTitle ? [] : plain([SAYS_NOTHING])), ...meant, ...outlooks, ...measured];
    case "word":
      // An outlook is of its table alone.
      return [...plain([FORGOTTEN]), ...meant, ...measured];
    case "outlook":
      return [
        ...ignored,
        ...outlooks,
        ...scenariosMeant(others, plan).map(({ value, label }) => ({ value, label: `${label} alone` })),
      ];
    case "time":
      return [...ignored, ...timeAnswers(context, question, outlooks)];
    case "title":
      return [...(question.canCount ? plain([COUNTS]) : []), ...ignored];
    case "lines":
      // Several lines are not all one scenario, nor one field.
      if (question.texts.length > 1) return plain([IGNORED, ...GROUPINGS, EACH]);
      return [...plain([IGNORED, ...GROUPINGS]), ...meant, ...fieldsMeant(labels)];
    case "gap":
      return plain(["yes", ...(question.mayBeCentred ? [CENTRED] : []), "no"]);
    case "field":
      return plain([IGNORED, ...labels]);
    case "base":
      return named([...scenarios, PRIOR_YEAR]);
    case "compared":
      return named([AS_FOUND, ...scenarios.filter((name) => name !== question.own), PRIOR_YEAR]);
    case "year":
      return plain(YEARS_AROUND.map((years) => String((context.state.grid?.year ?? 0) + years)));
    case "plan":
      return plain((context.state.plans ?? []).map(({ name }) => name));
    case "currency":
      return plain(currenciesOf(context, planOfTable(context)));
    default:
      return named(scenarios);
  }
}
