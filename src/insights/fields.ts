/**
 * Every KPI of the service: name, unit, how several values combine, its place in the P&L. `meanings.ts` explains them.
 * @see API specification §2.4 and §2.5; the announced families follow the wording of §1.
 */
import { FAMILIES, type Family } from "./endpoints";

/**
 * amount: money in the answer's currency; ratio: 0.484 means 48.4 percent; volume: ordered or dispatched units; amount per unit: a
 * price.
 */
export type Unit = "amount" | "ratio" | "volume" | "kg CO2e" | "amount per unit";

/**
 * How several values of a field combine. `ratio` is computed from the totals of two other fields, `weighted` is the mean weighted
 * by another field, `none` cannot be combined.
 */
export type Total<Name extends string = FieldName> =
  | { readonly by: "sum" }
  | { readonly by: "ratio"; readonly numerator: Name; readonly denominator: Name }
  | { readonly by: "weighted"; readonly weight: Name }
  | { readonly by: "none" };

/** The direction that is better for profit or service. */
type Direction = "more" | "less";

export interface Field {
  /** The name in the service's JSON. */
  readonly name: FieldName;
  /** The name for users. */
  readonly label: string;
  readonly family: Family;
  readonly unit: Unit;
  readonly total: Total;
  /** Undefined if neither direction is better. */
  readonly direction: Direction | undefined;
  /** The line of the P&L that this one is a part of. It counts against that line if their directions differ. */
  readonly parent: FieldName | undefined;
  /** The value of a line that the service omits: the first field minus all others. Set if other lines imply it (§2.5). */
  readonly impliedBy: readonly FieldName[] | undefined;
}

type FieldRow<Name extends string = string> = readonly [
  label: string,
  unit: Unit,
  total: Total<Name>,
  direction: Direction | undefined,
  parent: Name | undefined,
  isImplied?: "implied",
];

type FieldRows<Name extends string = string> = Readonly<Record<string, FieldRow<Name>>>;

const sum = { by: "sum" } as const;
const none = { by: "none" } as const;
const ofNetSales = <const Name extends string>(numerator: Name) =>
  ({ by: "ratio", numerator, denominator: "netFIESales" }) as const;

/** Each family's fields, in the order of the specification. */
const SERVED = {
  pnl: {
    grossFIESales: ["Gross sales", "amount", sum, "more", "netFIESales"],
    tradeExpenses: ["Trade expenses", "amount", sum, "less", "netFIESales", "implied"],
    netFIESales: ["Net sales", "amount", sum, "more", "grossProfit"],
    cogs: ["Cost of goods sold", "amount", sum, "less", "grossProfit"],
    cogsPercent: ["Cost of goods sold %", "ratio", ofNetSales("cogs"), "less", undefined],
    grossProfit: ["Gross profit", "amount", sum, "more", "ebit"],
    supplyChainCost: ["Supply chain costs", "amount", sum, "less", "ebit"],
    storageAndHandling: ["Storage and handling", "amount", sum, "less", "supplyChainCost"],
    transport: ["Transport", "amount", sum, "less", "supplyChainCost"],
    // The distributor profit margin is EBIT less overhead.
    ebit: ["EBIT", "amount", sum, "more", "dpm"],
    ebitPercent: ["EBIT %", "ratio", ofNetSales("ebit"), "more", undefined],
    dpm: ["Distributor profit margin", "amount", sum, "more", undefined],
    dpmPercent: ["Distributor profit margin %", "ratio", ofNetSales("dpm"), "more", undefined],
  },
  demand: {
    demandVolume: ["Demand volume", "volume", sum, "more", undefined],
    demandValue: ["Demand value", "amount", sum, "more", undefined],
    fillRate: ["Fill rate", "ratio", { by: "weighted", weight: "demandVolume" }, "more", undefined],
    forecastAccuracy: ["Forecast accuracy", "ratio", none, "more", undefined],
  },
  supply: {
    closingStock: ["Closing stock", "volume", none, undefined, undefined],
    serviceLevel: ["Service level", "ratio", none, "more", undefined],
    dispatchVolume: ["Dispatch volume", "volume", sum, "more", undefined],
  },
  sustainability: {
    co2Inbound: ["CO2 inbound", "kg CO2e", sum, "less", undefined],
    co2Storage: ["CO2 storage", "kg CO2e", sum, "less", undefined],
    co2Outbound: ["CO2 outbound", "kg CO2e", sum, "less", undefined],
  },
} as const satisfies Readonly<Record<Family, FieldRows>>;

