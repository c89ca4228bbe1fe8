/** Formulas by the rules of the skill, from a generator over its grammar: all have values, and write_formula refuses none. */
import fc from "fast-check";
import { formatCall, literalArgument } from "../../../src/numbers/language/argument";
import { argumentsInOrder, type FunctionId } from "../../../src/numbers/language/signatures";
import { createSandbox } from "../../../sandbox/sandbox";
import { runs } from "../../propertyOptions";
import { connectAgent, type Connected } from "./setup";

type Given = Record<string, string | string[] | undefined>;
interface Call {
  readonly id: FunctionId;
  readonly args: Given;
}

/** Names that look like lists, dates, errors and formulas: an item may have any. */
const ODD_ITEMS = { North: "Jan 2026", South: "South, East & Co.", East: '2026-03 "new"', West: "=West" } as const;

/** Actuals of half a year, and the year before. */
const sandbox = createSandbox({ now: () => Date.UTC(2026, 6, 6), gaps: { actualsTo: "2026-06" } });
const renamed: typeof globalThis.fetch = async (input, init) => {
  const answer = await sandbox.fetch(input, init);
  const text = await answer.text();
  const odd = Object.entries(ODD_ITEMS).reduce(
    (changed, [name, other]) => changed.replaceAll(JSON.stringify(name), JSON.stringify(other)),
    text,
  );
  return new Response(odd, answer);
};

let connected: Connected;
beforeAll(async () => void (connected = await connectAgent({ sandbox, fetch: renamed })));
afterAll(() => connected.close());

const oneOf = <T>(...values: T[]) => fc.constantFrom(...values);
const plan = oneOf("FY26 Plan", "fy26 plan", undefined);
/** Actuals have these, and so has every plan. */
const past = oneOf("2026-03", "2026-Q1", "2026-Q2", "2026-H1", "2026-01:2026-04", "current", "current-1", "Jan 2026");
const toCome = oneOf("2026", "2026-H2", "2026-11", "current+1", "2026-01:2026-12", undefined);
const when = fc.oneof(
  fc.record({ scenario: oneOf("actual", "Actual"), period: past }),
  fc.record({ scenario: oneOf("committed", "Optimistic"), period: fc.oneof(past, toCome) }),
);
const amount = oneOf("ebit", "EBIT", "netFIESales", "Gross sales", "cogs", "transport", "overhead");
const ratio = oneOf("ebitPercent", "Gross profit %", "cogsPercent");
const basis = oneOf(undefined, "YTD", "QTD", "R3");
const group = oneOf("region", "channel", "product");
const item = fc.oneof(
  oneOf<string | string[]>(...Object.values(ODD_ITEMS)),
  oneOf<string | string[]>(["Jan 2026", "South, East & Co."], "<>=West", "*Co.", "South*"),
);

/** A basis needs a period. */
const based = fc.tuple(when, basis).map(([scope, word]) => ({ ...scope, basis: scope.period && word }));
const demand = fc.oneof(
  fc.record({ field: oneOf("demandValue", "demandVolume", "fillRate"), groupBy: oneOf("region"), item }),
  fc.record({ field: oneOf("demandValue", "Demand volume"), groupBy: fc.option(group, { nil: undefined }) }),
);
const compared = fc.oneof(
  fc.record({ scenario: oneOf("actual"), base: oneOf("committed", "Optimistic"), period: past, basis }),
  fc.record({ scenario: oneOf("actual"), basePeriod: oneOf("PY"), period: past, basis }),
  fc.record({
    scenario: oneOf("committed"),
    basePeriod: oneOf("PP"),
    period: oneOf("2026-03", "2026-Q2"),
    basis: oneOf(undefined),
  }),
);
const money = fc.record({ field: amount, measure: oneOf(undefined, "amount", "percent", "difference") });
const points = fc.record({ field: ratio, measure: oneOf(undefined, "difference") });

