/** What stands above a table: its title, and what its numbers are. Formulas of the head, so both change with it. Pure. */
import { NAMESPACE } from "../../numbers/language/environment";
import { formatArgument } from "../../numbers/language/argument";
import type { TableDimension, TableEntry } from "./axes";
import { fieldOfLine, type TableDefinition } from "./definition";
import { nameOfCode, OUTLOOK_NAME, outlookName } from "./labels";
import { tableTexts } from "./tableTexts";

/** Returns the cell of a head's value; undefined without one. */
export type HeadCell = (name: "plan" | "currency" | TableDimension) => string | undefined;

/** Returns the title: what all cells share. Cells that share nothing have their plan. */
export function tableTitle(head: TableEntry, cellOf: HeadCell): string {
  const { scenario, actualsTo, field, item, period } = head;
  const named = (name: "field" | "item" | "plan") => cellOf(name) ?? "";
  const shared = [
    ...(field ? [named("field")] : []),
    ...(item ? [named("item")] : []),
    ...(scenario ? [actualsTo ? outlookName(cellOf) : nameOfCode(cellOf("scenario") ?? "")] : []),
    ...(period ? [periodText(cellOf)] : []),
  ];
  return `=${joined(shared.length > 0 ? shared : [named("plan")], ", ")}`;
}

function periodText(cellOf: HeadCell): string {
  const [basis, period] = [cellOf("basis"), cellOf("period")];
  const label = `IFERROR(${NAMESPACE}.PERIOD(${cellOf("plan")},${period},${basis ?? ""},"label"),"?")`;
  return basis ? `IF(${basis}="YTD",${text(`${tableTexts.yearToDate}, `)},${basis}&" ")&${label}` : label;
}

/**
 * Returns the line below the title: the plan, the units of the numbers, what a sign says, and which months of an outlook are actual.
 * @param outlookCell Of an outlook's column; undefined if the table has none.
 */
export function tableNote(
  { lines, columns, scale }: TableDefinition,
  head: TableEntry,
  { cellOf, outlookCell }: { readonly cellOf: HeadCell; readonly outlookCell: HeadCell | undefined },
): string {
  const units = new Set(lines.map((line) => fieldOfLine(line).unit));
  const currency = cellOf("currency");
  const amounts = [
    ...(currency ? [currency] : []),
    ...(scale ? [text(currency ? ` ${scale}` : tableTexts.amountsIn(scale))] : []),
  ];
  const isNamedByPlan = ["field", "item", "scenario", "period"].every((name) => !head[name as TableDimension]);
  const parts = [
    ...(isNamedByPlan ? [] : [cellOf("plan") ?? ""]),
    ...(units.has("amount") && amounts.length > 0 ? [amounts.join("&")] : []),
    ...(units.has("volume") ? [text(tableTexts.volumesInUnits)] : []),
    ...(columns.some(({ measure }) => measure) ? [text(tableTexts.sign)] : []),
    ...(outlookCell ? [outlookText(head, outlookCell)] : []),
  ];
  return parts.length > 0 ? `=${joined(parts, " · ")}` : "";
}

/** "Outlook: 5 of 12 months actual, then Committed". Of several periods, the last actual month stands for their numbers of months. */
function outlookText(head: TableEntry, cellOf: HeadCell): string {
  const part = (period: "period" | "actualsTo", name: string) => {
    const basis = period === "period" ? (cellOf("basis") ?? "") : "";
    return `${NAMESPACE}.PERIOD(${cellOf("plan")},${cellOf(period)},${basis},"${name}")`;
  };
  const isOneTime = head.period && (head.basis || !cellOf("basis"));
  const ended = "MAX(0,MIN(n,12*(YEAR(e)-YEAR(s))+MONTH(e)-MONTH(s)+1))";
  const actual = isOneTime
    ? `LET(s,${part("period", "start")},e,${part("actualsTo", "end")},n,${part("period", "months")},${ended}&" of "&n&" months actual")`
    : `"actual to "&${part("actualsTo", "label")}`;
  return `${text(`${OUTLOOK_NAME}: `)}&IFERROR(${actual},"?")&", then "&${nameOfCode(cellOf("scenario") ?? "")}`;
}

function joined(parts: readonly string[], between: string): string {
  return parts.join(`&${text(between)}&`);
}

function text(value: string): string {
  return formatArgument({ kind: "text", value });
}
