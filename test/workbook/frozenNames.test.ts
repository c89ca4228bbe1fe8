import { deleteNames, findAddresses, openNames } from "../../src/workbook/frozenNames";
import { openWorkbook, type Workbook } from "../workbench/excel";

let workbook: Workbook;
beforeEach(() => {
  workbook = openWorkbook({ data: { id: "book", sheetOrder: ["s"], sheets: { s: { id: "s", name: "Sheet1" } } } });
});
afterEach(() => workbook.close());

const named = (...names: (readonly [name: string, address: string])[]) =>
  Excel.run(async (context) => {
    for (const [name, address] of names) context.workbook.names.add(name, `=${address}`);
    await context.sync();
  });

const nameAll = (...addresses: string[]) =>
  Excel.run(async (context) => {
    const names = addresses.map(await openNames(context));
    await context.sync();
    return names;
  });

test("An address has one name, the one that it has already, and new names are numbered above all others", async () => {
  await named(["_insights_12", "Sheet1!$B$2"], ["_insights_3", "Sheet1!$B$3"], ["Tax", "Sheet1!$B$4"]);
  const names = await nameAll("Sheet1!$B$3", "Sheet1!$B$4", "Sheet1!$C$1", "Sheet1!$C$1");
  expect(names).toEqual(["_insights_3", "_insights_13", "_insights_14", "_insights_14"]);
  expect(await Excel.run(findAddresses)).toEqual(
    new Map([
      ["_insights_12", "Sheet1!$B$2"],
      ["_insights_3", "Sheet1!$B$3"],
      ["_insights_13", "Sheet1!$B$4"],
      ["_insights_14", "Sheet1!$C$1"],
    ]),
  );
});

test("Names go with the formula that needed them, unless another one needs them too", async () => {
  const [area = "", shared = "", other = ""] = await nameAll("Sheet1!$A$1", "Sheet1!$B$1", "Sheet1!$A$2");
  const gone = { area, references: [shared], formula: "=B1", mark: "" };
  const rest = { area: other, references: [shared], formula: "=B1", mark: "" };
  await Excel.run((context) => deleteNames(context, [gone], [rest]));
  expect([...(await Excel.run(findAddresses)).keys()]).toEqual([shared, other]);
});