/** Lines that the P&L of the specification implies but does not list (§2.5, rule 3), and ratios of listed or implied lines. */
const DERIVED = {
  pnl: {
    otherCosts: ["Other costs", "amount", sum, "less", "ebit", "implied"],
    overhead: ["Overhead", "amount", sum, "less", "dpm", "implied"],
    tradeExpensesPercent: ["Trade expenses %", "ratio", ofNetSales("tradeExpenses"), "less", undefined],
    grossProfitPercent: ["Gross profit %", "ratio", ofNetSales("grossProfit"), "more", undefined],
    supplyChainCostPercent: ["Supply chain costs %", "ratio", ofNetSales("supplyChainCost"), "less", undefined],
    storageAndHandlingPercent: ["Storage and handling %", "ratio", ofNetSales("storageAndHandling"), "less", undefined],
    transportPercent: ["Transport %", "ratio", ofNetSales("transport"), "less", undefined],
    otherCostsPercent: ["Other costs %", "ratio", ofNetSales("otherCosts"), "less", undefined],
    overheadPercent: ["Overhead %", "ratio", ofNetSales("overhead"), "less", undefined],
  },
  demand: {
    demandValuePerUnit: [
      "Demand value per unit",
      "amount per unit",
      { by: "ratio", numerator: "demandValue", denominator: "demandVolume" },
      "more",
      undefined,
    ],
  },
} as const satisfies Readonly<Partial<Record<Family, FieldRows>>>;

type KeyOf<T> = T extends T ? keyof T : never;

/** The names of the fields that the service returns for a family: all of them, so a sandbox can be held to them. */
export type ServedField<Of extends Family = Family> = KeyOf<(typeof SERVED)[Of & keyof typeof SERVED]>;
export type FieldName = ServedField | KeyOf<(typeof DERIVED)[keyof typeof DERIVED]>;

type Tables = Readonly<Partial<Record<Family, FieldRows<FieldName>>>>;

/** A line's part, and the sign that it has in the line. */
export type LinePart = readonly [sign: 1 | -1, field: FieldName];

const rows = FAMILIES.flatMap((family) => [...rowsOf(SERVED, family), ...rowsOf(DERIVED, family)]);

/** The parts of the P&L's lines (§2.5), by line, in the order of the P&L. Other fields have none. */
export const LINE_PARTS: Readonly<Partial<Record<string, readonly LinePart[]>>> = Object.fromEntries(
  rows.flatMap(([whole, [, , , direction]]) => {
    const parts = rows.flatMap(([name, [, , , own, parent]]): LinePart[] =>
      parent === whole ? [[own === direction ? 1 : -1, name]] : [],
    );
    return parts.length > 0 ? [[whole, parts]] : [];
  }),
);

/**
 * One line holds both costs if the service omits those of the supply chain: gross profit minus EBIT (§2.5). It stands in the place
 * of other costs.
 */
export const JOINT_COSTS = {
  label: "Supply chain and other costs",
  omitted: "supplyChainCost",
  place: "otherCosts",
  impliedBy: ["grossProfit", "ebit"],
} as const satisfies { label: string; omitted: FieldName; place: FieldName; impliedBy: readonly FieldName[] };

/** A line that explains another one: what it adds to it is the sum of its terms, each with its sign. */
export interface StepLine {
  readonly label: string;
  readonly terms: readonly LinePart[];
}

/**
 * Returns the lines that a change of a line is explained by, wherever that is done: the finest that add up to it, in the order of the
 * P&L. A sum is divided as far as its parts are known, a cost among them stays whole. Costs that the service holds in one line
 * (`JOINT_COSTS`) are one.
 * @see API specification §2.5
 */
