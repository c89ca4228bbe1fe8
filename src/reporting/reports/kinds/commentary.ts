/**
 * Commentary: the lines whose variance is material, largest first, each with a sentence of what moved it. The shown rows call the functions
 * themselves, so each number can be explained.
 */
import { JOINT_COSTS } from "../../../insights";
import { causesSection, PAIR_SHARE } from "../commentaryCauses";
import {
  allOf,
  LINE_COLUMNS as C,
  CANDIDATES,
  DEMAND_LINE,
  GROUPS,
  ITEMS,
  LEAST,
  placeOf,
  LINE_ROWS,
  ROWS,
  SHOWN,
  cellOfRow,
} from "../commentaryCells";
import { linesSection, materialCount } from "../commentaryLines";
import { monthsSection } from "../commentaryMonths";
import { ebitMessage } from "../ebitMessage";
import { callOfKpi, timeOf, unlessBlank } from "../figures";
import { LIST_ROW } from "../hiddenColumns";
import { MAIN_SHARE } from "../headlineSentence";
import { groupChoices } from "../inputOptions";
import { messageSection } from "../reportTitle";
import { createPage, finishPage, scenarioHeading, type Page, type PageOptions } from "../page";
import type { ReportParameters } from "../reportParameters";
import { OWN_AND_BASE } from "../scenarioColumns";
import { headingStyle, QUIET, TABLE_SIZE, type CellContent, type ReportSection, type SheetSpec } from "../sheetSpec";
import { GROUP_COUNT, groupAt, groupsSection } from "../spillLists";
import {
  NARROW_AMOUNT_WIDTH,
  notesSection,
  PERCENT_WIDTH,
  tableSection,
  type LineStyle,
  type TableColumn,
} from "../table";
import { SIGN_NOTES } from "../../../numbers/language/varianceSign";
import { PERCENT_MARK } from "../../../numbers/language/shareWords";
import { varianceAmount, variancePercent } from "../variance";
import { sizeInWords } from "../spokenNumbers";
import { LONG, WORD_COLUMNS, wordsSection } from "../commentaryWords";
import { EXPRESSIONS } from "../phrasing";

const OPTIONS: PageOptions = {
  scenarios: OWN_AND_BASE,
  time: "period",
  own: [
    { key: "threshold", label: "Material from", value: "0.5%", kind: "threshold" },
    { key: "lineThreshold", label: "and from", value: "5%", kind: "threshold" },
    { key: "groupBy", label: "Demand by", choices: groupChoices(GROUPS), isRare: true },
  ],
};
/** The column of the sentences, and the last one of the sheet. */
const [SENTENCE, LAST] = ["G", WORD_COLUMNS.by];
/** In points. */
const WIDTHS = {
  "B:B": 165,
  "C:D": NARROW_AMOUNT_WIDTH,
  "E:E": 80,
  "F:F": PERCENT_WIDTH,
  "G:G": 175,
  "H:H": 180,
  "I:I": 76,
  "J:J": 68,
};
/** Of two lines of a sentence, in points. */
const ROW_HEIGHT = 25;
const SENTENCE_SIZE = 9;
const FAINT = "#e3e3e3";

export function commentarySheet(parameters: ReportParameters): SheetSpec {
  const page = createPage(parameters, OPTIONS);
  const { top } = page;
  const { section, isJoint } = linesSection(page);
  const last = top + ROWS;
  return finishPage(page, {
    sections: [
      messageSection(ebitMessage(page, LINE_ROWS.lines, { columns: C }), page),
      groupsSection(page.inputs, '"demandValue"', ITEMS),
      section,
      monthsSection(page),
      causesSection(),
      shownSection(page, isJoint),
      tableSection({
        top,
        corner: `=${page.unit}`,
        lines: Array.from({ length: ROWS }, (_, at): ShownRow => ({ at })),
        label: ({ at }) => fromPlace(C.label, at),
        columns: columnsOf(page),
        isOpen: true,
      }),
      sentencesSection(top),
      wordsSection(page, top),
      notesSection({ row: last + 1 }, `=${noteText(page)}`, LAST),
    ],
    widths: WIDTHS,
    lastColumn: LAST,
    headingRow: top,
    lastRow: last + 2,
  });
}

