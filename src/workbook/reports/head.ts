/** What every report begins with: a title, its input cells, how old its numbers are, and the lists behind the inputs. */
import type { Plan } from "../../insights";
import { asText, FORMATS, INK, input, QUIET, type CellContent, type SheetSpec } from "./sheetSpec";

/** What a report is first about; all of it can be changed in its input cells. */
export interface Subject {
  /** The name of a plan, or its id. */
  readonly plan: string;
  /** Names of scenarios; the first one is the base. Those beyond what a report shows are left out. */
  readonly scenarios: readonly string[];
  /** An ISO 4217 code; "" for the service's default. */
  readonly currency: string;
  /** What the service has, for the lists to choose from. */
  readonly plans: readonly Plan[];
}

export interface HeadOptions {
  readonly title: string;
  /** What each scenario is called at its input cell. */
  readonly scenarios: readonly string[];
  readonly family: "pnl" | "demand";
  /** Inputs of this report alone, below the currency: what they are called, hold at first, and can be. */
  readonly more?: readonly { readonly label: string; readonly value: string; readonly choices: readonly string[] }[];
}

export const PLAN = "$B$3";
export const CURRENCY = "$B$4";
const FIRST_SCENARIO_ROW = 5;
/** How many plans and scenarios the lists have room for. */
const LAST_LISTED = 60;
/** The columns of helpers, which are not shown. */
const HIDDEN = "AA:AL";
const SCENARIO_CELLS = `$AE$3:$AG$${LAST_LISTED}`;
const SCENARIO_NAMES = `$AF$3:$AF$${LAST_LISTED}`;

type Head = Pick<SheetSpec, "blocks" | "styles" | "lists" | "hidden">;

/** The cell with the scenario that is shown for the input of this number, from 0. "" where there is none. */
export function scenarioCell(number: number): string {
  return `$AH$${FIRST_SCENARIO_ROW + number}`;
}

/** The cell of an input of the report's own, from 0. */
export function moreCell({ scenarios }: HeadOptions, number: number): string {
  return `$B$${FIRST_SCENARIO_ROW + scenarios.length + number}`;
}

/** The last row of the head, which says how old the numbers are. */
export function lastRow({ scenarios, more = [] }: HeadOptions): number {
  return FIRST_SCENARIO_ROW + scenarios.length + more.length;
}

export function head(subject: Subject, options: HeadOptions): Head {
  const { scenarios, more = [] } = options;
  const asOf = lastRow(options);
  const rowsOfScenarios = scenarios.map((label, number) => [
    label,
    asText(subject.scenarios[number] ?? ""),
    noteOf(number),
  ]);
  return {
    blocks: [
      { at: "A1", rows: [[titleOf(options)], [subtitleOf(options)]] },
      {
        at: "A3",
        rows: [
          ["Plan", asText(subject.plan)],
          ["Currency", asText(subject.currency)],
        ],
      },
      { at: `A${FIRST_SCENARIO_ROW}`, rows: rowsOfScenarios },
      ...(more.length > 0
        ? [{ at: `A${asOf - more.length}`, rows: more.map(({ label, value }) => [label, value]) }]
        : []),
      { at: `A${asOf}`, rows: [["As of", `=INSIGHTS.ASOF(${PLAN},${scenarioCell(0)},"${options.family}")`]] },
      ...listBlocks(scenarios.length),
    ],
    styles: [
      { range: "A1", bold: true, size: 16, color: INK },
      { range: "A2", color: QUIET },
      input(`B3:B${asOf - 1}`),
      { range: `A${asOf}:B${asOf}`, color: QUIET },
      { range: `B${asOf}`, format: FORMATS.time, align: "Left" },
      { range: `C${FIRST_SCENARIO_ROW}:C${asOf - 1}`, color: "#b5403c" },
    ],
    lists: listsOf(subject, options),
    hidden: HIDDEN,
  };
}

function titleOf({ title }: HeadOptions): string {
  return `="${title} · "&${PLAN}`;
}

function subtitleOf({ scenarios }: HeadOptions): string {
  const others = scenarios.slice(1).map((_, at) => `&IF(${scenarioCell(at + 1)}="",""," | "&${scenarioCell(at + 1)})`);
  return `=${scenarioCell(0)}${others.join("")}&IF(${CURRENCY}="",""," · "&${CURRENCY})`;
}

/** Says so where another scenario is shown than the one that is typed, since the plan has no such one. */
function noteOf(number: number): string {
  const [typed, shown] = [`$B$${FIRST_SCENARIO_ROW + number}`, scenarioCell(number)];
  return `=IF(${typed}=${shown},"",${typed}&" is not in this plan: "&IF(${shown}="","none",${shown})&" is shown")`;
}

/** The plans and the plan's scenarios follow the service; a key that may not list them leaves what is typed as it is. */
function listBlocks(scenarios: number): SheetSpec["blocks"] {
  const shown: CellContent[][] = Array.from({ length: scenarios }, (_, number) => {
    const typed = `$B$${FIRST_SCENARIO_ROW + number}`;
    const instead = `INDEX(${SCENARIO_NAMES},${number + 1})&""`;
    const known = `SUMPRODUCT(--(${SCENARIO_CELLS}=${typed}))>0`;
    return [`=IF(${typed}="","",IF(ISERROR($AE$2),${typed},IF(${known},${typed},${instead})))`];
  });
  return [
    { at: "AA2", rows: [["=INSIGHTS.PLANS()"]] },
    { at: "AE2", rows: [[`=INSIGHTS.SCENARIOS(${PLAN})`]] },
    { at: `AH${FIRST_SCENARIO_ROW}`, rows: shown },
  ];
}

function listsOf({ plans }: Subject, options: HeadOptions): SheetSpec["lists"] {
  const { scenarios, more = [] } = options;
  const currencies = [...new Set(plans.map(({ currency }) => currency))].filter(isCurrencyCode).sort();
  return [
    { cell: "B3", source: `=$AB$3:$AB$${LAST_LISTED}` },
    ...(currencies.length > 0 ? [{ cell: "B4", source: currencies.join(",") }] : []),
    ...scenarios.map((_, number) => ({ cell: `B${FIRST_SCENARIO_ROW + number}`, source: `=${SCENARIO_NAMES}` })),
    ...more.map(({ choices }, number) => ({
      cell: moreCell(options, number).replaceAll("$", ""),
      source: choices.join(","),
    })),
  ];
}

/** ISO 4217. Excel would take a source that begins with "=" for a formula, and a comma for two choices. */
function isCurrencyCode(text: string): boolean {
  return /^[A-Z]{3}$/.test(text);
}
