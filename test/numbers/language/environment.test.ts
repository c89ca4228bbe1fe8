/** The code as it is built for the environment "test", beside production's formulas in one workbook. */
import type * as Artifacts from "../../../src/reporting/saved/artifacts";
import type * as Calls from "../../../src/numbers/language/calls";
import type * as Device from "../../../src/excel/actions/connection/device";
import type * as Notation from "../../../src/numbers/language/notation";
import type * as Saved from "../../../src/reporting/saved/document";

interface Built {
  calls: typeof Calls;
  notation: typeof Notation;
  document: typeof Saved;
  artifacts: typeof Artifacts;
  device: typeof Device;
}

/** Loads the modules anew, with the constants that a build for the environment sets. */
function builtFor(constants: Record<string, string>): Built {
  const modules = {} as Built;
  Object.assign(globalThis, constants);
  jest.isolateModules(() => {
    modules.calls = jest.requireActual("../../../src/numbers/language/calls");
    modules.notation = jest.requireActual("../../../src/numbers/language/notation");
    modules.document = jest.requireActual("../../../src/reporting/saved/document");
    modules.artifacts = jest.requireActual("../../../src/reporting/saved/artifacts");
    modules.device = jest.requireActual("../../../src/excel/actions/connection/device");
  });
  for (const name of Object.keys(constants)) Reflect.deleteProperty(globalThis, name);
  return modules;
}

const production = builtFor({});
const test1 = builtFor({ BUILD_NAMESPACE: "INSIGHTSTEST", BUILD_ADDIN_ID: "aa7ca596-c785-5063-ab8c-b273f5f5fcff" });

const BOTH = '=INSIGHTS.KPI("a")-INSIGHTSTEST.KPI("b")';

test("Each environment finds its own calls in a formula that has both", () => {
  const argumentsFoundBy = ({ calls }: Built) => calls.findCalls(BOTH).map(({ args }) => args);
  expect(argumentsFoundBy(production)).toEqual([['"a"']]);
  expect(argumentsFoundBy(test1)).toEqual([['"b"']]);
});

test("Each environment converts its own calls to a file's notation and back", () => {
  const inFile = test1.notation.toFileNotation(BOTH);
  expect(inFile).toBe('=INSIGHTS.KPI("a")-_xldudf_INSIGHTSTEST_KPI("b")');
  expect(production.notation.toFileNotation(inFile)).toBe('=_xldudf_INSIGHTS_KPI("a")-_xldudf_INSIGHTSTEST_KPI("b")');
  expect(test1.notation.toExcelNotation(inFile)).toBe(BOTH);
  expect(production.notation.toExcelNotation(inFile)).toBe(inFile);
});

test("Neither environment reads the parts of the other", () => {
  const dom = { parse: parseRoot, serialize: () => "" };
  const ledgerOf = ({ document }: Built) => `<insights xmlns="${document.partNamespace("ledger")}"/>`;
  const reads = ({ document }: Built, text: string) => document.parseSaved(dom, text) !== undefined;
  expect(reads(production, ledgerOf(production))).toBe(true);
  expect(reads(test1, ledgerOf(test1))).toBe(true);
  expect(reads(production, ledgerOf(test1))).toBe(false);
  expect(reads(test1, ledgerOf(production))).toBe(false);
});

/** As much of a parser as `parseSaved` uses. */
function parseRoot(text: string): Document {
  const namespaceURI = /xmlns="(.*?)"/.exec(text)?.[1];
  return { documentElement: { namespaceURI, getElementsByTagNameNS: () => [] } } as unknown as Document;
}

test("A values-only copy of either environment drops the parts of both", () => {
  for (const { artifacts } of [production, test1])
    for (const { document } of [production, test1])
      expect(document.partNamespace("ledger").startsWith(`${artifacts.ADDIN_ARTIFACTS.namespace}:`)).toBe(true);
  expect(test1.artifacts.ADDIN_ARTIFACTS.addin).not.toBe(production.artifacts.ADDIN_ARTIFACTS.addin);
});

test("A key that one environment keeps on the device is not the other's", () => {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
  } as unknown as Storage;
  production.device.openDevice(storage, undefined).keep("https://planning.example.com", "key");
  expect([...kept.keys()]).toEqual(["scenario-insights.connection"]);
  expect(test1.device.openDevice(storage, undefined).apiKey).toBe("");
});
