/** The parts of a number as live formulas: input cells, then a row for each part that reads them. Pure. */
import { formatCall, literalArgument, type Argument } from "../../../numbers/language/argument";
import { formatPosition } from "../../../spreadsheet/cells/address";
import { fieldLabel } from "../../../insights";
import { argumentsByName, fieldOf, type NumberCall } from "../../../numbers/analysis/numberCall";
import { addsUp, isGrouping, type Dimension } from "../../../numbers/analysis/parts";
import type { Part } from "../../../numbers/analysis/division";
import { areShares } from "../../../numbers/language/shareWords";
import { SIGNATURES, type ArgumentOf } from "../../../numbers/language/signatures";

/** A text is never a formula, even if a plan's name begins with "=". */
export type SheetCell = string | number | { readonly formula: string };

export interface SheetContent {
  /** Row by row; all rows have as many cells. */
  readonly cells: readonly (readonly SheetCell[])[];
  /** From 0: the row of the headings, and the rows of numbers from `first` to `last`, the whole included. */
  readonly headings: number;
  readonly first: number;
  readonly last: number;
  /** True if a column of shares stands right of the numbers. */
  readonly hasShares: boolean;
}

export interface PartsToWrite {
  /** The question in words. */
  readonly title: string;
  readonly call: NumberCall;
  readonly dimension: Dimension;
  readonly parts: readonly Part[];
  /** Written where the call names no plan: a blank plan means another one in a copy of the sheet. */
  readonly plan: string;
}

type ArgumentName = ArgumentOf<"KPI" | "VAR">;

const LABELS: Record<ArgumentName, string> = {
  plan: "Plan",
  scenario: "Scenario",
  base: "Base",
  field: "Field",
  period: "Period",
  groupBy: "Group by",
  item: "Item",
  currency: "Currency",
  basis: "Basis",
  measure: "Measure",
  basePeriod: "Base period",
  basePlan: "Base plan",
  actualsTo: "Actuals to",
};

/** The rows above the inputs: the title and a blank row. */
export const FIRST_INPUT = 2;

interface Inputs {
  readonly values: Partial<Record<ArgumentName, string | number>>;
  /** The row of each input. */
  readonly rows: ReadonlyMap<ArgumentName, number>;
}

/** Returns the contents of a sheet, from its first cell. */
export function partsSheet({ title, call: given, dimension, parts: wanted, plan }: PartsToWrite): SheetContent {
  const call = withPlan(given, plan);
  const parts = wanted.flatMap((part) => (part.call ? [{ ...part, call: withPlan(part.call, plan) }] : []));
  const inputs = inputsOf(call, parts, argumentOf(dimension));
  const headings = FIRST_INPUT + inputs.rows.size + 1;
  const first = headings + 1;
  const hasRest = addsUp(call, dimension);
  const last = first + parts.length + (hasRest ? 1 : 0);
  const whole = formatPosition({ row: last, column: 1 }).replace(/\d/, "$$$&");
  const hasShares = hasRest && areShares(wanted);
  const shareOf = (row: number) => ({ formula: `=IF($${whole}=0,"",${formatPosition({ row, column: 1 })}/$${whole})` });
  const line = (row: number, label: string, formula: string): SheetCell[] => [
    label,
    { formula },
    ...(hasShares ? [shareOf(row)] : []),
  ];
  const written = parts.map((part, at) => {
    const row = first + at;
    const label = partLabel(part, dimension, inputs);
    const formula = formulaOf(part.call, inputs, { name: argumentOf(dimension), text: label.key, row });
    return line(row, label.text, `=${part.sign === -1 ? "-" : ""}${formula}`);
  });
  const range = `${formatPosition({ row: first, column: 1 })}:${formatPosition({ row: last - 2, column: 1 })}`;
  const rest = `${formatPosition({ row: last, column: 1 })}-SUM(${range})`;
  const other = hasRest
    ? [otherLine(formatPosition({ row: last - 1, column: 1 }), rest, hasShares ? whole : undefined)]
    : [];
  const beside = hasShares ? [""] : [];
  const cells: SheetCell[][] = [
    [title, "", ...beside],
    ["", "", ...beside],
    ...[...inputs.rows.keys()].map((name) => [LABELS[name], inputs.values[name] ?? "", ...beside]),
    ["", "", ...beside],
    [headingOf(dimension), numberHeading(call, dimension), ...(hasShares ? ["Share"] : [])],
    ...written,
    ...other,
    line(last, "Total", `=${formulaOf(call, inputs)}`),
  ];
  return { cells, headings, first, last, hasShares };
}

