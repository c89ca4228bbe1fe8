/**
 * The words of the commentary: the comment that was written on each shown line, and by whom. They stand on a sheet of their own and are
 * found by the key of the line's variance, so they follow their number through every new order of the lines. A comment whose number would
 * now be said in other words is marked.
 */
import { COMMENT_COLUMNS, COMMENT_HEADINGS, COMMENTS_NAME, STANDINGS } from "../saved/comments";
import { ROWS, SHOWN, cellOfRow } from "./commentaryCells";
import { BASE_SCENARIO_LIST, LIST_ROW, PLAN_LIST, SCENARIO_LIST, type ScenarioSpill } from "./hiddenColumns";
import { scenarioIn } from "./inputKinds";
import type { Page } from "./page";
import { EXPRESSIONS, type Phrasing } from "./phrasing";
import { ALERT, headingStyle, QUIET, TABLE_SIZE, type CellContent, type ReportSection } from "./sheetSpec";
import { BASE_FIRST, BASE_MONTHS, monthCode, rangeCode, shortMonth, TIME_FIRST, TIME_MONTHS } from "./timeCells";
import { spokenVariance } from "./spokenNumbers";

/** The columns of the words, of their mark, and of who wrote them. */
export const WORD_COLUMNS = { text: "H", mark: "I", by: "J" } as const;
/** The cell of a line's variance. */
const VARIANCE = "E";
/** What both sides of all keys are, below the rows. */
const [OWN_SIDE, BASE_SIDE] = [40, 41].map((row) => `$${SHOWN.key}$${row}`) as [string, string];
const WORDS_SIZE = 8;

const NOT_KEPT = "not kept: write it in Explain";
const UNKNOWN = "for an unknown number";
/** Stands before words that may be longer than their cell. */
export const LONG = "▾ ";
/** Stands for a currency that is not known. */
export const OTHER_CURRENCY = "another currency";

/** A comment's number when it was written, and now. */
interface MarkedNumber<Part> {
  readonly isKnown: Part;
  readonly isSameUnit: Part;
  readonly unit: Part;
  /** Both as they are said. */
  readonly written: Part;
  readonly now: Part;
  readonly isSaidAlike: Part;
}

type Standing = Exclude<keyof typeof STANDINGS, "covered">;

/** Says how a number has moved since its comment was written; "" if it would be said in the same words. */
export function markInWords<Part>(phrasing: Phrasing<Part>, number: MarkedNumber<Part>): Part {
  const { join, text } = phrasing;
  return byStanding(phrasing, number, {
    holds: text(""),
    moved: join(text("for "), number.written, text(", now "), number.now),
    otherUnit: join(text("written in "), number.unit),
    unknown: text(UNKNOWN),
  });
}

function byStanding<Part>(
  { choose }: Phrasing<Part>,
  { isKnown, isSameUnit, isSaidAlike }: MarkedNumber<Part>,
  outcomes: Readonly<Record<Standing, Part>>,
): Part {
  const said = choose(isSaidAlike, outcomes.holds, outcomes.moved);
  return choose(isKnown, choose(isSameUnit, said, outcomes.otherUnit), outcomes.unknown);
}

/** Returns words as they were written, without the sign of long ones: a user may have pasted them from their cell. */
export function withoutLongSign(words: string): string {
  return words.startsWith(LONG) ? words.slice(LONG.length) : words;
}

/** Returns the reference in a cell of words that leads to the number that they are on; undefined for any other formula. */
export function numberOfWords(formula: string): string | undefined {
  const [, cell] = /^=IF\((\$?[A-Z]+\$?\d+)="","",(\$?[A-Z]+\$?\d+)&""\)$/.exec(formula) ?? [];
  return cell?.startsWith(`$${VARIANCE}`) ? cell.replaceAll("$", "") : undefined;
}

/** So many columns right of the words stands who wrote them. */
export const WRITER_BESIDE_WORDS = 2;

/**
 * Returns what a text was typed over, by the formula in the cell of its writer: the cell of the number, and the formula of the words.
 * Undefined if the text does not stand in a cell of words.
 * @param cell That of the text, such as "H12"
 */
