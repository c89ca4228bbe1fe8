/** Files with what the first build wrote into them: every later one refreshes them. */
import { fullYearOf, readFile, refreshFile } from "../workbook/firstBuild";
import { hashes } from "../xlsx/book";
import { cellsIn } from "../xlsx/cells";

const FILES = ["settings.xlsx", "frozen.xlsx", "frozen-report.xlsx"];
const [COMMITTED, ACTUAL, OPTIMISTIC] = ["fy26-committed", "fy26-actual", "fy26-optimistic"] as const;
const EUROS = { currency: "EUR", moved: true };
const DOLLARS = { currency: "USD", moved: true };

async function refreshed(name: string, settings = {}) {
  const before = readFile(name);
  const { bytes, summary } = await refreshFile(before, { moved: true, settings });
  expect(summary).toMatchObject({ errors: [], problems: [] });
  return { before: await cellsIn(before), after: await cellsIn(bytes), changes: summary.changes };
}

describe.each(FILES)("%s of the first build", (name) => {
  test("stays the same to the byte where the service has nothing new", async () => {
    const before = readFile(name);
    const { bytes, summary } = await refreshFile(before);
    expect(summary).toMatchObject({ changes: [], errors: [], problems: [] });
    expect(summary.refreshed).toBeGreaterThan(0);
    expect(Buffer.compare(bytes, before)).toBe(0);
  });

  test("keeps its formulas, its names and all else when its values and what its calls returned are refreshed", async () => {
    const before = readFile(name);
    const { bytes, summary } = await refreshFile(before, { moved: true });
    expect(summary.changes.length).toBeGreaterThan(0);
    expect(await cellsIn(bytes, "formulas")).toEqual(await cellsIn(before, "formulas"));
    const [old, now] = [await hashes(before), await hashes(bytes)];
    expect(Object.keys(now)).toEqual(Object.keys(old));
    const changed = Object.keys(now).filter((part) => old[part] !== now[part]);
    expect(changed.filter((part) => !part.startsWith("xl/worksheets/sheet"))).toEqual(["customXml/item1.xml"]);
  });
});

test("A file is refreshed with the plan, the scenarios and the currency that it says, whatever is set around it", async () => {
  const around = { plan: "plan_eu26", scenarios: ["none"], currency: "JPY" };
  const { after } = await refreshed("settings.xlsx", around);
  const { [COMMITTED]: committed, [ACTUAL]: actual } = await fullYearOf([COMMITTED, ACTUAL], EUROS);
  expect(after).toMatchObject({
    "Board view!A1": committed?.ebit,
    "Board view!A6": expect.closeTo(Number(committed?.ebit) - Number(after["Board view!A2"]), 2),
    "Board view!D1": "EUR",
    "Board view!E1": "Actual",
    "Board view!F1": "Committed Plan",
    "Board view!E2": actual?.grossFIESales,
    "Board view!F2": committed?.grossFIESales,
    "Board view!E11": actual?.ebit,
    "Board view!F11": committed?.ebit,
  });
});

test("In a file with frozen formulas their values stay, and what depends on them and on others follows", async () => {
  const { before, after, changes } = await refreshed("frozen.xlsx");
  const { [COMMITTED]: committed } = await fullYearOf([COMMITTED], { moved: true });
  expect(changes.map(({ cell }) => cell)).toEqual(["'Board view'!H1", "'Board view'!H2"]);
  expect(after).toEqual({
    ...before,
    "Board view!H1": committed?.ebit,
    "Board view!H2": expect.closeTo(Number(committed?.ebit) - Number(before["Board view!A2"]), 2),
  });
});

test("In a file with a report, of which some is frozen, the rest is refreshed", async () => {
  const { before, after } = await refreshed("frozen-report.xlsx");
  const { [COMMITTED]: committed, [OPTIMISTIC]: optimistic } = await fullYearOf([COMMITTED, OPTIMISTIC], DOLLARS);
  const sheet = "P&L FY26 Plan!";
  const kept = ["B11", "C11", "D11", "B19", "C19"].map((address) => sheet + address);
  expect(kept.map((cell) => after[cell])).toEqual(kept.map((cell) => before[cell]));
  expect(after).toMatchObject({
    "Board view!A1": committed?.ebit,
    [`${sheet}G11`]: optimistic?.grossFIESales,
    [`${sheet}H11`]: expect.closeTo(Number(optimistic?.grossFIESales) - Number(before[`${sheet}B11`]), 2),
  });
  expect(after[`${sheet}G11`]).not.toBe(before[`${sheet}G11`]);
});
