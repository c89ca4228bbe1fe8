/** The workbench as an Excel in German: the grid shows and takes its separators, and formulas and reports are the same. */
import { openWorkbench, pressEnter, startSetting, type Workbench } from "./workbench/open";
import { choosePlan, showSection } from "./sections";

const setting = startSetting();
let workbench: Workbench;

beforeAll(async () => {
  workbench = await openWorkbench(setting, "?locale=de-DE");
});

async function type(address: string, text: string): Promise<void> {
  const { page } = workbench;
  await page.evaluate((at) => window.workbench!.select(at), address);
  const { x, y } = await page.evaluate((at) => window.workbench!.position(at), address);
  await page.mouse.click(x, y);
  // As one input: key by key, the grid of a busy machine may still offer functions for the first letters when Enter comes.
  await page.keyboard.insertText(text);
  await pressEnter(workbench, address);
}

test("numbers and formulas are typed with a comma and semicolons", async () => {
  await type("H2", "1.234,5");
  await type("H3", "=SUM(H2;0,25)");
  expect(await workbench.cell("H2")).toMatchObject({ value: 1234.5, text: "1234,5" });
  expect(await workbench.cell("H3")).toMatchObject({ value: 1234.75, text: "1234,75", formula: "=SUM(H2,0.25)" });
});

test("a report has the same numbers, shown in German in every scale", async () => {
  const { page, pane } = workbench;
  await choosePlan(pane);
  await workbench.settled();
  await showSection(pane, "Reports");
  await pane.getByRole("button", { name: "Insert P&L statement", exact: true }).click();
  const sheet = "P&L statement FY26 Plan";
  // The grid shows a new sheet before the add-in has filled it.
  await page.waitForFunction((name) => window.workbench!.sheets().names.includes(name), sheet);
  await pane.locator('[aria-busy="false"]').first().waitFor();
  await workbench.settled();
  const sales = () => workbench.cell(`'${sheet}'!C12`);
  const { value, text } = await sales();
  expect(text.trim()).toBe(((value as number) / 1e3).toLocaleString("de-DE", { maximumFractionDigits: 0 }));
  await workbench.enter({ [`'${sheet}'!H5`]: "Millions" });
  expect((await sales()).text.trim()).toBe(
    ((value as number) / 1e6).toLocaleString("de-DE", { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
  );
  const shown = (await workbench.values(`'${sheet}'!B1:K25`)).flat();
  expect(shown.filter((each) => typeof each === "string" && each.startsWith("#"))).toEqual([]);
  expect(workbench.problems).toEqual([]);
});