interface ShownRow extends LineStyle {
  /** From 0. */
  readonly at: number;
}

/** Returns what a shown row has of a hidden column. */
function fromPlace(column: string, at: number): string {
  const place = cellOfRow("place", at);
  return `=IF(ISNUMBER(${place}),INDEX(${allOf(column)},${place})&"","")`;
}

/** Writes which line each row shows, and with what its numbers are asked for. */
function shownSection({ inputs }: Page, isJoint: string): ReportSection {
  const [, second] = LINE_ROWS.headings;
  const rows = Array.from({ length: ROWS }, (_, at): CellContent[] => {
    const place = cellOfRow("place", at);
    const shown = (expression: string) => `=IF(ISNUMBER(${place}),${expression},"")`;
    const flag = (condition: string) => shown(`IF(${condition},1,"")`);
    const ofDemand = (first: number, text: string) => shown(`IF(${place}>=${placeOf(first)},${text},"")`);
    const items = `${groupAt(0)}:${groupAt(ITEMS - 1)}`;
    return [
      `=IFNA(MATCH(${at + 1},${allOf(C.order)},0),"")`,
      shown(`INDEX(${allOf(C.field)},${place})&""`),
      ofDemand(second, inputs.argument("groupBy")),
      ofDemand(LINE_ROWS.items, `INDEX(${items},${place}-${placeOf(LINE_ROWS.items) - 1})&""`),
      flag(`AND(${place}=${placeOf(LINE_ROWS.lines.get(JOINT_COSTS.place) ?? 0)},${isJoint})`),
      flag(`INDEX(${allOf(C.cost)},${place})=1`),
      flag(`INDEX(${allOf(C.field)},${place})<>""`),
    ];
  });
  return { blocks: [{ at: `${SHOWN.place}${LIST_ROW}`, rows }] };
}

function columnsOf(page: Page): TableColumn<ShownRow>[] {
  const side = (key: "scenario" | "base", column: string): TableColumn<ShownRow> => ({
    heading: `=${unlessBlank(page.inputs.cell(key), scenarioHeading(page, key))}`,
    role: key === "scenario" ? "own" : "base",
    cell: ({ at }) => `=${at === 0 ? failureIn(column) : numberOf(page, key, at)}`,
    format: () => "amount",
  });
  const sides = (row: number) => [`$C${row}`, `$D${row}`] as const;
  return [
    side("scenario", C.own),
    side("base", C.base),
    {
      heading: "Δ",
      cell: ({ at }, row) => {
        const [cost, other] = [true, false].map((isCost) => varianceAmount({ ...DEMAND_LINE, isCost }, ...sides(row)));
        return `=IF(ISNUMBER(${cellOfRow("isCost", at)}),${cost},${other})`;
      },
      format: () => "variance",
      sign: () => "E",
    },
    {
      heading: "Δ %",
      cell: (_, row) => `=${variancePercent(`$E${row}`, ...sides(row))}`,
      format: () => "change",
      sign: () => "E",
    },
  ];
}

/** A failure of the P&L shows in the first row, which is always its heading. */
function failureIn(column: string): string {
  const [first, last] = [LINE_ROWS.headings[0] + 1, LINE_ROWS.headings[1] - 1];
  const sum = `SUM($${column}$${first}:$${column}$${last})`;
  return `IF(ISERROR(${sum}),${sum},"")`;
}

/** Returns the call of a row's number. Costs in one line are what other lines leave; a group that the scenario lacks is 0. */
function numberOf(page: Page, key: "scenario" | "base", at: number): string {
  const [groupBy, item] = [cellOfRow("groupBy", at), cellOfRow("item", at)];
  const time = timeOf(page, key);
  const call = callOfKpi(page, key, cellOfRow("field", at), { ...time, groupBy, item });
  const joint = JOINT_COSTS.impliedBy.map((field) => callOfKpi(page, key, field, time)).join("-");
  const number = `IF(ISNUMBER(${cellOfRow("isJoint", at)}),${joint},IFNA(${call},0))`;
  return `IF(ISNUMBER(${cellOfRow("isLine", at)}),${number},"")`;
}

