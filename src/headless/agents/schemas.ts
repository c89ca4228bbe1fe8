/** The shapes of what tools take and return. */
import * as z from "zod";
import { ENDPOINTS, FAMILIES, GROUPINGS } from "../../insights";
import { SIGNATURES, type FunctionId } from "../../numbers/language/signatures";
import { MEASURES } from "../../numbers/language/varianceSign";
import { DIMENSIONS } from "./numberTools";
import { readJsonText } from "./jsonTexts";
import { OFFERED } from "./plan";
import { MOST_CHARACTERS } from "./writtenFormula";

const MOST_FORMULAS = 200;

/**
 * Arguments by name. An unknown one is an error, and so is one without effect: dropped, it would change the question.
 * @param needs The arguments that have an effect only beside one of others.
 */
function argumentsOf<Shape extends z.ZodRawShape>(shape: Shape, needs: Needs<Shape> = {}) {
  const error: z.core.$ZodErrorMap = (issue) =>
    issue.code === "unrecognized_keys"
      ? `There is no argument ${issue.keys.join(", ")}. The arguments are ${Object.keys(shape).join(", ")}.`
      : undefined;
  const withEffect = z.strictObject(shape, { error }).check(({ value, issues }) => {
    for (const [name, others = []] of Object.entries<readonly string[] | undefined>(needs)) {
      if (!Object.hasOwn(value, name) || others.some((other) => Object.hasOwn(value, other))) continue;
      const message = `${name} has no effect without ${others.join(" or ")}. Add one, or leave ${name} out.`;
      issues.push({ code: "custom", input: value, path: [name], message });
    }
  });
  const read = (given: unknown) => mapArguments(given, (name, value) => readArgument(shape[name], value));
  return z.preprocess(read, withEffect);
}

function readArgument(schema: z.core.$ZodType | undefined, value: unknown): unknown {
  return schema ? readJsonText(schema as z.ZodType, value) : value;
}

type Needs<Shape> = { readonly [Name in keyof Shape]?: readonly (keyof Shape & string)[] };

/** Models send null for an argument that is left out. */
function mapArguments(given: unknown, read: (name: string, value: unknown) => unknown): unknown {
  if (typeof given !== "object" || given === null || Array.isArray(given)) return given;
  const all = Object.entries(given).map(([name, value]) => [name, read(name, value)] as const);
  return Object.fromEntries(all.filter(([, value]) => value !== null));
}

const plain = z.string().max(MOST_CHARACTERS);
const text = (description: string) => plain.describe(description);
const TEXTS = 'Give a text, or a list of texts such as ["ebit","netSales"].';
const several = (description: string) =>
  z.union([plain, z.array(plain).min(1, TEXTS).max(1_000)], TEXTS).describe(description);
const contains = text("Only rows with this text").optional();
const by = z.enum(DIMENSIONS).optional().describe("Divide by; left out: the most telling");
const plan = text("Name or id; left out: the default plan").optional();
const PERIOD = "2026-03, 2026-Q1, 2026, 2026-01:2026-04, current";
const BASIS = "QTD, YTD, YTG, QTG, R3, R12, up to the period's last month";
const basePeriod = text("PY, PP, or a period of as many months").optional();

/** Models write 2026 and 202606 without quotes. */
const numberAsText = (given: unknown): unknown =>
  Array.isArray(given) ? given.map(numberAsText) : typeof given === "number" ? String(given) : given;

const value = z.union([
  plain,
  z.number(),
  z.boolean(),
  z
    .array(z.union([plain, z.number()]))
    .min(1)
    .max(1_000),
]);
const written = z.union([
  value,
  z.strictObject({ cell: text("A cell, range or name, such as $B$1"), value: value.describe("What stands there now") }),
]);
const ANNOUNCED: readonly string[] = FAMILIES.filter((family) => !ENDPOINTS[family].available).map(
  (family) => ENDPOINTS[family].functionId,
);
/** The functions that the service answers. */
export const OFFERED_FUNCTIONS = (Object.keys(SIGNATURES) as FunctionId[]).filter((id) => !ANNOUNCED.includes(id));

const ASK_NEEDS = {
  measure: ["base", "basePeriod", "basePlan"],
  order: ["groupBy", "item"],
  top: ["groupBy", "item"],
  bottom: ["groupBy", "item"],
} as const;

