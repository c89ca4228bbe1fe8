/**
 * A file that the command of an earlier version refreshed. `command/a8b96596.xlsx` was made with the sources of that commit, built:
 * `makeGolden()` of a workbook of http://localhost:4999, where its sandbox ran. That was told of new results three times (POST
 * /sandbox/step), and `insights refresh FILE` refreshed the file.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { cellsIn } from "../spreadsheet/xlsx/cells";
import { withoutLedger } from "./goldenFile";
import { refreshFile } from "./goldenSetup";
import { sandboxAfter } from "./makeGolden";

const SERVICE = "http://localhost";
const bytes = new Uint8Array(readFileSync(join(__dirname, "command/a8b96596.xlsx")));

/** Finds the cells that differ, numbers rounded to so many digits. */
async function differing(one: Uint8Array, other: Uint8Array, digits: number): Promise<string[]> {
  const [before, after] = [await cellsIn(one), await cellsIn(other)];
  const round = (value: unknown) =>
    typeof value === "number" ? Number(value.toPrecision(digits)) : JSON.stringify(value);
  return Object.keys({ ...before, ...after }).filter((cell) => round(before[cell]) !== round(after[cell]));
}

test("Without news, this version shows the same numbers, in formulas around them but for the last digits", async () => {
  const { bytes: refreshed, summary } = await refreshFile(bytes, sandboxAfter(3), SERVICE);
  expect(summary).toMatchObject({ problems: [], errors: [{ cell: "Board!E6", code: "#N/A" }] });
  // The sandbox of this test has another time, of which these cells tell.
  const page = "P&L statement FY26 Plan";
  expect(await differing(bytes, refreshed, 12)).toEqual([
    "Board!F6",
    ...["B2", "AO2", "AO3", "AO4"].map((cell) => `${page}!${cell}`),
  ]);
  // The earlier version rounded differences to 15 digits.
  const changed = summary.changes.map(({ cell }) => cell);
  expect(changed).toEqual(expect.arrayContaining(["'P&L statement FY26 Plan'!E15", "'P&L statement FY26 Plan'!F15"]));
});

test("With news it is refreshed as if nothing had been kept", async () => {
  const { bytes: refreshed, summary } = await refreshFile(bytes, sandboxAfter(4), SERVICE);
  expect(summary.changes.length).toBeGreaterThan(20);
  const { bytes: plain } = await refreshFile(await withoutLedger(bytes), sandboxAfter(4), SERVICE);
  expect(await cellsIn(refreshed)).toEqual(await cellsIn(plain));
});

test("It still belongs to its service: another one is refused", async () => {
  await expect(refreshFile(bytes, sandboxAfter(4), "https://elsewhere.example")).rejects.toMatchObject({
    kind: "otherService",
  });
});