const call = (id: FunctionId, ...parts: fc.Arbitrary<Given>[]): fc.Arbitrary<Call> =>
  fc.tuple(fc.record({ plan }), ...parts).map((all) => ({ id, args: Object.assign({}, ...all) as Given }));
const table = fc.record({ interval: oneOf(undefined, "M"), layout: oneOf(undefined, "table") });

const RIGHT = fc.oneof(
  call("KPI", based, fc.record({ field: fc.oneof(amount, ratio) })),
  call("KPI", when, demand),
  call("VAR", compared, fc.oneof(money, points)),
  call("VAR", compared, demand, fc.record({ measure: oneOf(undefined, "difference") })),
  call(
    "PNL",
    fc.record({
      scenario: oneOf<string | string[]>("committed", "Optimistic", ["actual", "committed"]),
      field: amount,
    }),
    table,
  ),
  call(
    "DEMAND",
    fc.record({ scenario: oneOf("actual", "committed"), field: oneOf("demandValue"), groupBy: group }),
    table,
  ),
  call("BRIDGE", fc.record({ from: oneOf("committed"), to: oneOf("actual"), by: oneOf("statement"), period: past })),
  call(
    "BRIDGE",
    fc.record({ from: oneOf("committed"), to: oneOf("Optimistic"), by: oneOf("pvm"), period: past, groupBy: group }),
  ),
  call("PERIOD", fc.record({ period: past, part: oneOf("code", "label", "months"), basis })),
  call("ASOF", fc.record({ scenario: oneOf("committed", "actual"), zone: oneOf("UTC", undefined) })),
);

/** The same with a mistake in one argument. */
const WRONG = fc
  .tuple(RIGHT, oneOf("plan", "scenario", "field", "period", "groupBy", "item", "basis"), oneOf("x, y", "Q1", "="))
  .map(([{ id, args }, name, text]): Call => ({ id, args: name in args ? { ...args, [name]: text } : args }));

function textOf({ id, args }: Call): string {
  const given = Object.fromEntries(
    Object.entries(args).map(([name, value]) => [name, Array.isArray(value) ? [value] : (value ?? null)]),
  );
  return `=${formatCall(
    id,
    argumentsInOrder(id, given).map((value) => literalArgument(value as string)),
  )}`;
}

interface Evaluated {
  readonly value?: unknown;
  readonly error?: { readonly message: string };
}

async function evaluate(calls: readonly Call[]): Promise<Evaluated[]> {
  const { json } = await connected.call("evaluate_formulas", { formulas: calls.map(textOf) });
  return json.results as Evaluated[];
}

const COUNT = 300;

test("three hundred formulas by its rules all have values", async () => {
  const calls = fc.sample(RIGHT, { numRuns: COUNT, seed: 26 });
  expect(new Set(calls.map(textOf)).size).toBeGreaterThan(150);
  const results = [...(await evaluate(calls.slice(0, COUNT / 2))), ...(await evaluate(calls.slice(COUNT / 2)))];
  const refused = results.flatMap(({ error }, at) => (error ? [[textOf(calls[at]!), error.message]] : []));
  expect(refused).toEqual([]);
});

test("write_formula writes what evaluates, and refuses what does not", async () => {
  const arbitrary = fc.oneof({ weight: 3, arbitrary: RIGHT }, WRONG);
  let [written, refused] = [0, 0];
  await fc.assert(
    fc.asyncProperty(arbitrary, async (given) => {
      const { id } = given;
      // As it is sent: what is undefined is left out.
      const args = JSON.parse(JSON.stringify(given.args)) as Given;
      const [result] = await evaluate([given]);
      const { json, isError } = await connected.call("write_formula", { function: id, arguments: args });
      if (result?.error) {
        expect(isError).toBe(true);
        expect(json.error.message).toContain(result.error.message);
        refused += 1;
      } else {
        expect([isError, json.formula]).toEqual([false, textOf(given)]);
        written += 1;
      }
    }),
    { numRuns: runs(150), seed: 58 },
  );
  expect(written).toBeGreaterThan(50);
  expect(refused).toBeGreaterThan(10);
});