export const TOOL_INPUTS = {
  list_plans: argumentsOf({
    contains,
    refresh: z.boolean().optional().describe("True: first drop all numbers of this session, to get the newest run"),
  }),
  describe_plan: argumentsOf({ plan }),
  list_fields: argumentsOf({ family: z.enum(OFFERED).optional(), contains }),
  ask: argumentsOf(
    {
      plan,
      scenario: several("Name or flag").optional(),
      field: several("Such as ebit"),
      period: z.preprocess(numberAsText, several(`${PERIOD}; left out: full year`)).optional(),
      basis: several(BASIS).optional(),
      groupBy: z.enum(GROUPINGS).optional().describe("Demand only; without item: a row for each"),
      item: several("Items of groupBy, or criteria such as <>North").optional(),
      currency: plain.optional(),
      base: text("Variance against this scenario").optional(),
      basePeriod,
      basePlan: plain.optional(),
      actualsTo: text("Outlook: the last actual month, then scenario's").optional(),
      measure: z.enum(MEASURES).optional(),
      order: z.enum(["largest", "smallest"]).optional().describe("Of items, by the first number"),
      top: z.int().min(1).max(100).optional().describe("First items; the rest is one row"),
      bottom: z.int().min(1).max(100).optional(),
    },
    ASK_NEEDS,
  ),
  explain: argumentsOf({ formula: text("With one number, such as =INSIGHTS.KPI(…)"), by }),
  compare: argumentsOf(
    {
      plan,
      scenario: text("The scenario that is judged"),
      base: text("Left out: the same scenario in basePeriod").optional(),
      field: text("Such as ebit"),
      period: z.preprocess(numberAsText, text(PERIOD)).optional(),
      basis: plain.optional(),
      groupBy: z.enum(GROUPINGS).optional(),
      item: several("Of groupBy").optional(),
      currency: plain.optional(),
      basePeriod,
      basePlan: plain.optional(),
      actualsTo: plain.optional(),
      by,
    },
    { groupBy: ["item"] },
  ),
  evaluate_formulas: argumentsOf({
    formulas: z
      .array(text("Such as =INSIGHTS.KPI(…)"), 'Give a list of formulas, such as ["=INSIGHTS.PLANS()"].')
      .min(1)
      .max(MOST_FORMULAS),
  }),
  write_formula: argumentsOf({
    function: z.enum(OFFERED_FUNCTIONS).describe("Without INSIGHTS."),
    arguments: z
      .preprocess(
        (given) => mapArguments(given, (_, value) => readJsonText(written, value)),
        z.record(z.string(), written, 'Give an object, such as {"plan":"FY26 Plan","field":"ebit"}.'),
      )
      .describe("By name, such as plan, scenario, field, period"),
  }),
};

export type ToolName = keyof typeof TOOL_INPUTS;

/** More of an object is allowed: a later version may say more. Descriptions of what is common are in the instructions. */
const shape = <Shape extends z.ZodRawShape>(given: Shape) => z.looseObject(given);
const word = z.string().optional();
const number = z.number().optional();
const rows = z.array(z.array(z.unknown()));
const SCOPE = { plan: word, scenario: word, months: word, unit: word, currency: word, scale: number };
const ORIGIN = { service: z.string(), asOf: word, runs: z.array(z.unknown()).optional() };
const parts = z.array(shape({ label: z.string(), amount: number, formula: word }));

export const OUTPUTS = {
  list_plans: shape({ columns: z.array(z.string()), rows, cut: word, ...ORIGIN }),
  describe_plan: shape({
    plan: z.string(),
    currency: z.string(),
    current: z.string(),
    scenarios: z.array(shape({ name: z.string(), flags: z.array(z.string()), months: z.string() })),
    items: z.array(shape({ groupBy: z.string(), count: z.number(), names: z.array(z.string()) })),
    notOffered: z.array(z.string()),
    ...ORIGIN,
  }),
  list_fields: shape({ columns: z.array(z.string()), rows, cut: word, ...ORIGIN }),
  ask: shape({
    common: shape(SCOPE).describe("Of all numbers"),
    numbers: z
      .array(shape({ value: number, error: word, item: word, formula: word }))
      .describe("Each with what differs"),
    cut: word,
    ...ORIGIN,
  }),
  explain: shape({ value: z.number(), formula: z.string(), parts: parts.optional(), ...SCOPE, ...ORIGIN }),
  compare: shape({
    variance: z.number(),
    formula: z.string(),
    sides: parts.optional(),
    drivers: z.union([parts, z.string()]),
    ...SCOPE,
    ...ORIGIN,
  }),
  evaluate_formulas: shape({
    results: z.array(
      shape({ formula: word, value: z.unknown().optional(), months: z.unknown().optional(), unit: word }),
    ),
    currency: word,
    ...ORIGIN,
  }),
  write_formula: shape({ formula: z.string(), means: z.array(z.string()).optional(), ...ORIGIN }),
} satisfies Record<ToolName, z.ZodType>;
