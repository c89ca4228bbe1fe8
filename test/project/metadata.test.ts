import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { metadata } from "../../scripts/metadata.cjs";
import { LAYOUTS } from "../../src/numbers/functions/arguments";
import { AGE_PARTS, ZONES } from "../../src/numbers/functions/asof";
import { BASES } from "../../src/numbers/language/bases";
import { BRIDGES } from "../../src/numbers/functions/bridge";
import { PERIOD_PARTS } from "../../src/numbers/functions/period";
import { MEASURES } from "../../src/numbers/language/varianceSign";
import { ENDPOINTS } from "../../src/insights/endpoints";
import { disagreements, type Metadata } from "./endpointRows";

interface Parameter {
  name: string;
  description?: string;
  optional?: boolean;
}

interface Declared {
  id: string;
  name: string;
  description?: string;
  options?: { volatile?: boolean; excludeFromAutoComplete?: boolean };
  parameters: Parameter[];
  result: { dimensionality?: string };
}

const ONE_VALUE = ["KPI", "VAR", "PERIOD", "ASOF"];
const HIDDEN = ["SUPPLY", "SUSTAINABILITY"];

const FUNCTIONS = join(__dirname, "../../src/numbers/functions");

const declared = async (file: string): Promise<Declared[]> => JSON.parse(await metadata(file)).functions;

/** What Excel refuses or misreads in the declarations although the metadata tool lets it pass; empty when all is well. */
function problemsOf(functions: readonly Declared[]): string[] {
  return functions.flatMap(({ id, name, description, options, parameters, result }) => [
    ...(id === name ? [] : [`${id} is shown as ${name}`]),
    ...(description ? [] : [`${id} is not described`]),
    ...(options?.volatile ? [`${id} is volatile`] : []),
    ...(ONE_VALUE.includes(id) === (result.dimensionality !== "matrix") ? [] : [`${id} has the wrong dimensions`]),
    ...parameters.filter((each) => !each.optional).map((each) => `${id} requires ${each.name}`),
    ...parameters.filter((each) => !each.description).map((each) => `${id} does not describe ${each.name}`),
  ]);
}

describe("the functions that Excel is told of", () => {
  test("are those of the committed functions.json (npm run metadata writes it)", async () => {
    expect(await metadata(`${FUNCTIONS}/functions.ts`)).toBe(readFileSync(`${FUNCTIONS}/functions.json`, "utf8"));
  });

  test("hide what the service only announces", async () => {
    const functions = await declared(`${FUNCTIONS}/functions.ts`);
    expect(functions.filter(({ options }) => options?.excludeFromAutoComplete).map(({ id }) => id)).toEqual(HIDDEN);
  });

  test("have none of the faults that the metadata tool lets pass", async () => {
    expect(problemsOf(await declared(`${FUNCTIONS}/functions.ts`))).toEqual([]);
  });
});

describe("the words that Excel offers", () => {
  const { plans: _plans, ...rows } = ENDPOINTS;
  const offered: Metadata = JSON.parse(readFileSync(`${FUNCTIONS}/functions.json`, "utf8"));

  test("are those of the endpoints' rows", () => {
    expect(disagreements(rows, offered)).toEqual([]);
  });

  test.each<[string, readonly string[]]>([
    ["Layout", LAYOUTS],
    ["Basis", BASES],
    ["Measure", MEASURES],
    ["BridgeBy", BRIDGES],
    ["PeriodPart", PERIOD_PARTS],
    ["Zone", ZONES],
    ["AgePart", AGE_PARTS],
  ])("of the enumeration %s are those that the functions take", (id, taken) => {
    const words = offered.enums.find((each) => each.id === id)?.values.map(({ stringValue }) => stringValue);
    expect(words).toEqual(taken);
  });

  test.each([
    ["another interval", { intervals: ["M"] }, "DEMAND's interval: 'D,W,M,FY', not 'M'"],
    ["another default interval", { defaultInterval: "D" }, "DEMAND's default interval: 'M', not 'D'"],
    ["another default layout", { defaultLayout: "statement" }, "DEMAND's default layout is not 'statement'"],
    ["no groups", { groupings: [] }, "DEMAND's groupBy: 'product,sku,region,channel', not ''"],
    ["another name", { label: "Sales" }, "Family calls demand 'Demand forecast', not 'Sales'"],
    ["only an announcement", { available: false }, "DEMAND is shown in autocomplete"],
    ["another function", { functionId: "SALES" }, "SALES is not declared"],
    [
      "fewer parameters",
      { parameters: ["interval"] },
      "DEMAND's arguments: 'interval,dateFrom,dateTo,currency,groupBy', not 'interval'",
    ],
  ] as const)("disagree with a row that has %s", (_what, change, found) => {
    expect(disagreements({ ...rows, demand: { ...rows.demand, ...change } }, offered)).toEqual([found]);
  });
});

describe("a mistake in a declaration is found:", () => {
  const folder = mkdtempSync(join(tmpdir(), "declarations-"));
  afterAll(() => rmSync(folder, { recursive: true }));

  const declaration = (tags: string, signature: string) =>
    `/** Rows.\n * @customfunction ${tags} */\nfunction ${signature} {}\n`;
  const table = "rows(): Promise<unknown[][]>";

  test.each([
    [
      "a required argument",
      "ROWS requires plan",
      declaration("ROWS\n * @param plan The plan.", "rows(plan: string): Promise<unknown[][]>"),
    ],
    [
      "an argument without a description",
      "ROWS does not describe plan",
      declaration("ROWS\n * @param [plan]", "rows(plan?: string): Promise<unknown[][]>"),
    ],
    ["a function without a description", "ROWS is not described", `/** @customfunction ROWS */\nfunction ${table} {}`],
    ["a volatile function", "ROWS is volatile", declaration("ROWS\n * @volatile", table)],
    ["a table typed as one value", "ROWS has the wrong dimensions", declaration("ROWS", "rows(): Promise<any>")],
    ["a number typed as a table", "KPI has the wrong dimensions", declaration("KPI", table)],
    ["a second name", "ROWS is shown as LINES", declaration("ROWS LINES", table)],
  ])("%s", async (_mistake, found, source) => {
    const file = join(folder, "functions.ts");
    writeFileSync(file, source);
    expect(problemsOf(await declared(file))).toContain(found);
  });

  test.each([
    ["a type that Excel does not know", `type "Plan"`, declaration("ROWS", "rows(plan?: Plan): Promise<unknown[][]>")],
    [
      "an id twice",
      "duplicate id: ROWS",
      declaration("ROWS", table) + declaration("rows", table.replace("rows", "more")),
    ],
    ["no declaration at all", "declares no custom function", "export const rows = () => [];"],
  ])("%s (and stops the build)", async (_mistake, message, source) => {
    const file = join(folder, "functions.ts");
    writeFileSync(file, source);
    await expect(metadata(file)).rejects.toThrow(message);
  });
});
