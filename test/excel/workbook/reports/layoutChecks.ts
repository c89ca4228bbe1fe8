/** What holds of the layout of any report: nothing is cut, covered or left off the print. */
import { parseArea } from "../../../../src/spreadsheet/cells/address";
import { cellArea } from "../../../../src/spreadsheet/cells/area";
import type { ReportKind } from "../../../../src/reporting/reports/reportParameters";
import { SCALES, type OpenedReport } from "./openedReport";
import { isWithin, overlaps, widthOf, type CellFacts, type PageFacts } from "./pageFacts";

/** Title and context. */
const TITLES = 2;

const printedArea = ({ layout }: PageFacts) => parseArea(String(layout.printArea).replaceAll("$", ""))!;

/** Numbers that would be ####, and texts that would be cut by the next cell or by the page's edge. */
function cutCells(page: PageFacts): string[] {
  const area = printedArea(page);
  const edge = page.boxOf(area).right;
  // Inputs are not printed.
  const edgeOf = ({ row }: CellFacts) => (row >= TITLES && row < area.row ? Infinity : edge);
  return page.cells
    .filter((cell) => isCut(page, cell, edgeOf(cell)))
    .map(({ text, textWidth, room }) => `${text}: ${Math.round(textWidth)} in ${Math.round(room.width)}`);
}

function isCut(page: PageFacts, cell: CellFacts, edge: number): boolean {
  const { row, column, value, text, textWidth, room, size, wraps, shrinks } = cell;
  if (textWidth <= room.width) return false;
  // A number is never left to be made smaller.
  if (typeof value === "number") return true;
  if (shrinks) return false;
  if (wraps) return linesOf(text, room.width, size) * size * 1.2 > room.height;
  const next = page.cells
    .filter((other) => other.row === row && other.column > column)
    .map((other) => page.boxOf(cellArea(other)).left);
  return page.boxOf(cellArea(cell)).left + textWidth > Math.min(edge, ...next);
}

/** Words go to the next line where they do not fit. */
function linesOf(text: string, width: number, size: number): number {
  let [lines, used] = [1, 0];
  for (const word of text.split(/(?<=[\s·,])/)) {
    const own = widthOf(word, size, true);
    if (used + own > width && used > 0) [lines, used] = [lines + 1, 0];
    used += own;
  }
  return lines;
}

/** How small letters of a title may become in Excel, which shrinks them to their cell. */
const SHRUNK = 0.8;

/** What is left of a screen of 1,920 pixels beside the pane and the headings of rows, in points. */
const SCREEN = ((1920 - 360 - 50) * 3) / 4;

