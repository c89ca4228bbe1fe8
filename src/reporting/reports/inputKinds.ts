/** What each kind of input does: its value as a name and as an argument, what to do about a wrong value, and its drop-down. */
import { BASE_SCENARIO_LIST, PLAN_LIST, SCENARIO_LIST, type ScenarioSpill } from "./hiddenColumns";
import type { ChoiceCells } from "./inputLists";
import type { InputCells } from "./inputOptions";
import type { InputKey } from "./reportParameters";
import { periodCall } from "./reportTime";
import type { ListSpec } from "./sheetSpec";
import { BASE_PERIOD, CURRENT, isFullYear, monthText, TIME_LABEL, YEAR_NAME, YEAR_TEXT } from "./timeCells";

/** An input in its report. */
export interface PlacedInput {
  readonly key: InputKey;
  /** The cells with the typed text, its name and its argument. */
  readonly typed: string;
  readonly name: string;
  readonly argument: string;
  /** The cells of all inputs. */
  readonly cells: InputCells;
  /** True if the base may be of another plan. */
  readonly hasBase: boolean;
  readonly choices: ChoiceCells;
}

/** The ranges of the drop-downs that several inputs share. */
export interface SharedLists {
  readonly plans: string;
  readonly scenarios: string;
  /** Of the plan that the base is of. */
  readonly baseScenarios: string;
  readonly periods: string;
  readonly months: string;
  readonly currencies: string;
}

/** The functions return expressions, without "=". */
interface InputKind {
  /** Omitted if the input has no name beside its argument. */
  readonly name?: (input: PlacedInput) => string;
  readonly argument: (input: PlacedInput) => string;
  /** Omitted if no value is wrong. */
  readonly isWrong?: (input: PlacedInput) => string;
  /** What to enter if the value is wrong, as it follows the label and a colon. */
  readonly hint?: string;
  /** A value that is not wrong, and what to say of it in place of a hint. @default nothing */
  readonly note?: (input: PlacedInput) => readonly [isNoted: string, text: string] | undefined;
  /** Returns the range of the drop-down. */
  readonly source?: (input: PlacedInput, lists: SharedLists) => string;
  /** How the drop-down treats other values. */
  readonly others: ListSpec["others"];
}

const NO_PLAN = "there is no such plan";

const planName = ({ typed }: PlacedInput) =>
  `IF(${typed}="","",IFNA(XLOOKUP(TRIM(${typed}),${PLAN_LIST.ids},${PLAN_LIST.names}),${typed}))`;

const plan: InputKind = {
  name: planName,
  argument: ({ typed }) => `${typed}&""`,
  isWrong: () => `ISNA(${SCENARIO_LIST.spill})`,
  hint: NO_PLAN,
  source: (_, { plans }) => plans,
  others: "asked",
};

const basePlan: InputKind = {
  name: planName,
  argument: ({ typed, cells }) => `IF(${typed}="",${cells.cell("plan")},${typed})&""`,
  isWrong: ({ typed, argument }) => {
    const { ids, names } = PLAN_LIST;
    const found = `XLOOKUP(${argument},${ids},${ids},XLOOKUP(${argument},${names},${names}))`;
    return `AND(${typed}<>"",ISNA(${found}))`;
  },
  hint: NO_PLAN,
  source: (_, { plans }) => plans,
  others: "asked",
};

const scenario: InputKind = {
  name: (input) => scenarioName(input.typed, isOfBasePlan(input) ? BASE_SCENARIO_LIST : SCENARIO_LIST),
  argument: ({ typed }) => `${typed}&""`,
  isWrong: ({ name }) => `ISNA(${name})`,
  hint: "not in this plan, choose from the list",
  note: ({ key, typed, name, cells }) =>
    key === "other" ? [`AND(${typed}<>"",${name}=${cells.name("scenario")})`, "the same as Scenario"] : undefined,
  source: (input, { scenarios, baseScenarios }) => (isOfBasePlan(input) ? baseScenarios : scenarios),
  others: "asked",
};

const period: InputKind = {
  name: ({ typed }) => `IF(${isFullYear(typed)},${YEAR_TEXT},${monthText(typed)})`,
  argument: ({ typed }) => `IF(${isFullYear(typed)},${YEAR_NAME},${monthText(typed)})`,
  isWrong: ({ typed }) => `IF(${typed}="${CURRENT}",ISNA(${TIME_LABEL}),FALSE)`,
  hint: "set the current month in the pane, or choose another",
  source: (_, { periods }) => periods,
  others: "taken",
};

