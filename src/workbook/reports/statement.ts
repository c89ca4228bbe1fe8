/** P&L statement: scenarios side by side, what each differs by from the base, and the base's cascade. */
import { cascadeChart, cascadeRows } from "./cascade";
import { FORMATS, heading, QUIET, subtotal, type CellContent, type SheetSpec, type RangeStyle } from "./sheetSpec";
import { CURRENCY, head, lastRow, scenarioCell, type HeadOptions, type Subject } from "./head";
import { kpi, unlessBlank } from "./kpi";
import { STATEMENT_LINES, type StatementLine } from "./lines";

const OPTIONS: HeadOptions = {
  title: "P&L statement",
  scenarios: ["Base scenario", "Compared with base", "Compared with base"],
  family: "pnl",
};
const HEADING = lastRow(OPTIONS) + 2;
const FIRST = HEADING + 1;
const LAST = HEADING + STATEMENT_LINES.length;
/** The columns of each compared scenario: its amount, its difference, that in percent, the mark. */
const COMPARED = [
  ["C", "D", "E", "F"],
  ["G", "H", "I", "J"],
] as const;

export function statementSheet(subject: Subject): SheetSpec {
  const top = head(subject, OPTIONS);
  const rowOf = new Map(STATEMENT_LINES.map(({ field }, at) => [field, FIRST + at]));
  return {
    ...top,
    blocks: [
      ...top.blocks,
      { at: `A${HEADING}`, rows: [headings(), ...STATEMENT_LINES.map((line, at) => lineCells(line, FIRST + at))] },
      { at: `A${LAST + 1}`, rows: [["▲ Fav: better for profit than the base. ▼ Adv: worse. pp: percentage points."]] },
      { at: `L${HEADING}`, rows: cascadeRows((field) => `$B$${rowOf.get(field)}`, HEADING) },
    ],
    styles: [...top.styles, ...styles()],
    widths: {
      "A:A": 150,
      "B:B": 118,
      "C:C": 92,
      "D:D": 84,
      "E:F": 58,
      "G:G": 92,
      "H:H": 84,
      "I:J": 58,
      "K:K": 20,
      "L:T": 78,
    },
    frozen: `A1:A${HEADING}`,
    printed: `A1:J${LAST + 20}`,
    charts: [cascadeChart(`L${HEADING}:R${HEADING + 10}`, [`A${LAST + 3}`, `J${LAST + 19}`])],
  };
}

function headings(): CellContent[] {
  const compared = COMPARED.flatMap((_, at) => {
    const cell = scenarioCell(at + 1);
    return [`=${cell}`, ...["Variance", "%", "Mark"].map((text) => `=${unlessBlank(cell, `"${text}"`)}`)];
  });
  return [`=${CURRENCY}&""`, `=${scenarioCell(0)}`, ...compared];
}

function lineCells(line: StatementLine, row: number): CellContent[] {
  const compared = COMPARED.flatMap(([value, difference], at) => {
    const [shown, base, change] = [`$${value}${row}`, `$B${row}`, `$${difference}${row}`];
    const isThere = `AND(ISNUMBER(${shown}),ISNUMBER(${base}))`;
    const isRatio = line.unit === "ratio";
    return [
      amount(at + 1, line.field),
      `=IF(${isThere},${isRatio ? `100*(${shown}-${base})` : `${shown}-${base}`},"")`,
      isRatio ? "" : `=IF(${isThere},IF(${base}=0,"",${change}/ABS(${base})),"")`,
      `=IF(${isThere},${line.isCost ? "-" : ""}SIGN(ROUND(${change},${isRatio ? 1 : 0})),"")`,
    ];
  });
  return [line.label, amount(0, line.field), ...compared];
}

function amount(scenario: number, field: string): string {
  const cell = scenarioCell(scenario);
  return `=${unlessBlank(cell, kpi(cell, field))}`;
}

function styles(): RangeStyle[] {
  const columns = (at: 0 | 1 | 2 | 3) => COMPARED.map((letters) => letters[at]);
  const formats = (line: StatementLine, row: number): RangeStyle[] => [
    ...["B", ...columns(0)].map((column) => ({ range: `${column}${row}`, format: FORMATS[line.unit] })),
    ...columns(1).map((column) => ({
      range: `${column}${row}`,
      format: line.unit === "ratio" ? FORMATS.points : FORMATS.amount,
    })),
  ];
  const lines = STATEMENT_LINES.flatMap((line, at): RangeStyle[] => [
    ...(line.isSum ? [subtotal(`A${FIRST + at}:J${FIRST + at}`)] : []),
    ...(line.indent ? [{ range: `A${FIRST + at}`, indent: line.indent }] : []),
    ...formats(line, FIRST + at),
  ]);
  return [
    heading(`A${HEADING}:J${HEADING}`),
    { range: `A${HEADING}`, align: "Left" },
    ...lines,
    ...columns(2).map((column) => ({ range: `${column}${FIRST}:${column}${LAST}`, format: FORMATS.change })),
    ...columns(3).map((column) => ({
      range: `${column}${FIRST}:${column}${LAST}`,
      format: FORMATS.mark,
      align: "Center" as const,
    })),
    { range: `A${LAST + 1}`, color: QUIET },
    { range: `L${HEADING}:T${HEADING + 10}`, color: QUIET, format: FORMATS.amount },
  ];
}
