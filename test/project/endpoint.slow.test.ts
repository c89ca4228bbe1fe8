/** What adding an endpoint takes: a row is added in a copy of the sources, and the compiler asks for the rest. */
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import ts from "typescript";
import { metadata } from "../../scripts/metadata.cjs";
import type * as Functions from "../../src/functions/chunk";
import { FAMILIES } from "../../src/insights";
import type * as Insights from "../../src/insights";
import type * as Sandbox from "../../src/sandbox/sandbox";
import { disagreements } from "./endpointRows";

const PROJECT = join(__dirname, "../..");
const ROOMS = ["insights", "functions", "language", "analysis", "sandbox", "grid"];
const ROOTS = ["insights/index.ts", "functions/chunk.ts", "sandbox/routes.ts"];

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
  "insights/fields.ts: const ROWS": `
  imaginary: [["pallets", "Pallets", "volume", sum, "more"]],`,
  "insights/meanings.ts: export const MEANINGS": `
  imaginary: { pallets: "Pallets in stock" },`,
  "functions/chunk.ts: export const functions": "",
  "sandbox/routes.ts: export const ROUTES": `
  imaginary: resultsRoute("imaginary", (simulation, { range }) =>
    aggregate(simulation, "imaginary", wholeOf(range)).map((row) => ({ ...row, fields: { pallets: 12 } }))),`,
  "sandbox/planning/measures.ts: export const ADDERS": `
  imaginary: { add: addSupply, measures: ["orders", "ordersInFull", "dispatchVolume", "closingStock"] },`,
};

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
  const copy = mkdtempSync(join(tmpdir(), "endpoint-"));
  let asked: string[] = [];
  let askedStill: string[] = [];

  beforeAll(() => {
    for (const room of ROOMS) cpSync(join(PROJECT, "src", room), join(copy, room), { recursive: true });
    symlinkSync(join(PROJECT, "node_modules"), join(copy, "node_modules"));
    insert("insights/endpoints.ts", "const ROWS", ROW);
    const first = compile(copy);
    asked = errorsOf(first, copy);
    for (const [place, text] of Object.entries(ASKED_FOR)) {
      const [file = "", declaration = ""] = place.split(": ");
      insert(file, declaration, text);
    }
    const functions = join(copy, "functions/functions.ts");
    writeFileSync(functions, readFileSync(functions, "utf8") + DECLARATION);
    askedStill = errorsOf(compile(copy, first), copy);
  });
  afterAll(() => rmSync(copy, { recursive: true }));

  /** Adds a text behind the first brace that ends a line, from a declaration on. */
  function insert(file: string, declaration: string, text: string): void {
    const path = join(copy, file);
    const source = readFileSync(path, "utf8");
    const brace = source.indexOf("{\n", source.indexOf(declaration)) + 1;
    if (text !== "") writeFileSync(path, source.slice(0, brace) + text + source.slice(brace));
  }

  const load = <T extends object>(file: string): T => jest.requireActual<T>(join(copy, file));

  test("is a row that makes the compiler require fields, function, route, measures", () => {
    expect(asked.sort()).toEqual(Object.keys(ASKED_FOR).sort());
  });

  test("needs nothing else to compile", () => {
    expect(askedStill).toEqual([]);
  });

  test("disagrees with the enumeration of families until that names it", async () => {
    const { plans: _plans, ...rows } = load<typeof Insights>("insights/index.ts").ENDPOINTS;
    const file = join(copy, "functions/functions.ts");
    const declared = async () => disagreements(rows, JSON.parse(await metadata(file)));
    expect(await declared()).toEqual([
      `Family: '${FAMILIES.join()}', not 'imaginary,${FAMILIES.join()}'`,
      "Family calls imaginary '', not 'Imaginary'",
      "IMAGINARY's interval: 'FY,M', not 'M,FY'",
    ]);
    insert("functions/functions.ts", "enum Family", `\n  /** Imaginary */\n  Imaginary = "imaginary",`);
    expect(await declared()).toEqual(["IMAGINARY's interval: 'FY,M', not 'M,FY'"]);
  });

  test("is then known to every function, with no list to add it to", async () => {
    const { functions, createSession, setHost } = load<typeof Functions>("functions/chunk.ts");
    const { createSandbox } = load<typeof Sandbox>("sandbox/sandbox.ts");
    const sandbox = createSandbox();
    const session = createSession({ fetch: sandbox.fetch, scheduleBatch: (flush) => void setImmediate(flush) });
    session.connect({ appUrl: "https://planning.example", credentials: { apiKey: sandbox.apiKey } });
    setHost({ session, settings: () => ({}), dateSystem: 1900, cellError: (code, message) => new Error(message) });
    const call = (id: string, ...given: unknown[]) =>
      (functions as unknown as Record<string, (...given: unknown[]) => Promise<unknown>>)[id]?.(...given, {});
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

function compile(copy: string, former?: ts.Program): ts.Program {
  const { config } = ts.readConfigFile(join(PROJECT, "tsconfig.json"), (path) => ts.sys.readFile(path)) as {
    config: { compilerOptions: object };
  };
  const { options } = ts.convertCompilerOptionsFromJson(
    { ...config.compilerOptions, types: ["custom-functions-runtime"], checkJs: false },
    copy,
  );
  return ts.createProgram(
    ROOTS.map((file) => join(copy, file)),
    options,
    undefined,
    former,
  );
}

/** File and declaration of every error, whatever its words. */
function errorsOf(program: ts.Program, copy: string): string[] {
  return [...program.getSyntacticDiagnostics(), ...program.getSemanticDiagnostics()].map(
    ({ file, start = 0, messageText }) => {
      if (!file) return ts.flattenDiagnosticMessageText(messageText, "\n");
      const line = file.text.slice(file.text.lastIndexOf("\n", start) + 1).split("\n", 1)[0] ?? "";
      const declaration = /^(export )?\w+ \w+/.exec(line)?.[0] ?? line.trim();
      return `${relative(copy, file.fileName)}: ${declaration}`;
    },
  );
}
