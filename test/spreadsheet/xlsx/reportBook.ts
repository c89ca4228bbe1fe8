/** Workbooks with a report, as files. */
import { toFileNotation } from "../../../src/numbers/language/notation";
import { formatPosition, parsePosition } from "../../../src/spreadsheet/cells/address";
import type { Plan } from "../../../src/insights";
import type { ReportKind } from "../../../src/reporting/reports/reportParameters";
import { REPORT_SHEETS } from "../../../src/reporting/reports/reportSheets";
import { partsOf, type CellSpec, type SheetSpec } from "./book";

const scenario = (id: string, name: string, flags: string[] = []) => ({ id, name, flags });

/** The first one is what the report is about. */
const PLANS: readonly Plan[] = [
  {
    id: "fy26",
    name: "FY26 Plan",
    currency: "USD",
    scenarios: [scenario("c", "Committed Plan", ["committed"]), scenario("x", "Secret takeover")],
  },
  { id: "plan_eu26", name: "FY26 Europe", currency: "EUR", scenarios: [] },
  { id: "plan_ap26", name: "FY26 Asia Pacific", currency: "JPY", scenarios: [] },
];

/** What only the lists say. */
export const UNTOLD = /FY26 Europe|plan_eu26|FY26 Asia|plan_ap26|Secret takeover|Conservative|EUR|JPY/;

export interface ReportSheet {
  readonly cells: Readonly<Record<string, CellSpec>>;
  /** Cell and source of each drop-down. */
  readonly dropDowns: readonly (readonly [cell: string, source: string])[];
}

/** Each formula shows where it is. */
export function reportSheet(kind: ReportKind): ReportSheet {
  const spec = REPORT_SHEETS[kind]({ plan: "FY26 Plan", scenarios: ["committed"], currency: "USD", plans: PLANS });
  const cells: Record<string, CellSpec> = {};
  for (const { at, rows } of spec.blocks)
    rows.forEach((row, down) =>
      row.forEach((content, right) => {
        const address = moved(at, down, right);
        if (content === null || content === "") return;
        const text = String(content);
        if (text.startsWith("=")) cells[address] = { f: toFileNotation(text.slice(1)), v: `shown in ${address}` };
        else cells[address] = typeof content === "number" ? content : text.replace(/^'/, "");
      }),
    );
  const [plan] = PLANS;
  const plans = PLANS.map(({ id, name, currency, scenarios }) => [id, name, currency, scenarios.length]);
  const scenarios = plan?.scenarios.map(({ id, name, flags }) => [id, name, flags.join(", ")]) ?? [];
  spill(cells, "AA2", [["Id", "Name", "Currency", "Scenarios"], ...plans]);
  spill(cells, "AE2", [["Id", "Name", "Flags"], ...scenarios]);
  if (cells.BL2 !== undefined) spill(cells, "BL2", [["Id", "Name", "Flags"], ...scenarios]);
  cells.AH3 = { f: "$AF$4", v: "Secret takeover" };
  return { cells, dropDowns: spec.lists.map(({ cell, source }) => [cell, source] as const) };
}

function spill(cells: Record<string, CellSpec>, at: string, rows: readonly (readonly (string | number)[])[]): void {
  rows.forEach((row, down) => row.forEach((value, right) => (cells[moved(at, down, right)] = value)));
  const last = moved(at, rows.length - 1, (rows[0]?.length ?? 1) - 1);
  const name = at === "AA2" ? "PLANS()" : "SCENARIOS($B$5)";
  cells[at] = { f: `_xldudf_INSIGHTS_${name}`, v: "Id", spill: `${at}:${last}` };
}

export function moved(address: string, down: number, right: number): string {
  const { row, column } = parsePosition(address) ?? { row: 0, column: 0 };
  return formatPosition({ row: row + down, column: column + right });
}

/** The parts of a workbook with the report on its second sheet, as the hidden name says. */
export function reportParts({ cells, dropDowns }: ReportSheet, other: SheetSpec["cells"] = {}): Record<string, string> {
  const names = { InsightsReport_1: "'P&L report'!$A$1", Shown: "'P&L report'!$B$5" };
  const sheets = [
    { name: "Notes", cells: other },
    { name: "P&L report", cells: { ...cells } },
  ];
  const parts = partsOf({ sheets, names });
  const rules = dropDowns.map(
    ([cell, source]) =>
      `<dataValidation type="list" allowBlank="1" sqref="${cell}"><formula1>${source}</formula1></dataValidation>`,
  );
  const all = `<dataValidations count="${rules.length}">${rules.join("")}</dataValidations>`;
  const part = "xl/worksheets/sheet2.xml";
  return {
    ...parts,
    [part]: (parts[part] ?? "").replace("<pageMargins", `${rules.length > 0 ? all : ""}<pageMargins`),
  };
}
