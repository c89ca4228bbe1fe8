/** PNL, DEMAND, SUPPLY and SUSTAINABILITY: the answers of one endpoint, laid out. */
import {
  ENDPOINTS,
  InsightsError,
  fieldsOf,
  findField,
  isInsightsError,
  type AskOptions,
  type Family,
  type Interval,
  type Parameters,
  type Question,
} from "../insights";
import {
  LAYOUTS,
  readChoice,
  readCurrency,
  readDates,
  readFields,
  readInterval,
  unknownField,
  type FieldChoice,
  type LayoutName,
} from "./arguments";
import { answerCells, type Cells, type Invocation } from "./cell";
import { getHost } from "./host";
import { fieldsIn, periodsOf, statement, table, whole, type Block, type Shape } from "./layout";
import { listNames } from "./names";
import { chooseScenarios, type Choice, type ScenarioChoice } from "./scenarios";

/** As they arrive from the cell. */
export interface TableArguments {
  plan: unknown;
  scenario: unknown;
  field: unknown;
  interval: unknown;
  groupBy?: unknown;
  dateFrom: unknown;
  dateTo: unknown;
  currency?: unknown;
  layout: unknown;
}

/** A table function's cells; a P&L of one named scenario and field over the full year is the number alone. */
export function tableCells(
  family: Family,
  given: TableArguments,
  invocation: Invocation | undefined,
): Promise<unknown[][]> {
  return answerCells(invocation, async (options) => {
    const named = readFields(given.field, family);
    const interval = readInterval(given.interval, family);
    const layout = readChoice(given.layout, "layout", LAYOUTS);
    const parameters = readParameters(given, family, interval);
    const choice = await chooseScenarios(given.plan, given.scenario, options);
    const blocks = await askAll(
      choice,
      (scenario) => ({ endpoint: family, plan: choice.plan, scenario, parameters }),
      options,
    );
    const returned = fieldsIn(blocks);
    const fields = named.length === 0 ? returned : named.map((field) => field && matchField(field, returned, family));
    const shape = { blocks, fields, byPeriod: interval !== "FY" };
    const isPlain = family === "pnl" && interval === "FY" && layout === undefined;
    if (isPlain && choice.named && isOne(blocks) && isOne(named)) return arrange(dense(shape), "statement", "values");
    return arrange(layout === "values" ? shape : dense(shape), ENDPOINTS[family].defaultLayout, layout);
  });
}

function readParameters(given: TableArguments, family: Family, interval: Interval): Parameters {
  const { dateSystem, settings } = getHost();
  const currency = ENDPOINTS[family].parameters.includes("currency")
    ? (readCurrency(given.currency) ?? readCurrency(settings().currency))
    : undefined;
  const groupBy = readChoice(given.groupBy, "groupBy", ENDPOINTS[family].groupings);
  return {
    interval,
    ...readDates(given.dateFrom, given.dateTo, dateSystem),
    ...(currency ? { currency } : {}),
    ...(groupBy ? { groupBy } : {}),
  };
}

/** One block a scenario. Among several, one that the service left out is a block without an answer. */
async function askAll(
  { scenarios }: Choice,
  question: (scenario: string) => Question,
  options: AskOptions,
): Promise<(Block | undefined)[]> {
  const ask = async (scenario: ScenarioChoice | undefined): Promise<Block | undefined> => {
    if (!scenario) return undefined;
    const answer = await getHost()
      .session.ask(question(scenario.id), options)
      .catch((error: unknown) => {
        if (isInsightsError(error, "missing") && scenarios.length > 1) return undefined;
        throw error;
      });
    return { name: scenario.name ?? answer?.scenario.name ?? scenario.id, answer };
  };
  return Promise.all(scenarios.map(ask));
}

/** A field outside the specification is good if the answer has it. */
function matchField(field: FieldChoice, returned: readonly FieldChoice[], family: Family): FieldChoice {
  const found = returned.find(({ name }) => name.toLowerCase() === field.name.toLowerCase());
  if (found) return found;
  if (findField(field.name)) return field;
  throw unknownField(field.name, [...fieldsOf(family), ...returned.filter(({ name }) => !findField(name))]);
}

function isOne(list: readonly unknown[]): boolean {
  return list.filter((item) => item !== undefined).length === 1;
}

/** Without the blanks, which keep their place among the values alone. */
function dense(shape: Shape): Shape {
  return { ...shape, blocks: shape.blocks.filter(Boolean), fields: shape.fields.filter(Boolean) };
}

function arrange(shape: Shape, byDefault: "statement" | "table", layout: LayoutName | undefined): Cells {
  const form = layout === "values" || layout === undefined ? byDefault : layout;
  if (form === "statement" && !shape.byPeriod) checkOneYear(shape.blocks);
  const sheet = form === "statement" ? statement(shape) : table(shape);
  if (!sheet.numbers.flat().some((cell) => typeof cell === "number")) throw nothingReturned(dense(shape));
  return layout === "values" ? sheet.numbers : whole(sheet);
}

function checkOneYear(blocks: readonly (Block | undefined)[]): void {
  const years = periodsOf(blocks);
  if (years.length <= 1) return;
  throw new InsightsError(
    "missing",
    `The service returned several full years, ${listNames(years)}. Set dateFrom and dateTo to one of them, or use the layout table.`,
  );
}

function nothingReturned({ blocks, fields }: Shape): InsightsError {
  const what = fields.length > 0 ? listNames(fields.map((field) => field?.label ?? "")) : "Nothing";
  const whose = listNames(blocks.map((block) => block?.name ?? ""));
  const verb = fields.length > 0 ? "was not returned" : "was returned";
  return new InsightsError("missing", `${what} ${verb} by the service for ${whose} in this time.`);
}
