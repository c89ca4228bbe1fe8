/** What adding an endpoint takes: a row is added in a copy of the sources, and the compiler asks for the rest. */
import { readFileSync, writeFileSync } from "node:fs";
import { metadata } from "../../scripts/metadata.cjs";
import type * as Functions from "../../src/numbers/functions/chunk";
import { FAMILIES } from "../../src/insights";
import type * as Insights from "../../src/insights";
import type * as Sandbox from "../../sandbox/sandbox";
import { disagreements } from "./endpointRows";
import { copySources } from "./sourcesCopy";

const ROW = `
  imaginary: {
    path: "/imaginary",
    available: true,
    label: "Imaginary",
    functionId: "IMAGINARY",
    intervals: ["M", "FY"],
    defaultInterval: "FY",
    defaultLayout: "table",
    groupings: [],
    hasGroups: true,
    parameters: ["interval", "dateFrom", "dateTo"],
    decoder: resultsDecoder,
  },`;

/** What the compiler asks for, by the line at which it does so. */
const ASKED_FOR: Record<string, string> = {
  "src/insights/fields.ts: } as const satisfies Readonly<Record<Family, FieldRows>>;": "",
  "src/numbers/functions/chunk.ts: const functions": "",
  "sandbox/routes.ts: export const ROUTES": `
  imaginary: resultsRoute("imaginary", (simulation, { range }) =>
    aggregate(simulation, "imaginary", wholeOf(range)).map((row) => ({ ...row, fields: { pallets: 12 } }))),`,
  "sandbox/planning/measures.ts: export const ADDERS": `
  imaginary: { add: addSupply, measures: ["orders", "ordersInFull", "dispatchVolume", "closingStock"] },`,
};

const FIELDS = `
  imaginary: { pallets: ["Pallets", "volume", sum, "more", undefined] },`;

const DECLARATION = `
/**
 * The stock. Example: =INSIGHTS.IMAGINARY("FY26 Plan")
 * @customfunction IMAGINARY
 * @param [plan] Name or id of a plan
 * @param [scenario] Name, id or flag
 * @param [field] Name or label
 * @param [interval] "M" months or "FY" full year (default)
 * @param [dateFrom] First day
 * @param [dateTo] Last day
 * @param [layout] "table" (default), "statement" or "values"
 * @cancelable
 * @requiresAddress
 * @returns A row a scenario and period
 */
export function IMAGINARY(
  plan: unknown, scenario: unknown[][], field: unknown[][], interval: PnlInterval, dateFrom: unknown, dateTo: unknown,
  layout: Layout, invocation: CustomFunctions.CancelableInvocation,
): Promise<unknown[][]> {
  return tableCells("imaginary", { plan, scenario, field, interval, dateFrom, dateTo, layout }, invocation);
}
`;

describe("another endpoint", () => {
  const copy = copySources();
  let [asked, askedOfField, askedStill]: string[][] = [];

  beforeAll(() => {
    copy.insert("src/insights/endpoints.ts", "const ROWS", ROW);
    asked = copy.errors();
    for (const [place, text] of Object.entries(ASKED_FOR)) {
      const [file = "", declaration = ""] = place.split(": ");
      copy.insert(file, declaration, text);
    }
    copy.insert("src/insights/fields.ts", "const SERVED", FIELDS);
    const functions = copy.path("src/numbers/functions/functions.ts");
    writeFileSync(functions, readFileSync(functions, "utf8") + DECLARATION);
    askedOfField = copy.errors();
    copy.insert("src/insights/meanings.ts", "export const MEANINGS", `\n  pallets: "Pallets in stock",`);
    askedStill = copy.errors();
  });
  afterAll(() => copy.remove());

  const load = <T extends object>(file: string): T => jest.requireActual<T>(copy.path(file));

  test("is a row that makes the compiler require fields, function, route, measures", () => {
    expect(asked?.sort()).toEqual(Object.keys(ASKED_FOR).sort());
    expect(askedOfField).toEqual(["src/insights/meanings.ts: export const MEANINGS"]);
  });

  test("needs nothing else to compile", () => {
    expect(askedStill).toEqual([]);
  });

  test("disagrees with the enumeration of families until that names it", async () => {
    const { plans: _plans, ...rows } = load<typeof Insights>("src/insights/index.ts").ENDPOINTS;
    const file = copy.path("src/numbers/functions/functions.ts");
    const declared = async () => disagreements(rows, JSON.parse(await metadata(file)));
    expect(await declared()).toEqual([
      `Family: '${FAMILIES.join()}', not 'imaginary,${FAMILIES.join()}'`,
      "Family calls imaginary '', not 'Imaginary'",
      "IMAGINARY's interval: 'FY,M', not 'M,FY'",
    ]);
    copy.insert(
      "src/numbers/functions/functions.ts",
      "enum Family",
      `\n  /** Imaginary */\n  Imaginary = "imaginary",`,
    );
    expect(await declared()).toEqual(["IMAGINARY's interval: 'FY,M', not 'M,FY'"]);
  });

  test("is then known to every function, with no list to add it to", async () => {
    const { callFunction, createSession, setHost } = load<typeof Functions>("src/numbers/functions/chunk.ts");
    const { createSandbox } = load<typeof Sandbox>("sandbox/sandbox.ts");
    const sandbox = createSandbox();
    const session = createSession({ fetch: sandbox.fetch, scheduleBatch: (flush) => void setImmediate(flush) });
    session.connect({ appUrl: "https://planning.example", credentials: { apiKey: sandbox.apiKey } });
    setHost({ session, settings: () => ({}), dateSystem: 1900, cellError: (code, message) => new Error(message) });
    const call = async (id: string, ...given: unknown[]) => callFunction(id, [...given, {}]);
    const plan = "FY26 Plan";
    expect(await call("FIELDS", "imaginary", null)).toContainEqual([
      "pallets",
      "Pallets",
      "imaginary",
      "volume",
      "Pallets in stock",
    ]);
    const none = [null, null, null];
    expect(await call("IMAGINARY", plan, [["actual"]], null, null, ...none)).toContainEqual(
      expect.arrayContaining(["Pallets"]),
    );
    expect(await call("KPI", plan, "actual", "pallets", ...none, null, null)).toBe(12);
    await expect(call("KPI", plan, "actual", "pallets", null, "region", null, null, null)).rejects.toThrow(
      "into groups",
    );
    expect(await call("ASOF", plan, [["actual"]], "imaginary", null, null)).toBeGreaterThan(40_000);
    await expect(call("IMAGINARY", plan, null, null, "W", ...none)).rejects.toThrow("takes M or FY");
  });
});
