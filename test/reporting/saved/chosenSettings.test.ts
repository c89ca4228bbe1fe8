/** @jest-environment jsdom */
import { createSaved } from "../../../src/reporting/saved/document";
import { readSettings, writeSettings, type WorkbookSettings } from "../../../src/reporting/saved/chosenSettings";
import { browserDom } from "./dom";

const read = (attributes: Record<string, string>) => {
  const root = createSaved(browserDom, "settings");
  for (const [name, text] of Object.entries(attributes)) root.setAttribute(name, text);
  return readSettings(root);
};

describe("every setting read from a workbook is within bounds", () => {
  test("fiscalMonth is a month of the calendar", () => {
    expect(["0", "13", "1.5", "x"].map((text) => read({ fiscalMonth: text }).fiscalMonth)).toEqual(
      Array(4).fill(undefined),
    );
  });

  test("currentMonth is a month of a year that periods can have", () => {
    expect(read({ currentMonth: "2026-04" }).currentMonth).toBe("2026-04");
    expect(["2026-13", "2026-00", "2026-4", "2200-01", "current"].map((text) => read({ currentMonth: text }))).toEqual(
      Array(5).fill({}),
    );
  });

  test("a text is of the length of an id", () => {
    const longest = "p".repeat(1000);
    expect(read({ plan: longest })).toEqual({ plan: longest });
    expect(read({ plan: `${longest}p` })).toEqual({});
    expect(read({ plan: "p".repeat(1_000_000), currency: "E".repeat(1_000_000) })).toEqual({});
  });

  test("scenarios are no more than a plan has", () => {
    const ids = Array.from({ length: 100_000 }, (_, index) => `s${index}`);
    expect(read({ scenarios: ids.join(",") }).scenarios).toEqual(ids.slice(0, 1000));
  });
});

test("Settings that other versions knew are passed over, and not written again", () => {
  const root = createSaved(browserDom, "settings");
  for (const [name, text] of [
    ["plan", "p1"],
    ["maxAge", "60"],
    ["refreshEvery", "15"],
    ["paused", "true"],
    ["numberFormats", "true"],
  ] as const)
    root.setAttribute(name, text);
  expect(readSettings(root)).toEqual({ plan: "p1" });
});

describe("a switch that stands at its default is not written", () => {
  const written = (settings: WorkbookSettings) => {
    const root = createSaved(browserDom, "settings");
    writeSettings(root, { formats: false, refreshOnOpen: true });
    writeSettings(root, settings);
    return root.getAttributeNames().filter((name) => name !== "xmlns");
  };

  test.each<[WorkbookSettings, string[]]>([
    [{ formats: true, refreshOnOpen: false }, []],
    [{ formats: false, refreshOnOpen: true }, ["refreshOnOpen", "formats"]],
    [{}, []],
  ])("%j", (settings, names) => expect(written(settings).sort()).toEqual(names.sort()));
});
