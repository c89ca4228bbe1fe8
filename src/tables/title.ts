/** What stands above a table: its title, and what its numbers are. Formulas of the head, so both change with it. Pure. */
import { NAMESPACE } from "../sheet/environment";
import { formatArgument } from "../formulas/argument";
import type { GridDimension, GridEntry } from "./axes";
import { fieldOfLine, type GridDefinition } from "./definition";
import { nameOfCode } from "./labels";
import { gridTexts } from "./texts";

/** Returns the cell of a head's value; undefined without one. */
export type HeadCell = (name: "plan" | "currency" | GridDimension) => string | undefined;

/** Returns the title: what all cells share. Cells that share nothing have their plan. */
export function tableTitle(head: GridEntry, cellOf: HeadCell): string {
  const { scenario, field, item, period } = head;
  const named = (name: "field" | "item" | "plan") => cellOf(name) ?? "";
  const shared = [
    ...(field ? [named("field")] : []),
    ...(item ? [named("item")] : []),
    ...(scenario ? [nameOfCode(cellOf("scenario") ?? "")] : []),
    ...(period ? [periodText(cellOf)] : []),
  ];
  return `=${joined(shared.length > 0 ? shared : [named("plan")], ", ")}`;
}

function periodText(cellOf: HeadCell): string {
  const [basis, period] = [cellOf("basis"), cellOf("period")];
  const label = `IFERROR(${NAMESPACE}.PERIOD(${cellOf("plan")},${period},${basis ?? ""},"label"),"?")`;
  return basis ? `IF(${basis}="YTD",${text(`${gridTexts.yearToDate}, `)},${basis}&" ")&${label}` : label;
}

/** Returns the line below the title: the plan, the units of the numbers, and what a sign says. */
export function tableNote({ lines, columns, scale }: GridDefinition, head: GridEntry, cellOf: HeadCell): string {
  const units = new Set(lines.map((line) => fieldOfLine(line).unit));
  const currency = cellOf("currency");
  const amounts = [
    ...(currency ? [currency] : []),
    ...(scale ? [text(currency ? ` ${scale}` : gridTexts.amountsIn(scale))] : []),
  ];
  const isNamedByPlan = ["field", "item", "scenario", "period"].every((name) => !head[name as GridDimension]);
  const parts = [
    ...(isNamedByPlan ? [] : [cellOf("plan") ?? ""]),
    ...(units.has("amount") && amounts.length > 0 ? [amounts.join("&")] : []),
    ...(units.has("volume") ? [text(gridTexts.volumesInUnits)] : []),
    ...(columns.some(({ measure }) => measure) ? [text(gridTexts.sign)] : []),
  ];
  return parts.length > 0 ? `=${joined(parts, " · ")}` : "";
}

function joined(parts: readonly string[], between: string): string {
  return parts.join(`&${text(between)}&`);
}

function text(value: string): string {
  return formatArgument({ kind: "text", value });
}
