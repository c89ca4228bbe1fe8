/** Common criteria are counted by an index. Several at once go Univer's way, and have to come to the same. */
import type { Value } from "../../../src/spreadsheet/engine/values";
import { declare } from "./declare";
import { calculate, type Specs } from "./workbook";

const ECHO = declare("ECHO", "value", ([value]) => value);

const VALUES: Value[] = [1, "a", "A", 2.5, null, "", true, -3, "key 1", "Q1 2026", "äpfel", 0, "key 1", 1, "b*"];
const NAMES: Value[] = [
  "Region 5 of May",
  "region 5 x",
  "Region 15",
  "REGION 5 X",
  null,
  5,
  "Äpfel 7",
  "äpfel 70",
  "x5",
];
const CRITERIA = [
  '"a"',
  '"A"',
  "1",
  "2.5",
  "0",
  '">1"',
  '"<=1"',
  '"=1"',
  '"<>a"',
  '"key 1"',
  '"a*"',
  '""',
  '"1"',
  '"Äpfel"',
  "TRUE",
  '"Q1 2026"',
  '">a"',
  '"b~*"',
  '"<0"',
  '"Region 5 x"',
  '"<>Region 5 x"',
  '"Region 5 of May"',
  '"*5*"',
  '"?egion ?5*"',
  '"äpfel 7?"',
];

const lists: [name: string, values: Value[]][] = [
  ["all kinds", VALUES],
  ["numbers", VALUES.map((value) => (typeof value === "number" ? value : null))],
  ["names with digits", NAMES],
  ["texts without digits", VALUES.map((value) => (typeof value === "string" && !/\d/.test(value) ? value : null))],
];

test.each(lists)(
  "Criteria over %s are met by the same cells, one at a time and several at once",
  async (_name, values) => {
    const range = `A1:A${values.length}`;
    const numbers = `B1:B${values.length}`;
    const specs: Specs = Object.fromEntries(
      values.flatMap((value, at) => [
        [`A${at + 1}`, value],
        [`B${at + 1}`, 2 ** at],
      ]),
    );
    CRITERIA.forEach((criterion, at) => {
      const both = `VSTACK(${criterion},${criterion})`;
      specs[`D${at + 1}`] = { f: `COUNTIF(${range},${criterion})+INSIGHTS.ECHO(0)` };
      specs[`E${at + 1}`] = { f: `SUM(COUNTIF(${range},${both}))/2+INSIGHTS.ECHO(0)` };
      specs[`F${at + 1}`] = { f: `SUMIFS(${numbers},${range},${criterion},${numbers},">1")+INSIGHTS.ECHO(0)` };
      specs[`G${at + 1}`] = { f: `SUM(SUMIFS(${numbers},${range},${both},${numbers},">1"))/2+INSIGHTS.ECHO(0)` };
      specs[`H${at + 1}`] = { f: `SUMIFS(${numbers},${range},"*e*",${range},${criterion})+INSIGHTS.ECHO(0)` };
      specs[`I${at + 1}`] = { f: `SUM(SUMIFS(${numbers},${range},"*e*",${range},${both}))/2+INSIGHTS.ECHO(0)` };
    });
    const outcome = await calculate(specs, [ECHO]);
    let compared = 0;
    CRITERIA.forEach((criterion, at) => {
      for (const [one, several] of ["DE", "FG", "HI"]) {
        const [quick, slow] = [outcome[`${one}${at + 1}`], outcome[`${several}${at + 1}`]];
        if (typeof quick === "string" || typeof slow === "string") continue;
        compared += 1;
        expect([criterion, one, quick]).toEqual([criterion, one, slow]);
      }
    });
    expect(compared).toBeGreaterThan(CRITERIA.length);
  },
);

test("An error among what is added up is the result, if its cell meets the criteria", async () => {
  const outcome = await calculate(
    {
      A1: "a",
      A2: "b",
      B1: 1,
      B2: { code: "#N/A", message: "" },
      C1: { f: 'SUMIF(A1:A2,"a",B1:B2)+INSIGHTS.ECHO(0)' },
      C2: { f: 'SUMIFS(B1:B2,A1:A2,"b")+INSIGHTS.ECHO(0)' },
    },
    [ECHO],
  );
  expect(outcome).toEqual({ C1: 1, C2: "#N/A" });
});