export function stepLines(name: string, isKnown: (field: string) => boolean): StepLine[] {
  const isWhole = ({ terms }: StepLine) => terms.every(([, field]) => isKnown(field));
  const lines = (LINE_PARTS[name] ?? []).flatMap(([sign, part]): StepLine[] => {
    const field = findField(part);
    const finer = field && isSumLine(field) ? stepLines(part, isKnown) : [];
    const isDivided = isKnown(part) ? finer.every(isWhole) : finer.some(isWhole);
    return finer.length > 0 && isDivided ? finer.map((line) => signed(sign, line)) : [stepOf([sign, part])];
  });
  const [whole, rest] = JOINT_COSTS.impliedBy;
  if (name !== rest || isKnown(JOINT_COSTS.omitted) || ![whole, rest].every(isKnown)) return lines;
  const held: readonly string[] = [JOINT_COSTS.omitted, JOINT_COSTS.place];
  const others = lines.filter(({ terms }) => !terms.some(([, field]) => held.includes(field)));
  const joint: readonly LinePart[] = [
    [1, rest],
    [-1, whole],
  ];
  return [...others, { label: JOINT_COSTS.label, terms: joint }];
}

/** Returns what a line explains of a change; undefined if the change of one of its fields is not known. */
export function amountOfStep({ terms }: StepLine, changeOf: (field: string) => number | undefined): number | undefined {
  return terms.reduce<number | undefined>((sum, [sign, field]) => {
    const change = changeOf(field);
    return sum === undefined || change === undefined ? undefined : sum + sign * change;
  }, 0);
}

function stepOf(part: LinePart): StepLine {
  return { label: fieldLabel(part[1]), terms: [part] };
}

function signed(sign: 1 | -1, { label, terms }: StepLine): StepLine {
  return { label, terms: terms.map(([own, field]) => [own === sign ? 1 : -1, field]) };
}

/** True if the field sums up lines above it: a cost with parts does not. */
export function isSumLine({ name, direction }: Pick<Field, "name" | "direction">): boolean {
  return direction !== "less" && name in LINE_PARTS;
}

/** All fields of the service, by family. */
export const FIELDS: readonly Field[] = fieldsIn(SERVED);

/** Fields derived from those of the service. They are found by name; a blank field never includes them. */
export const DERIVED_FIELDS: readonly Field[] = fieldsIn(DERIVED);

const byText = new Map(
  [...FIELDS, ...DERIVED_FIELDS].flatMap((field) =>
    [field.name, field.label].map((text) => [text.toLowerCase(), field]),
  ),
);

/** Finds a field by API name or label, ignoring case. */
export function findField(text: string): Field | undefined {
  return byText.get(text.trim().toLowerCase());
}

/** Returns a field's name for users; the name itself if there is no such field. */
export function fieldLabel(name: string): string {
  return findField(name)?.label ?? name;
}

/** Returns the service's fields of one family, in the order of the specification. */
export function fieldsOf(name: Family): Field[] {
  return FIELDS.filter((field) => field.family === name);
}

function fieldsIn(table: Tables): Field[] {
  return FAMILIES.flatMap((family) =>
    rowsOf(table, family).map(([name, [label, unit, total, direction, parent, isImplied]]) => {
      const impliedBy = isImplied && parent && linesImplying(name, parent);
      return { name, label, family, unit, total, direction, parent, impliedBy };
    }),
  );
}

function rowsOf(table: Tables, family: Family): [FieldName, FieldRow<FieldName>][] {
  return Object.entries(table[family] ?? {}) as [FieldName, FieldRow<FieldName>][];
}

/** Returns the parts of the parent beside a line, then the parent. */
function linesImplying(line: FieldName, parent: FieldName): FieldName[] {
  const parts = LINE_PARTS[parent]?.map(([, name]) => name) ?? [];
  return [...parts.filter((name) => name !== line), parent];
}
