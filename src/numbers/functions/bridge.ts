/** BRIDGE: the steps from one scenario's number to another's. */
import { InsightsError } from "../../insights";
import { readOnce } from "./argumentCache";
import { readChoice, readCurrency, readField, readGroupBy } from "./arguments";
import { bridgeLabels, bridgeRows } from "./bridgeRows";
import { checkCells, type Cells } from "./cell";
import { readComparison, type ComparedSide, type ComparisonNames } from "./comparison";
import type { AskedSides } from "../language/figure";
import type { NumberQuery } from "./figure";
import { runNumber } from "./numberQuery";
import type { FunctionInvocation, SharedQuery } from "./query";

/** Unread arguments of a cell. */
export interface BridgeArguments {
  plan: unknown;
  from: unknown;
  to: unknown;
  by: unknown;
  period: unknown;
  groupBy: unknown;
  currency: unknown;
  basis: unknown;
  basePeriod: unknown;
  basePlan: unknown;
}

/** The default first. */
export const BRIDGES = ["statement", "pvm"] as const;

/** The number that a bridge explains. */
const NUMBERS = {
  statement: { family: "pnl", label: "EBIT" },
  pvm: { family: "demand", label: "Demand value" },
} as const;

const NAMES: ComparisonNames = {
  functionId: "BRIDGE",
  arguments: ["to", "from"],
  scenarios: ["scenario in the argument to", "scenario in the argument from"],
};

/** Returns the label, amount and kind (start, step, end) of each step. */
export function bridgeTable(given: BridgeArguments, invocation: FunctionInvocation | undefined): Promise<unknown[][]> {
  const { plan, from, to, by, period, groupBy, currency, basis, basePeriod, basePlan } = given;
  const values = ["BRIDGE", plan, from, to, by, period, groupBy, currency, basis, basePeriod, basePlan];
  return runNumber(invocation, (memory) =>
    readBridge(
      given,
      readOnce(memory, values, () => readQuery(given)),
    ),
  );
}

/** A bridge, and whose months its ends are of. */
interface BridgeRows {
  readonly cells: Cells;
  readonly of: AskedSides;
}

function readBridge(given: BridgeArguments, query: SharedQuery<BridgeRows>): NumberQuery<BridgeRows, Cells> {
  const { label } = NUMBERS[readBy(given)];
  const choice = { field: readField(label), items: [], measure: "difference" } as const;
  return {
    query,
    select: ({ cells }) => checkCells(cells),
    given,
    choice,
    factsOf: ({ of }) => ({ sides: of }),
  };
}

function readBy({ by }: BridgeArguments) {
  return readChoice(by, "by", BRIDGES) ?? "statement";
}

function readQuery(given: BridgeArguments): SharedQuery<BridgeRows> {
  const by = readBy(given);
  const { family, label } = NUMBERS[by];
  const parameters = { ...readCurrency(given.currency, family), ...readGroupBy(given.groupBy, family, "A P&L") };
  const sides = { ...given, scenario: given.to, base: given.from };
  const { ask, written } = readComparison(sides, NAMES, { family, parameters, isAddable: true });
  return {
    written,
    async queryFn(context) {
      const [to, from] = await ask(context);
      const [before, after] = [rowsOf(from), rowsOf(to)];
      const labels = bridgeLabels(label, from, to, context.plans);
      const ends = [
        { label: labels.from, rows: before },
        { label: labels.to, rows: after },
      ] as const;
      return { cells: bridgeRows(by, ...ends), of: [to.rows.of, from.rows.of] };
    },
  };
}

/** Returns all rows of the period; none if no month is left to go. */
function rowsOf({ name, rows: { parts } }: ComparedSide) {
  const rows = parts.flat();
  if (rows.length > 0 || parts.length === 0) return rows;
  throw new InsightsError("missing", `Nothing was returned by the service for '${name}' in this time.`);
}