export function coveredWords(
  cell: string,
  writer: string,
): { readonly number: string; readonly formula: string } | undefined {
  const [, number, covered, words] = /^=IF\(OR\((\$[A-Z]+\d+)="",(\$[A-Z]+\d+)<>(\$[A-Z]+\$\d+),/.exec(writer) ?? [];
  if (!number || !words || covered?.replace("$", "") !== cell) return undefined;
  return { number: number.replace("$", ""), formula: wordsFormula(number, words) };
}

const wordsFormula = (number: string, words: string) => `=IF(${number}="","",${words}&"")`;

const columnOfComments = (column: keyof typeof COMMENT_COLUMNS) =>
  `INDEX(${COMMENTS_NAME},0,${COMMENT_COLUMNS[column]})`;

/** @param top The row of the headings. */
export function wordsSection(page: Page, top: number): ReportSection {
  const rows = Array.from({ length: ROWS }, (_, at) => at);
  const [first, last] = [top + 1, top + ROWS];
  const { text, mark, by } = WORD_COLUMNS;
  const hidden = rows.map((at): CellContent[] => [
    `=${keyOf(at)}`,
    `=${rowOf(at)}`,
    `=${textOf(at, first + at)}`,
    `=${wordsOf(at)}`,
    ...[markOf, standingOf].map((cell) => `=${cell(page, at, first + at)}`),
  ]);
  const shown = rows.map((at): CellContent[] => {
    const row = first + at;
    return [
      wordsFormula(`$${VARIANCE}${row}`, cellOfRow("words", at)),
      `=${cellOfRow("mark", at)}&""`,
      `=${writerOf(at, row)}`,
    ];
  });
  return {
    blocks: [
      { at: `${SHOWN.key}${LIST_ROW}`, rows: hidden },
      { at: OWN_SIDE.replaceAll("$", ""), rows: [[`=${sideOf(page, "scenario")}`], [`=${sideOf(page, "base")}`]] },
      { at: `${text}${top}`, rows: [["Why", "Written for", "Written by"], ...shown] },
    ],
    styles: [
      headingStyle(`${text}${top}:${by}${top}`),
      { range: `${text}${top}:${by}${last}`, align: "Left" },
      { range: `${text}${top}:${by}${top}`, size: TABLE_SIZE },
      { range: `${text}${first}:${text}${last}`, size: WORDS_SIZE, wraps: true, isAtTop: true },
      { range: `${mark}${first}:${by}${last}`, size: WORDS_SIZE, color: QUIET, wraps: true },
    ],
    conditionalStyles: [
      { range: `${mark}${first}:${mark}${last}`, holds: `$${mark}${first}<>""`, color: ALERT, bold: true },
    ],
  };
}

/** Returns the key of a line's variance, as `commentKey` writes it; "" for a line that is no field of its own. */
function keyOf(at: number): string {
  const [field, groupBy, item] = [cellOfRow("field", at), cellOfRow("groupBy", at), cellOfRow("item", at)];
  const items = `IF(${item}="","null,[]",${quoted(groupBy)}&",["&${quoted(item)}&"]")`;
  const key = `"["&${quoted(field)}&","&${OWN_SIDE}&",null,"&${BASE_SIDE}&",""amount"","&${items}&",null]"`;
  return `IF(ISNUMBER(${cellOfRow("isLine", at)}),IF(ISNUMBER(${cellOfRow("isJoint", at)}),"",${key}),"")`;
}

/** Returns a text as JSON has it. */
function quoted(text: string): string {
  return `""""&SUBSTITUTE(SUBSTITUTE(${text},"\\","\\\\"),"""","\\""")&""""`;
}

/** Returns the ids and months of a side. What the service does not list is as typed, as in the key. */
function sideOf({ inputs: { cell, argument } }: Page, key: "scenario" | "base"): string {
  const [typed, list, first, months] =
    key === "scenario"
      ? [cell("plan"), SCENARIO_LIST, TIME_FIRST, TIME_MONTHS]
      : [argument("basePlan"), BASE_SCENARIO_LIST, BASE_FIRST, BASE_MONTHS];
  const plan = `TRIM(${typed})`;
  const { ids, names } = PLAN_LIST;
  const planId = `IFERROR(XLOOKUP(${plan},${ids},${ids},XLOOKUP(${plan},${names},${ids}))&"",${plan})`;
  const code = `IF(${months}=1,${monthCode(first)},${rangeCode(first, months)})`;
  return `IFERROR("["&${quoted(planId)}&","&${quoted(scenarioId(cell(key), list))}&","""&${code}&"""]","")`;
}

function scenarioId(typed: string, list: ScenarioSpill): string {
  return `IFERROR(${scenarioIn(typed, list, list.ids)}&"",TRIM(${typed}))`;
}

/**
 * Returns the place of the comment with the line's key that was written last; without times the last row. A lookup cuts such long texts, and
 * ignores the case of ids. None is found once a column was inserted or deleted, since others would then be read for the words and their number.
 */
function rowOf(at: number): string {
  const key = cellOfRow("key", at);
  const isOwn = `EXACT(${columnOfComments("key")},${key})`;
  const times = columnOfComments("writtenAt");
  // AGGREGATE leaves out the rows of others, which are divided by FALSE.
  const last = `XMATCH(1,${isOwn}*(${times}=AGGREGATE(14,6,${times}/${isOwn},1)),0,-1)`;
  const found = `IFERROR(${last},IFERROR(XMATCH(TRUE,${isOwn},0,-1),""))`;
  return `IF(${key}="","",IF(IFERROR(COLUMNS(${COMMENTS_NAME}),0)=${COMMENT_HEADINGS.length},${found},""))`;
}

/** Letters for which two lines of a cell have room, in capitals too. */
const ROOM = 64;
/** The first of the letters that are about as wide as two: those of Korean and Chinese, and emoji. */
const FIRST_WIDE = 4352;

function textOf(at: number, row: number): string {
  const isShown = `IF(ISNUMBER(${cellOfRow("comment", at)}),$${VARIANCE}${row}<>"",FALSE)`;
  return `IF(${isShown},${readable(ofComment(at, "text"))},"")`;
}

/** Returns the text, with a sign if it may be longer than its cell, which shows two lines. The cell holds all of it. */
function wordsOf(at: number): string {
  const text = cellOfRow("text", at);
  const wide = `SUMPRODUCT(--(IFERROR(UNICODE(MID(${text},SEQUENCE(LEN(${text})),1)),${FIRST_WIDE})>=${FIRST_WIDE}))`;
  const breaks = `LEN(${text})-LEN(SUBSTITUTE(${text},CHAR(10),""))`;
  const isLong = `IF(LEN(${text})>${ROOM},TRUE,LEN(${text})+${wide}+${ROOM / 2}*(${breaks})>${ROOM})`;
  return `IF(${text}="","",IF(${isLong},"${LONG}","")&${text})`;
}

function ofComment(at: number, column: keyof typeof COMMENT_COLUMNS): string {
  return `INDEX(${COMMENTS_NAME},${cellOfRow("comment", at)},${COMMENT_COLUMNS[column]})`;
}

function markOf(page: Page, at: number, row: number): string {
  const mark = markInWords(EXPRESSIONS, numberOf(page, at, row));
  return ofWords(at, row, { covered: NOT_KEPT, marked: mark, unknown: UNKNOWN });
}

function standingOf(page: Page, at: number, row: number): string {
  const { covered, unknown, ...known } = STANDINGS;
  const codes = { ...known, unknown };
  const outcomes = Object.fromEntries(Object.entries(codes).map(([name, code]) => [name, `"${code}"`]));
  const marked = byStanding(EXPRESSIONS, numberOf(page, at, row), outcomes as Record<Standing, string>);
  return ofWords(at, row, { covered, marked, unknown });
}

/** Returns what is said of a row's words: nothing without words. */
function ofWords(
  at: number,
  row: number,
  { covered, marked, unknown }: Readonly<Record<"covered" | "marked" | "unknown", string>>,
): string {
  const words = cellOfRow("words", at);
  return `IF(${isCovered(at, row)},"${covered}",IF(${words}="","",IFERROR(${marked},"${unknown}")))`;
}

/** True if something else than the words stands over them. */
function isCovered(at: number, row: number): string {
  return `$${WORD_COLUMNS.text}${row}<>${cellOfRow("words", at)}`;
}

function numberOf({ inputs: { argument } }: Page, at: number, row: number) {
  const [value, unit] = [ofComment(at, "value"), ofComment(at, "unit")];
  const [written, now] = [value, `$${VARIANCE}${row}`].map((each) => spokenVariance(each, "amount")) as [
    string,
    string,
  ];
  return {
    isKnown: `ISNUMBER(${value})`,
    isSameUnit: `${unit}&""=${argument("currency")}`,
    unit: `IF(${unit}="","${OTHER_CURRENCY}",${unit})`,
    written,
    now,
    isSaidAlike: `${written}=${now}`,
  };
}

/** "A. Weber, 28 Nov 2026". */
function writerOf(at: number, row: number): string {
  const time = ofComment(at, "writtenAt");
  const date = `IFERROR(", "&DAY(${time})&" "&${shortMonth(`(MONTH(${time})-1)`)}&" "&YEAR(${time}),"")`;
  return `IF(OR($${VARIANCE}${row}="",${isCovered(at, row)},${cellOfRow("words", at)}=""),"",${readable(ofComment(at, "by"))}&${date})`;
}

/** Returns a cell as a text. A person's formula in it may be in error. */
function readable(cell: string): string {
  return `IFERROR(${cell}&"","?")`;
}