/** The rest, whose line is blank while the parts add up. */
function otherLine(number: string, rest: string, whole: string | undefined): SheetCell[] {
  return [
    { formula: `=IF(${number}="","","Other")` },
    { formula: `=IF(ABS(${rest})<0.000001,"",${rest})` },
    ...(whole === undefined ? [] : [{ formula: `=IF(OR(${number}="",$${whole}=0),"",${number}/$${whole})` }]),
  ];
}

function numberHeading(call: NumberCall, dimension: Dimension): string {
  const label = fieldOf(call)?.label ?? "Value";
  return call.id === "VAR" && dimension !== "sides" ? `Δ ${label}` : label;
}

function withPlan(call: NumberCall, plan: string): NumberCall {
  const [given = null, ...others] = call.args;
  return { ...call, args: [given ?? (plan || null), ...others] };
}

/** Returns the argument in which the parts differ. */
function argumentOf(dimension: Dimension): ArgumentName {
  if (isGrouping(dimension)) return "item";
  const keys = {
    outlook: "scenario",
    sides: "scenario",
    lines: "field",
    month: "period",
    scenario: "scenario",
    base: "base",
  } as const;
  return keys[dimension];
}

function headingOf(dimension: Dimension): string {
  if (isGrouping(dimension)) return dimension === "sku" ? "SKU" : dimension[0]?.toUpperCase() + dimension.slice(1);
  const headings = {
    outlook: "Months",
    sides: "Side",
    lines: "Line",
    month: "Month",
    scenario: "Scenario",
    base: "Compared with",
  } as const;
  return headings[dimension];
}

/** The arguments of the whole, and those that all parts share. */
function inputsOf(call: NumberCall, parts: readonly { readonly call: NumberCall }[], key: ArgumentName): Inputs {
  const own = argumentsByName(call);
  const [first = {}, ...others] = parts.map((part) => argumentsByName(part.call));
  const isShared = (name: ArgumentName) => name !== key && others.every((each) => each[name] === first[name]);
  const values: Partial<Record<ArgumentName, string | number>> = {};
  for (const name of SIGNATURES.VAR) {
    const value = own[name] ?? (isShared(name) ? first[name] : undefined);
    if (typeof value === "string" || typeof value === "number") values[name] = value;
  }
  const names = SIGNATURES.VAR.filter((name) => values[name] !== undefined);
  return { values, rows: new Map(names.map((name, at) => [name, FIRST_INPUT + at])) };
}

/** The text of a part's first cell, and whether its formula reads it there. */
function partLabel(
  { label, call }: { readonly label: string; readonly call: NumberCall },
  dimension: Dimension,
  { values }: Inputs,
): { readonly text: string; readonly key: string | undefined } {
  // Its months and its scenario name such a part.
  if (dimension === "outlook") return { text: label, key: undefined };
  const key = argumentsByName(call)[argumentOf(dimension)];
  if (typeof key !== "string" || (dimension === "sides" && key === values.scenario))
    return { text: label || (typeof key === "string" ? key : "Prior year"), key: undefined };
  const text = dimension === "lines" ? fieldLabel(key) : key;
  return { text, key };
}

interface Key {
  readonly name: ArgumentName;
  readonly text: string | undefined;
  readonly row: number;
}

/** Writes a call. Its arguments are read from the inputs and the part's first cell if they stand there. */
function formulaOf(call: NumberCall, { values, rows }: Inputs, key?: Key): string {
  const args = argumentsByName(call);
  const parts = SIGNATURES[call.id].map((name): Argument => {
    const value = args[name];
    if (value === undefined) return { kind: "blank" };
    if (key && name === key.name && value === key.text) return { kind: "reference", text: `$A${key.row + 1}` };
    const row = rows.get(name);
    if (row !== undefined && value === values[name]) return { kind: "reference", text: `$B$${row + 1}` };
    return literalArgument(value);
  });
  return formatCall(call.id, parts);
}