export function checkLayout(kind: ReportKind, opened: () => OpenedReport): void {
  test.each(SCALES)("shows every number and every text as a whole, in %s", (scale) => {
    const page = opened().pages[scale];
    expect(cutCells(page)).toEqual([]);
    expect(page.cells.filter(({ text }) => text.startsWith("#")).map(({ text }) => text)).toEqual([]);
    const [base, comma] = kind === "demand" ? ["Units", ","] : ["[A-Z]{3}", ""];
    const unit = scale === "Units" ? base : `${base}${comma} ${scale.toLowerCase()}`;
    expect(page.cells.filter(({ row }) => row === 1).at(-1)!.text).toMatch(new RegExp(` · ${unit} · as of [^·]*$`));
  });

  test("has a title that needs no smaller letters, or little smaller ones, and no line below a blank one", () => {
    const page = opened().pages.Units;
    const { cells, linedRows } = page;
    const title = cells.filter(({ row }) => row === 0).at(-1);
    const { text, textWidth, room, size, wraps } = title!;
    if (wraps) expect(linesOf(text, room.width, size) * size * 1.2).toBeLessThanOrEqual(room.height);
    else expect(SHRUNK * textWidth).toBeLessThanOrEqual(room.width);
    const named = cells.filter(({ column }) => column === 1).map(({ row }) => row);
    const printed = linedRows.filter((row) => row >= printedArea(page).row);
    expect(printed.filter((row) => !named.includes(row))).toEqual([]);
  });

  test("has charts that fit a screen, with short column names and distinct lines", () => {
    const page = opened().pages.Units;
    expect(page.charts.filter(({ right }) => right > SCREEN)).toEqual([]);
    const { workbook, sheet } = opened().report;
    const { id } = Object.values(workbook.save().data.sheets ?? {}).find(({ name }) => name === sheet)!;
    for (const { series } of workbook.state.charts.filter((chart) => chart.sheet === id)) {
      const names = workbook
        .values(series[0]!.categories!)
        .flat()
        .filter((name) => typeof name === "string");
      expect(names.filter((name) => name.length > 24 || (name.length === 24 && !name.endsWith("…")))).toEqual([]);
      // Connectors lie between columns, in their colour.
      const isConnector = ({ nameAt = "" }: (typeof series)[number]) =>
        String(workbook.values(nameAt)[0]?.[0]).startsWith("Connector ");
      const isSeen = (each: (typeof series)[number]) => each.color !== "none" && !isConnector(each);
      const [columns, line] = [
        series.find((each) => !each.type && isSeen(each)),
        series.find((each) => each.type?.startsWith("Line") && isSeen(each)),
      ];
      if (line) expect(contrast(columns!.color!, line.color!)).toBeGreaterThan(3);
    }
  });

  test("has charts that cover no text and no other chart, and are printed", () => {
    const page = opened().pages.Units;
    expect(page.charts.length > 0).toBe(kind !== "commentary");
    const printed = page.boxOf(printedArea(page));
    for (const [at, chart] of page.charts.entries()) {
      const covered = page.cells.filter((cell) => overlaps(chart, page.boxOf(cellArea(cell))));
      expect(covered.map(({ text }) => text)).toEqual([]);
      expect(page.charts.filter((other, place) => place !== at && overlaps(chart, other))).toEqual([]);
      expect([
        chart.left >= printed.left,
        chart.right <= printed.right + 1,
        chart.bottom <= printed.bottom + 1,
      ]).toEqual([true, true, true]);
    }
  });

  test("prints all visible cells except the inputs", () => {
    const page = opened().pages.Units;
    const area = printedArea(page);
    const below = page.cells.filter(({ row }) => row >= area.row);
    expect(below.filter((cell) => !isWithin(area, cell)).map(({ text }) => text)).toEqual([]);
    expect(page.cells.filter(({ row }) => row < area.row).some(({ text }) => text === "Scale")).toBe(true);
    expect(Array.from({ length: area.columns }, (_, at) => page.isHidden(area.column + at))).not.toContain(true);
    expect(Array.from({ length: 40 }, (_, at) => page.isHidden(26 + at))).not.toContain(false);
    expect(page.layout).toMatchObject({
      printTitleRows: "$1:$2",
      orientation: "Landscape",
      leftHeader: "&A",
      rightHeader: "&F",
      centerFooter: "&P / &N",
    });
  });

  test("prints letters of a size to read, and no chart over two pages", () => {
    const page = opened().pages.Units;
    const pages = { horizontalFitToPages: isLong(kind) ? 2 : 1, verticalFitToPages: 1 };
    expect(page.layout).toMatchObject({ zoom: pages, ...(isLong(kind) && { printTitleColumns: "$A:$B" }) });
    const { scale, right } = printed(page, pages.horizontalFitToPages);
    expect(scale).toBeGreaterThan(0.6);
    expect(page.charts.filter((chart) => chart.right > right + 1)).toEqual([]);
  });

  test("cuts no text where its first columns are printed on a second page", () => {
    const page = opened().pages.Units;
    const area = printedArea(page);
    const columns = page.layout.printTitleColumns;
    expect(columns ?? "").toBe(isLong(kind) ? "$A:$B" : "");
    if (!isLong(kind)) return;
    const end = page.boxOf({ ...area, column: 0, columns: 2 }).right;
    const onBoth = page.cells.filter(({ row, column }) => (row < TITLES || row >= area.row) && column < 2);
    expect([onBoth.length > 8, ...onBoth.slice(0, 2).map(({ row }) => row)]).toEqual([true, 0, 1]);
    const isWhole = (cell: CellFacts) => {
      const { left } = page.boxOf(cellArea(cell));
      return left + cell.room.width <= end + 1 && (cell.shrinks || left + cell.textWidth <= end);
    };
    expect(onBoth.filter((cell) => !isWhole(cell)).map(({ text }) => text)).toEqual([]);
  });

  if (kind === "bridge")
    test("begins and ends in bold letters", () => {
      const { cells } = opened().pages.Units;
      const ends = cells.filter(({ column, text }) => column === 1 && text.startsWith("EBIT · "));
      expect(ends.map(({ isBold }) => isBold)).toEqual([true, true]);
    });
}

/** Reports of twelve months take two pages, side by side. */
const isLong = (kind: ReportKind) => kind === "months" || kind === "demand";

/** What A4 has room for within Excel's usual margins, in points. */
const [LONG_SIDE, SHORT_SIDE] = [741, 487];

/** Returns the scale of the print, and where its first page ends. The labels stand on each page. */
function printed(page: PageFacts, pages: number): { readonly scale: number; readonly right: number } {
  const area = printedArea(page);
  const [titles, box] = [page.boxOf({ ...area, row: 0, rows: TITLES }), page.boxOf(area)];
  const isLandscape = page.layout.orientation === "Landscape";
  const [across, down] = isLandscape ? [LONG_SIDE, SHORT_SIDE] : [SHORT_SIDE, LONG_SIDE];
  const ends = Array.from({ length: area.columns }, (_, at) => page.boxOf({ ...area, columns: at + 1 }).right);
  const [labels = 0] = ends;
  const widthsAt = (end: number) => Math.max(end, labels + box.right - end);
  const width = pages === 1 ? box.right : Math.min(...ends.map(widthsAt));
  const height = titles.bottom - titles.top + box.bottom - box.top;
  const scale = Math.min(1, across / width, down / height);
  return { scale, right: Math.max(...ends.filter((end) => end * scale <= across + 1)) };
}

/** As WCAG counts it. */
function contrast(one: string, other: string): number {
  const light = (color: string) => {
    const [red, green, blue] = [1, 3, 5]
      .map((at) => parseInt(color.slice(at, at + 2), 16) / 255)
      .map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
  };
  const [dark, bright] = [light(one), light(other)].sort((first, second) => first - second);
  return (bright! + 0.05) / (dark! + 0.05);
}
