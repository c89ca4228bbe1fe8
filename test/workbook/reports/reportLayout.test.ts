/** Facts of the layout of every report, over three plans in three currencies, one with amounts of twelve digits, and awkward names. */
import { parseArea } from "../../../src/grid/address";
import { cellArea } from "../../../src/grid/area";
import { REPORT_KINDS } from "../../../src/workbook/reports/reportParameters";
import { isWithin, overlaps, readPage, widthOf, type CellFacts, type PageFacts } from "./pageFacts";
import { openReport, type ReportSheet } from "./reportSetup";

const LONG = "Rolling forecast after the March review, with the second price round in all regions and channels";
const EMOJI = "Größer & günstiger 🚀🇩🇪 «Plan B» 「日本語」";
/** A plan whose amounts have twelve digits, and one with long names. */
const HUGE = "FY26 Asia Pacific";
const PLANS = ["FY26 Plan", `FY26 Europe ${LONG}`, HUGE];

interface Body {
  plans?: { id: string; name: string; scenarios: { name: string; flags: string[] }[] }[];
  meta?: { planId: string };
  scenarios?: object[];
}

/** The sandbox with long names in one plan, and with tenfold amounts in another. */
function change(_path: string, given: unknown): unknown {
  const body = given as Body;
  for (const plan of body.plans ?? []) {
    if (plan.id !== "plan_eu26") continue;
    plan.name = PLANS[1]!;
    for (const scenario of plan.scenarios)
      scenario.name = scenario.flags.includes("actual") ? EMOJI : `${scenario.name} ${LONG}`;
  }
  return body.meta?.planId === "plan_ap26" ? tenfold(body) : body;
}

function tenfold(value: unknown, name = ""): unknown {
  if (typeof value === "number")
    return /Percent|Rate|Accuracy|Volume|expires/.test(name) ? value : Math.round(value * 100_000) / 10_000;
  if (Array.isArray(value)) return value.map((each) => tenfold(each));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, tenfold(each, key)]));
}

/** The page is read in each scale; in the last one it stays. */
const SCALES = ["Thousands", "Millions", "Units"];

async function scaleTo({ workbook, sheet }: ReportSheet, scale: string): Promise<PageFacts> {
  const row = workbook.values(`'${sheet}'!A1:A20`).findIndex(([label]) => label === "Scale");
  workbook.enter(`'${sheet}'!B${row + 1}`, scale);
  await workbook.settled();
  return readPage(workbook, sheet);
}

const printedArea = ({ layout }: PageFacts) => parseArea(String(layout.printArea).replaceAll("$", ""))!;

/** Numbers that would be ####, and texts that would be cut by the next cell or by the page's edge. */
function cutCells(page: PageFacts): string[] {
  const edge = page.boxOf(printedArea(page)).right;
  return page.cells
    .filter((cell) => isCut(page, cell, edge))
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

/** What is left of a screen of 1,920 pixels beside the pane and the headings of rows, in points. */
const SCREEN = ((1920 - 360 - 50) * 3) / 4;

const CASES = REPORT_KINDS.flatMap((kind) => PLANS.map((plan) => [kind, plan] as const));

describe.each(CASES)("%s of %s", (kind, plan) => {
  let report: ReportSheet;
  const pages: Record<string, PageFacts> = {};
  /** In units. */
  let page: PageFacts;

  beforeAll(async () => {
    report = await openReport({ kind, plan, change });
    for (const scale of SCALES) pages[scale] = await scaleTo(report, scale);
    page = pages.Units!;
  });
  afterAll(() => report.workbook.close());

  test.each(SCALES)("shows every number and every text as a whole, in %s", (scale) => {
    const page = pages[scale]!;
    expect(cutCells(page)).toEqual([]);
    expect(page.cells.filter(({ text }) => text.startsWith("#")).map(({ text }) => text)).toEqual([]);
    expect(
      page.cells.find(({ row }) => row === 1)!.text.endsWith(scale === "Units" ? "" : ` ${scale.toLowerCase()}`),
    ).toBe(true);
  });

  test("has a title that fits as it is, and no line below a blank one", () => {
    const { cells, linedRows } = page;
    const [title] = cells;
    expect(title!.textWidth).toBeLessThanOrEqual(title!.room.width);
    const named = cells.filter(({ column }) => column === 0).map(({ row }) => row);
    expect(linedRows.filter((row) => !named.includes(row))).toEqual([]);
  });

  test("has charts that fit a screen, with short column names and distinct lines", () => {
    expect(page.charts.filter(({ right }) => right > SCREEN)).toEqual([]);
    const { workbook, sheet } = report;
    const { id } = Object.values(workbook.save().data.sheets ?? {}).find(({ name }) => name === sheet)!;
    for (const { series } of workbook.state.charts.filter((chart) => chart.sheet === id)) {
      const names = workbook
        .values(series[0]!.categories!)
        .flat()
        .filter((name) => typeof name === "string");
      expect(names.filter((name) => name.length > 24 || (name.length === 24 && !name.endsWith("…")))).toEqual([]);
      const isSeen = ({ color }: (typeof series)[number]) => color !== "none";
      const [columns, line] = [
        series.find((each) => !each.type && isSeen(each)),
        series.find((each) => each.type?.startsWith("Line") && isSeen(each)),
      ];
      if (line) expect(contrast(columns!.color!, line.color!)).toBeGreaterThan(3);
    }
  });

  test("has charts that cover no text and no other chart, and are printed", () => {
    expect(page.charts.length).toBeGreaterThan(0);
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

  test("prints all visible cells except the inputs, one page wide", () => {
    const area = printedArea(page);
    const below = page.cells.filter(({ row }) => row >= area.row);
    expect(below.filter((cell) => !isWithin(area, cell)).map(({ text }) => text)).toEqual([]);
    expect(page.cells.filter(({ row }) => row < area.row).some(({ text }) => text === "Scale")).toBe(true);
    expect(Array.from({ length: area.columns }, (_, at) => page.isHidden(area.column + at))).not.toContain(true);
    expect(Array.from({ length: 39 }, (_, at) => page.isHidden(26 + at))).not.toContain(false);
    const box = page.boxOf(area);
    const isWide = box.right - box.left > box.bottom - box.top;
    expect(page.layout).toMatchObject({
      printTitleRows: "$1:$3",
      orientation: isWide ? "Landscape" : "Portrait",
      zoom: expect.objectContaining({ horizontalFitToPages: 1 }),
      leftHeader: "&A",
      rightHeader: "&F",
      centerFooter: "&P / &N",
    });
  });

  if (kind === "bridge")
    test("begins and ends in bold letters", () => {
      const ends = page.cells.filter(({ column, text }) => column === 0 && text.startsWith("EBIT · "));
      expect(ends.map(({ isBold }) => isBold)).toEqual([true, true]);
    });

  if (kind === "onePage" && plan === "FY26 Plan")
    test("aligns the figures of the headlines and their variances", () => {
      const top = page.cells.find(({ text }) => text === "Gross profit")!.row;
      const cards = page.cells.filter(({ row }) => row === top + 1 || row === top + 2);
      expect(cards).toHaveLength(10);
      // The room of a parenthesis, which a negative number ends with.
      expect(cards.filter(({ text }) => !text.endsWith(" "))).toEqual([]);
    });
});

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
