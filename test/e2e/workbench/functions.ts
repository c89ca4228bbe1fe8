/** The grid gives the numbers of the built command. */
import { connectionTo, evaluate } from "../cli";
import type { WorkbenchServer } from "../../../workbench/server/server";
import type { Workbench } from "./open";

const FORMULAS = [
  "=INSIGHTS.PLANS()",
  '=INSIGHTS.SCENARIOS("FY26 Plan")',
  '=INSIGHTS.FIELDS("demand")',
  '=INSIGHTS.PNL("FY26 Plan","committed","ebit")*2',
  '=INSIGHTS.PNL("FY26 Plan",{"committed","actual"},{"ebit";"cogsPercent"},"FY",,,"EUR")',
  '=INSIGHTS.DEMAND("FY26 Plan","actual",,"FY","region",,"2026-06")',
  '=INSIGHTS.KPI("FY26 Plan","actual","Fill rate","2026-Q1","region","North")',
  '=INSIGHTS.SUPPLY("FY26 Plan","actual",,"FY")',
  '=INSIGHTS.SUSTAINABILITY("FY26 Plan","actual",,"FY")',
  '=ROUND(INSIGHTS.ASOF("FY26 Plan","actual"),4)',
  '=SUM(INSIGHTS.DEMAND("FY26 Plan","committed","demandVolume"))',
  '=LET(p,INSIGHTS.PNL("FY26 Plan","committed",{"ebit","netFIESales"},,,,,"values"),INDEX(p,1,1)/INDEX(p,2,1))',
  '=LET(p,INSIGHTS.PNL("FY26 Plan","committed",,"M"),XLOOKUP("2026-03",INDEX(p,2,0),INDEX(p,12,0)))',
  '=IFNA(INSIGHTS.PNL("FY26 Plan","comitted","ebit"),"none")',
  '=INSIGHTS.PNL("FY26 Plan","comitted","ebit")',
  '=INSIGHTS.PNL("FY26 Plan","committed","ebti")',
];

/** Below the sample, where there is room for all of them, one under the other. */
const FIRST_ROW = 60;

export function functionTests(open: () => { workbench: Workbench; server: WorkbenchServer }): void {
  test("every function returns the values and messages of `insights eval`", async () => {
    const { workbench, server } = open();
    const connection = connectionTo({ url: new URL(server.url).origin, apiKey: server.sandbox.apiKey });
    // The server's certificate was made for this run, and Node trusts it no more than browsers do.
    const results = await evaluate(FORMULAS, { ...connection, NODE_TLS_REJECT_UNAUTHORIZED: "0" });
    const tables = results.map((result) => ("error" in result ? [[result.error.code]] : rowsOf(result.value)));

    let row = FIRST_ROW;
    const places = tables.map((table) => {
      const first = row;
      row += table.length + 1;
      return { first, last: first + table.length - 1, width: table[0]!.length };
    });
    await workbench.enter(Object.fromEntries(places.map(({ first }, at) => [`'P&L'!A${first}`, FORMULAS[at]!])));
    for (const [at, { first, last, width }] of places.entries()) {
      const found = await workbench.values(`'P&L'!A${first}:${String.fromCharCode(64 + width)}${last}`);
      expect([FORMULAS[at], found.map((cells) => cells.map((cell) => cell ?? ""))]).toEqual([FORMULAS[at], tables[at]]);
      const result = results[at]!;
      const { message } = await workbench.cell(`'P&L'!A${first}`);
      expect(message).toBe("error" in result ? result.error.message : undefined);
    }
    await workbench.enter(Object.fromEntries(places.map(({ first }) => [`'P&L'!A${first}`, ""])));
  });

  test("formulas over the cells of a spill follow it", async () => {
    const { workbench } = open();
    await workbench.enter({
      "Demand!J4": '=INSIGHTS.DEMAND("FY26 Plan","actual",{"demandVolume","fillRate"},"M","region")',
      "Demand!R4": "=SUM(M5:M76)",
      "Demand!R5": '=XLOOKUP("2026-03",K5:K76,M5:M76)',
      "Demand!R6": '=SUM(INSIGHTS.DEMAND("FY26 Plan","actual","demandVolume","M","region",,,,"values"))',
    });
    const spill = await workbench.values("Demand!J5:N76");
    const volumes = spill.map(([, , , volume]) => volume as number);
    const march = spill.find(([, period]) => period === "2026-03")![3];
    expect((await workbench.values("Demand!R4:R6")).flat()).toEqual([sum(volumes), march, sum(volumes)]);
    await workbench.enter(Object.fromEntries(["J4", "R4", "R5", "R6"].map((cell) => [`Demand!${cell}`, ""])));
  });
}

function rowsOf(value: unknown): unknown[][] {
  return Array.isArray(value) ? (value as unknown[][]) : [[value]];
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