function sentencesSection(top: number): ReportSection {
  const rows = Array.from({ length: ROWS }, (_, at) => top + 1 + at);
  const [first, last] = [top + 1, top + ROWS];
  const body = `B${first}:${LAST}${last}`;
  const bold = CANDIDATES.filter(({ kind, line }) => kind === "heading" || kind === "total" || line?.isSum);
  const isPlace = (places: readonly number[]) =>
    places.map((place) => `($${SHOWN.place}${LIST_ROW}=${place})`).join("+");
  return {
    blocks: [
      { at: `${SENTENCE}${top}`, rows: [["What moved it"], ...rows.map((_, at) => [fromPlace(C.sentence, at)])] },
    ],
    styles: [
      headingStyle(`${SENTENCE}${top}:${LAST}${top}`),
      { range: `${SENTENCE}${top}:${SENTENCE}${last}`, align: "Left" },
      { range: `${SENTENCE}${first}:${SENTENCE}${last}`, size: SENTENCE_SIZE, wraps: true },
      { range: `${SENTENCE}${top}`, size: TABLE_SIZE },
      // A heading says how many lines it has; what a label is cut by is blank, but holds a formula.
      { range: `B${first}:B${last}`, size: TABLE_SIZE, shrinks: true },
    ],
    conditionalStyles: [
      { range: `B${first}:F${last}`, holds: `${isPlace(bold.map(({ row }) => placeOf(row)))}>0`, bold: true },
      { range: body, holds: `${isPlace(LINE_ROWS.headings.map(placeOf))}>0`, top: QUIET },
      { range: body, holds: `ISNUMBER($${SHOWN.place}${LIST_ROW})`, top: FAINT },
    ],
    heights: Object.fromEntries(rows.map((row) => [`${row}:${row}`, ROW_HEIGHT])),
  };
}

/** Says which lines are shown, what is not, and when a cause is named. */
function noteText({ inputs: { argument, name } }: Page): string {
  const least = `IF(${name("threshold")}="percent",100*${argument("threshold")}&"${PERCENT_MARK} of net sales ("&${sizeInWords(EXPRESSIONS, LEAST)}&")",${sizeInWords(EXPRESSIONS, argument("threshold"))})`;
  const own = argument("lineThreshold");
  const line = `IF(${name("lineThreshold")}="percent",100*${own}&"${PERCENT_MARK}",${sizeInWords(EXPRESSIONS, own)})`;
  const hidden = `(${materialCount()}+2-${ROWS})`;
  const more = `IF(${hidden}>0," "&${hidden}&" more are not shown.","")`;
  const unlisted = `IF(IFERROR(${GROUP_COUNT}>${ITEMS},FALSE)," The first ${ITEMS} groups are looked at.","")`;
  const [one, two] = [MAIN_SHARE, PAIR_SHARE].map((share) => 100 * share + PERCENT_MARK);
  const named = `A driver is named from ${one} of Δ, two from ${two}; ${SIGN_NOTES.variance}.`;
  const lines = `${materialCount()}&" lines differ by at least "&${least}&" and "&${line}&"."&${more}&${unlisted}&" ${named}"&${longWords()}`;
  const none = `IF(COUNT(${allOf(C.variance)})=0,"There is nothing to compare.",${lines})`;
  return `IF(ISNUMBER(${LEAST}),${none},"The base has no net sales: enter an amount under Material from.")`;
}

/** Says what the sign of long words means where it stands. */
function longWords(): string {
  const words = `${cellOfRow("words", 0)}:${cellOfRow("words", ROWS - 1)}`;
  return `IF(COUNTIF(${words},"${LONG}*")>0," ${LONG.trim()} Words may be longer than their cell: make the row higher, or read them in Explain.","")`;
}