const basePeriod: InputKind = {
  argument: ({ typed, choices: { shown, meanings } }) => {
    const chosen = `INDEX(${meanings},MATCH(TRIM(${typed}),${shown},0))&""`;
    return `IF(${typed}="","",IFNA(${chosen},${monthText(typed)}))`;
  },
  isWrong: ({ argument }) => `IF(${argument}="",FALSE,ISNA(${BASE_PERIOD}))`,
  hint: "needs as many months as the period",
  source: ({ choices }) => choices.shown,
  others: "taken",
};

const month: InputKind = {
  argument: ({ typed }) => monthText(typed),
  isWrong: ({ typed, argument, cells }) => `IF(${typed}="",FALSE,ISERROR(${periodCall(cells, argument, "", "code")}))`,
  hint: `not known, enter a month such as 2026-05, or ${CURRENT} if the pane or actuals say it`,
  source: (_, { months }) => months,
  others: "taken",
};

const choice: InputKind = {
  name: ({ typed, choices }) => `IF(${typed}="",${choices.first},${typed})`,
  argument: ({ name, choices: { shown, meanings } }) => `INDEX(${meanings},MATCH(${name},${shown},0))&""`,
  isWrong: ({ typed, choices }) => `AND(${typed}<>"",ISNA(MATCH(${typed},${choices.shown},0)))`,
  hint: "choose from the list",
  source: ({ choices }) => choices.shown,
  others: "refused",
};

const currency: InputKind = {
  argument: ({ typed, cells }) => {
    const { names, currencies } = PLAN_LIST;
    const own = `IFERROR(UPPER(XLOOKUP(${cells.name("plan")},${names},${currencies},"")),"")`;
    return `IF(${typed}="",${own},UPPER(TRIM(${typed})))`;
  },
  source: (_, { currencies }) => currencies,
  others: "taken",
};

/** Its name is "amount" or "percent". Excel may have turned a typed percent into a number. */
const threshold: InputKind = {
  name: ({ typed }) => {
    const isNumber = `IF(ISNUMBER(${typed}),${typed}<1,FALSE)`;
    return `IF(${typed}="","",IF(OR(${isWrittenPercent(typed)},${isNumber}),"percent","amount"))`;
  },
  argument: ({ typed }) => {
    const number = `VALUE(SUBSTITUTE(${typed}&"","%",""))`;
    return `IF(${typed}="",0,IFERROR(ABS(${number})/IF(${isWrittenPercent(typed)},100,1),0))`;
  },
  isWrong: ({ typed, argument }) => `AND(${typed}<>"",${argument}=0)`,
  hint: "enter an amount such as 10000, or a percent such as 5%",
  others: "taken",
};

const KINDS = { plan, basePlan, scenario, period, basePeriod, month, choice, currency, threshold };
export const INPUT_KINDS: Readonly<Record<keyof typeof KINDS, InputKind>> = KINDS;

function isOfBasePlan({ key, hasBase }: PlacedInput): boolean {
  return key === "base" && hasBase;
}

function isWrittenPercent(typed: string): string {
  return `RIGHT(TRIM(${typed}&""))="%"`;
}

/** Returns the name of a scenario. #N/A if there is none; the typed text if the service lists no scenarios. */
function scenarioName(typed: string, list: ScenarioSpill): string {
  return `IF(${typed}="","",IF(${list.first}="",${typed},${scenarioIn(typed, list, list.names)}))`;
}

/** Returns the flags of a scenario; #N/A if there is none. */
export function scenarioFlags(typed: string, list: ScenarioSpill): string {
  return scenarioIn(typed, list, list.flags);
}

/** Looks a scenario up as the functions do: by id, else name, else flag. @param column The range of what is returned. */
export function scenarioIn(typed: string, { ids, names, flags }: ScenarioSpill, column: string): string {
  const text = `TRIM(${typed})`;
  const flagged = `ISNUMBER(FIND(", "&LOWER(${text})&",",", "&LOWER(${flags})&","))`;
  const byFlag = `XLOOKUP(TRUE,${flagged},${column})`;
  return `XLOOKUP(${text},${ids},${column},XLOOKUP(${text},${names},${column},${byFlag}))`;
}
