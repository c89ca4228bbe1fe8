/** Makes the golden workbook of this release: everything that a workbook keeps, as the add-in keeps it. */
import { createSandbox, type Sandbox } from "../../sandbox/sandbox";
import { describeChanges } from "../../src/excel/workbook/changes/readChanges";
import { saveSummary } from "../../src/excel/workbook/changes/savedSummary";
import { saveSettings } from "../../src/excel/workbook/customXml/settingsPart";
import { saveLedger } from "../../src/excel/workbook/ledger/savedLedger";
import { insertReport } from "../../src/excel/workbook/reports/report";
import { takeSnapshots } from "../../src/excel/workbook/snapshot/snapshot";
import { openAddin, SERVICE, type Addin } from "./addin";
import { writeGolden } from "./goldenFile";

const DAY = 86_400_000;
const STARTED = Date.UTC(2026, 5, 1, 12);

export interface Clock {
  readonly sandbox: Sandbox;
  readonly now: () => number;
  /** A day passes, and the service has new results. */
  readonly nextDay: () => void;
}

/** A sandbox after so many new results. Numbers are the same each time. */
export function sandboxAfter(days: number): Clock {
  let time = STARTED;
  const sandbox = createSandbox({ now: () => time });
  const nextDay = () => {
    time += DAY;
    sandbox.step();
  };
  for (let day = 0; day < days; day += 1) nextDay();
  return { sandbox, now: () => time, nextDay };
}

/** New results that the golden workbooks have seen. */
export const DAYS = 2;

export const SETTINGS = { plan: "fy26", currency: "USD", fiscalMonth: 4, currentMonth: "2026-04" };
export const BOARD = "Board";

/** By address. Calls with plain and with computed arguments, tables, formulas around them, and a call in error. */
const CELLS: Readonly<Record<string, string | number>> = {
  A1: "Plan",
  B1: "FY26 Plan",
  B3: "actual",
  C3: "committed",
  A4: "ebit",
  A5: "Gross sales",
  A6: "EBIT %",
  ...Object.fromEntries(
    ["B", "C"].flatMap((column) =>
      [4, 5, 6].map((row) => [`${column}${row}`, `=INSIGHTS.KPI($B$1,${column}$3,$A${row})`]),
    ),
  ),
  D4: '=INSIGHTS.VAR($B$1,$B$3,$C$3,$A4,"current",,,,"YTD")',
  D5: '=INSIGHTS.VAR(,"actual",,"ebit","2026-Q1",,,,,"percent","PY")',
  E4: '=INSIGHTS.KPI(,"committed","demandVolume","2026-05","region","<>North")',
  E5: '=INSIGHTS.PERIOD(,"current","YTD","label")',
  E6: '=INSIGHTS.KPI($B$1,"comitted","ebit")',
  F4: "=B4-C4",
  F5: '=IFNA(INSIGHTS.KPI($B$1,"actual","ebit"),0)+B5/1000',
  F6: '=INSIGHTS.ASOF(,"actual",,"UTC")',
  G4: '=INSIGHTS.KPI("FY26 Europe","committed","ebit")',
  A9: "=INSIGHTS.PNL()",
  A26: '=INSIGHTS.DEMAND($B$1,"actual",{"demandVolume","fillRate"},"FY","region")',
  A35: '=INSIGHTS.BRIDGE($B$1,"committed","actual",,"2026-Q2")',
  A45: "=INSIGHTS.PLANS()",
};

/** @param service The address of its planning service. */
export async function makeGolden(service = SERVICE): Promise<Uint8Array> {
  const { sandbox, now, nextDay } = sandboxAfter(0);
  const data = { id: "golden", sheetOrder: ["board"], sheets: { board: { id: "board", name: BOARD } } };
  const addin = await openAddin({ data }, { sandbox, now, isConnected: true, service });
  await saveSettings(SETTINGS);
  addin.settings.current = SETTINGS;
  for (const [address, content] of Object.entries(CELLS)) addin.workbook.enter(address, content);
  await addin.workbook.settled();
  const plans = await addin.session.plans();
  await insertReport({
    kind: "statement",
    plan: "FY26 Plan",
    scenarios: ["committed", "actual"],
    currency: "USD",
    plans,
  });
  await addin.workbook.settled();
  await saveLedger(addin.ledger);
  await onBoard((sheet) => sheet.activate());
  await takeSnapshots({ ledger: addin.ledger, scope: "sheet", now });
  nextDay();
  await refreshAndList(addin, now());
  // The next refresh drops the call that no cell makes any more.
  await onBoard((sheet) => sheet.getRange("G4").clear());
  await addin.workbook.settled();
  nextDay();
  await refreshAndList(addin, now());
  const bytes = await writeGolden(addin.workbook);
  addin.workbook.close();
  return bytes;
}

async function refreshAndList({ refresh, session }: Addin, at: number): Promise<void> {
  const { changes } = await refresh();
  const plans = session.generation?.peekPlans() ?? [];
  await saveSummary(await describeChanges(changes, { at, plans, language: "en-US" }));
}

async function onBoard(work: (sheet: Excel.Worksheet) => void): Promise<void> {
  await Excel.run(async (context) => {
    work(context.workbook.worksheets.getItem(BOARD));
    await context.sync();
  });
}
