/** No argument of a tool is dropped in silence, whatever stands beside it. */
import fc from "fast-check";
import { createSandbox } from "../../../sandbox/sandbox";
import { runs } from "../../propertyOptions";
import { connectAgent, type Connected } from "./setup";

let connected: Connected;
beforeAll(
  async () =>
    void (connected = await connectAgent({
      sandbox: createSandbox(),
    })),
);
afterAll(() => connected.close());

const oneOf = (...values: unknown[]) => fc.constantFrom(...values);
const FIELDS = oneOf("ebit", "demandValue", "demandVolume", "fillRate", ["ebit", "demandValue"]);
const ITEMS = oneOf("North", ["North", "South", "East"], ["N*", "South"], "<>North", ["North", "Nowhere"]);
const GROUPINGS = oneOf("region", "region", "product");
const SHARED = {
  plan: oneOf("FY26 Plan", "fy26"),
  period: oneOf("2026-03", "2026-Q1", "current", 202603),
  groupBy: GROUPINGS,
  item: ITEMS,
  currency: oneOf("EUR", "USD"),
  base: oneOf("committed", "Optimistic"),
  basePeriod: oneOf("PY", "2025-03"),
  basePlan: oneOf("FY26 Plan", "FY26 Europe"),
  actualsTo: oneOf("2026-02", "current"),
};
const ALL = {
  ask: {
    ...SHARED,
    basis: oneOf("YTD", "R3", ["QTD", "YTG"]),
    measure: oneOf("amount", "percent", "difference"),
    order: oneOf("largest", "smallest"),
    top: oneOf(1, 2, 100),
    bottom: oneOf(1, 2, 100),
  },
  compare: { ...SHARED, basis: oneOf("YTD"), by: oneOf("month") },
};

/** Few arguments, so most questions have numbers. */
function questionsOf(tool: "ask" | "compare") {
  const optional: Record<string, fc.Arbitrary<unknown>> = ALL[tool];
  const field = tool === "ask" ? FIELDS : oneOf("ebit", "demandValue");
  // Nothing can be compared without a base.
  const fixed = tool === "ask" ? ["scenario", "field"] : ["scenario", "field", "base"];
  const scenario = tool === "ask" ? oneOf("actual", ["actual", "committed"]) : oneOf("actual");
  return fc
    .tuple(
      fc.record({ scenario, field, ...optional }),
      fc.subarray(Object.keys(optional), { maxLength: tool === "ask" ? 5 : 3 }),
    )
    .map(([given, names]) =>
      Object.fromEntries(Object.entries(given).filter(([name]) => [...fixed, ...names].includes(name))),
    );
}

/** An argument that is refused has no answer in JSON. */
async function answerTo(name: string, given: object): Promise<{ text: string; isError: boolean }> {
  const { content, isError } = await connected.client.callTool({ name, arguments: { ...given } });
  const [first] = content;
  return { text: first?.type === "text" ? first.text : "", isError: isError === true };
}

/** True if a text of the answer has the argument's name, or all that was given. */
function isNamed(text: string, name: string, given: unknown): boolean {
  const words = text.toLowerCase();
  const values = Array.isArray(given) ? given : [given];
  return words.includes(name.toLowerCase()) || values.every((each) => words.includes(String(each).toLowerCase()));
}

test.each(["ask", "compare"] as const)("each argument of %s changes the answer, or is named in it", async (tool) => {
  const kinds = { answered: 0, failed: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(questionsOf(tool), async (given) => {
      const { text, isError } = await answerTo(tool, given);
      kinds[isError ? "refused" : text.includes('"value":') || tool === "compare" ? "answered" : "failed"] += 1;
      const silent: string[] = [];
      for (const [name, value] of Object.entries(given)) {
        const { [name]: _, ...others } = given;
        const without = (await answerTo(tool, others)).text;
        if (without === text && !isNamed(text, name, value)) silent.push(name);
      }
      // A refusal is of one argument at least.
      if (isError) expect(silent.length).toBeLessThan(Object.keys(given).length);
      else expect(silent).toEqual([]);
    }),
    { numRuns: runs(100) },
  );
  expect(kinds.answered).toBeGreaterThan(20);
  expect(kinds.refused).toBeGreaterThan(20);
});
