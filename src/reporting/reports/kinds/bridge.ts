/** Variance bridge: the steps from a base to a scenario, for EBIT by P&L line or demand value by price, volume and mix. */
import { NAMESPACE } from "../../../numbers/language/environment";
import { ENDPOINTS } from "../../../insights";
import { cascadeSection, type CascadeStep } from "../cascade";
import { groupChoices, type Choice } from "../inputOptions";
import { FIRST_SPILL, RESULT_COLUMN } from "../hiddenColumns";
import { largestDrivers, messageSection, TITLE_LETTERS, type Message } from "../reportTitle";
import { createPage, finishPage, scenarioHeading, shortText, type Page, type PageOptions } from "../page";
import { ALERT, INK, type CellContent, type ConditionalStyle, type ReportSection, type SheetSpec } from "../sheetSpec";
import type { ReportParameters } from "../reportParameters";
import {
  AMOUNT_WIDTH,
  BAR_WIDTH,
  NARROW_AMOUNT_WIDTH,
  type LineStyle,
  notesSection,
  type TableColumn,
  tableSection,
} from "../table";
import { TIME_TEXT } from "../timeCells";
import { BAR_HEADING, notableVariance, roundingNote, thresholdNote } from "../variance";

const BY: readonly Choice[] = [
  ["P&L lines", "statement"],
  ["Price, volume, mix", "pvm"],
];
const OPTIONS: PageOptions = {
  scenarios: [
    { key: "base", label: "Compared with" },
    { key: "scenario", label: "Scenario" },
  ],
  time: "period",
  isOneCall: true,
  own: [
    { key: "by", label: "Bridge over", choices: BY },
    {
      key: "groupBy",
      label: "Items of price and mix",
      choices: groupChoices(ENDPOINTS.demand.groupings),
      isRare: true,
    },
  ],
};
const LAST = "F";
/** The most letters of the base's name in the heading of shares: two lines. */
const HEADING_LETTERS = 22;
/** The most steps: start, five lines, rounding and end. The chart shows no rounding. */
const STEPS = 8;
const [LABEL, AMOUNT, KIND] = FIRST_SPILL;
/** The first row of the function's steps, below its headings. */
const FIRST = 3;
/** The cell that is TRUE for a bridge by price, volume and mix. */
const IS_PVM = `$${RESULT_COLUMN}$8`;

const CHART_ROWS = 18;

export function bridgeSheet(parameters: ReportParameters): SheetSpec {
  const page = createPage(parameters, OPTIONS);
  const { top, inputs } = page;
  const last = top + STEPS;
  const [first, commentary] = [last + 2, last + 2 + CHART_ROWS];
  return finishPage(page, {
    sections: [
      messageSection(bridgeMessage(page), page),
      bridgeSpill(page),
      tableSection({
        top,
        corner: `=${page.unit}`,
        lines: linesOfSteps(),
        label: labelCell,
        columns: columnsOf(page),
        isOpen: true,
      }),
      { conditionalStyles: [...linesOfSteps().map(({ at }) => endStyle(top + 1 + at, at)), checkStyle(last)] },
      notesSection({ row: last + 1, commentary }, bridgeNote(page), LAST),
      cascadeSection(
        page,
        {
          name: "Bridge",
          number: 0,
          place: [`B${first}`, `${LAST}${commentary - 1}`],
          isVariance: true,
          message: largestDrivers(STEPS),
          subject: `IF(${IS_PVM},"Demand value","EBIT")&" from "&${scenarioHeading(page, "base")}&" to "&${scenarioHeading(page, "scenario")}`,
          about: TIME_TEXT,
          unit: inputs.argument("currency"),
          size: `MAX($C$${top + 1}:$C$${last})`,
        },
        chartSteps(top),
      ),
    ],
    widths: {
      "B:B": 220,
      "C:F": NARROW_AMOUNT_WIDTH,
      "G:H": BAR_WIDTH,
      "I:I": AMOUNT_WIDTH,
    },
    lastColumn: LAST,
    headingRow: top,
    lastRow: commentary,
  });
}

function bridgeMessage(page: Page): Message {
  const { top } = page;
  const steps = linesOfSteps().map(({ at }) => top + 1 + at);
  const kinds = `$${KIND}$${FIRST}:$${KIND}$${FIRST + STEPS}`;
  const end = `SUMIF(${kinds},"end",$${AMOUNT}$${FIRST}:$${AMOUNT}$${FIRST + STEPS})`;
  const start = `$C$${top + 1}`;
  return {
    subject: `IF(${IS_PVM},"Demand value","EBIT")`,
    own: `IF(ISNUMBER(${start}),${end},"")`,
    base: start,
    against: scenarioHeading(page, "base", TITLE_LETTERS),
    percent: `IF(OR(${start}=0,${end}*${start}<0),"",(${end}-${start})/ABS(${start}))`,
    drivers: steps.map((row) => ({ label: `$B$${row}`, amount: `$E$${row}` })),
  };
}

function bridgeNote({ inputs }: Page): CellContent {
  const text = "The steps lead from the base to the scenario; + raises the number.";
  return `="${text}"&${thresholdNote(inputs)}&${roundingNote(inputs)}`;
}

function bridgeSpill(page: Page): ReportSection {
  const { cell, argument } = page.inputs;
  const groups = `IF(${IS_PVM},${argument("groupBy")},"")`;
  const what = [cell("plan"), cell("base"), cell("scenario"), argument("by"), argument("period"), groups];
  const call = `${NAMESPACE}.BRIDGE(${[...what, argument("currency"), argument("basis"), argument("basePeriod"), cell("basePlan")].join(",")})`;
  return {
    blocks: [
      { at: `${LABEL}2`, rows: [[`=${call}`]] },
      { at: IS_PVM.replaceAll("$", ""), rows: [[`=${argument("by")}="pvm"`]] },
    ],
  };
}

interface StepLine extends LineStyle {
  /** From 0. */
  readonly at: number;
}

function linesOfSteps(): StepLine[] {
  return Array.from({ length: STEPS }, (_, at) => ({ at, isSum: at === 0 }));
}

/** Styles the end like a sum, in whichever row it is. */
function endStyle(row: number, at: number): ConditionalStyle {
  return { range: `B${row}:F${row}`, holds: `$${KIND}$${FIRST + at}="end"`, bold: true, top: INK };
}

/** Returns the steps of the chart, in which the end takes the place of a rounding before it. */
function chartSteps(top: number): CascadeStep[] {
  const lines = linesOfSteps().slice(0, -1);
  const cells = (at: number) => {
    const row = top + 1 + at;
    return {
      label: `$B$${row}`,
      amount: `IF(ISNUMBER($D$${row}),$D$${row},$C$${row})`,
      kind: `$${KIND}$${FIRST + at}`,
    };
  };
  const end = cells(lines.length);
  return lines.map(({ at }) => {
    const { label, amount, kind } = cells(at);
    const shown = (own: string, last: string) => (at < lines.length - 1 ? own : `IF(${end.kind}="",${own},${last})`);
    return {
      label: shortText(`SUBSTITUTE(${shown(label, end.label)},"and other costs","and other")`, 24),
      amount: shown(amount, end.amount),
      isSum: `${shown(kind, end.kind)}<>"step"`,
      isBase: at === 0,
    };
  });
}

function labelCell({ at }: StepLine): CellContent {
  const label = `$${LABEL}$${FIRST + at}`;
  const shown = `${shortText(label)}&""`;
  return `=IF(ISERROR($${LABEL}$2),"",${at === STEPS - 1 ? `IF(${label}="",${checkText()},${shown})` : shown})`;
}

function columnsOf(page: Page): TableColumn<StepLine>[] {
  const { top } = page;
  const isStep = (at: number) => `$${KIND}$${FIRST + at}="step"`;
  return [
    {
      heading: "Amount",
      // A failure shows in place of the first number.
      cell: ({ at }) => {
        const amount = `$${AMOUNT}$${FIRST + at}`;
        const isShown = `AND(${amount}<>"",$${KIND}$${FIRST + at}<>"step")`;
        return `=IF(ISERROR($${LABEL}$2),${at === 0 ? `$${LABEL}$2` : '""'},IF(${isShown},${amount},""))`;
      },
      format: () => "amount",
    },
    {
      heading: "Δ",
      cell: ({ at }) => `=IFERROR(IF(${isStep(at)},$${AMOUNT}$${FIRST + at},""),"")`,
      format: () => "variance",
      sign: () => "E",
    },
    {
      heading: `=${BAR_HEADING}`,
      cell: ({ at }, row) => `=IFERROR(IF(${isStep(at)},${notableVariance(page, `$D${row}`, `$C$${top + 1}`)},""),"")`,
      format: () => "bar",
      isBar: true,
    },
    {
      heading: `="% of "&${scenarioHeading(page, "base", HEADING_LETTERS)}`,
      cell: ({ at }, row) => `=IFERROR(IF(${isStep(at)},IF($C$${top + 1}=0,"n.m.",$D${row}/ABS($C$${top + 1})),""),"")`,
      format: () => "change",
      sign: () => "E",
    },
  ];
}

/** Returns a warning that is blank if the steps add up to the end. It is in the last row, which only a rounding fills. */
function checkText(): string {
  const [first, last] = [FIRST, FIRST + STEPS];
  const [amounts, kinds] = [AMOUNT, KIND].map((column) => `$${column}$${first}:$${column}$${last}`);
  const rest = `SUM(${amounts})-2*SUMIF(${kinds},"end",${amounts})`;
  return `IFERROR(IF(ABS(${rest})>MAX(0.005,1E-9*MAX(${amounts})),"The steps do not add up to the end",""),"")`;
}

function checkStyle(row: number): ConditionalStyle {
  return { range: `B${row}`, holds: `$${KIND}$${FIRST + STEPS - 1}=""`, color: ALERT };
}
