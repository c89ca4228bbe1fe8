/**
 * What moved a line of the commentary: a sentence of its largest drivers and months. Sums are explained by their lines, sales and costs by
 * demand volume and what a unit costs, trade expenses by their rate. Titles and Explain name the same driver: the rule is in `headline.ts`.
 */
import {
  LINE_COLUMNS as C,
  CANDIDATES,
  cellsOf,
  CAUSE_COLUMNS,
  itemsOf,
  LINE_ROWS,
  type Candidate,
  type Clause,
} from "./commentaryCells";
import { monthsClause } from "./commentaryMonths";
import { sumDrivers } from "./ebitMessage";
import { driverOrNone, largestDriver, MAINLY, NO_DRIVER } from "./headlineSentence";
import { LIST_ROW } from "./hiddenColumns";
import type { MessageDriver } from "./reportTitle";
import { EXPRESSIONS } from "./phrasing";
import type { CellBlock, CellContent, ReportSection } from "./sheetSpec";
import { spokenVariance } from "./spokenNumbers";

/** Two drivers are named together if they are at least this share of a variance. */
export const PAIR_SHARE = 0.6;
/** What is left of a variance below this share is not mentioned. */
const SMALL_REST = 0.05;
/** Costs that volume moves. */
const PER_UNIT = ["cogs", "storageAndHandling", "transport"];

/** Writes what explains each line, one line below the other, and the sentences. */
export function causesSection(): ReportSection {
  const blocks: CellBlock[] = [];
  let row = LIST_ROW;
  const sentences = CANDIDATES.map((candidate): CellContent => {
    if (candidate.kind === "heading") return "";
    const { rows, sentence } = causeOf(candidate, row);
    blocks.push({ at: `${CAUSE_COLUMNS.label}${row}`, rows });
    row += rows.length;
    return `=${ifMaterial(candidate, sentence)}`;
  });
  return { blocks: [...blocks, { at: `${C.sentence}${LIST_ROW}`, rows: sentences.map((each) => [each]) }] };
}

function ifMaterial({ row }: Candidate, expression: string): string {
  return `IF(ISNUMBER($${C.size}$${row}),${expression},"")`;
}

/** Returns the rows of a line, of labels and amounts, and its sentence. @param first Their first row. */
function causeOf(candidate: Candidate, first: number): { readonly rows: CellContent[][]; readonly sentence: string } {
  const drivers = driversOf(candidate);
  const found = first + drivers.length;
  const whole = `$${C.variance}$${candidate.row}`;
  const own = {
    labels: cellsOf(CAUSE_COLUMNS.label, first, found - 1),
    amounts: cellsOf(CAUSE_COLUMNS.amount, first, found - 1),
  };
  const isTotal = candidate.kind === "total";
  const ranges = isTotal ? { labels: itemsOf(C.label), amounts: itemsOf(C.variance) } : own;
  const named = isTotal || drivers.length > 0 ? driversClause(whole, { ...ranges, first: found }) : undefined;
  const monthly =
    candidate.line &&
    monthsClause(candidate.line, whole, found + 3, named ? `$${CAUSE_COLUMNS.amount}$${found + 5}` : '""');
  const clauses = [named, monthly].map((each) => (each ? ifMaterial(candidate, each.clause) : '""'));
  const parts = [...(named?.parts ?? BLANK.slice(0, 3)), ...(monthly?.parts ?? BLANK.slice(0, 2))];
  return {
    rows: [
      ...drivers.map(({ label, amount }) => [`=${label}`, `=${amount}`]),
      ...parts.map(([label, amount]) => [
        label && `=IFERROR(${label},"")`,
        amount && `=IFERROR(${ifMaterial(candidate, amount)},0)`,
      ]),
      ...clauses.map((clause) => ["", `=${clause}`]),
    ],
    sentence: sentenceOf(`$${CAUSE_COLUMNS.amount}$${found + 5}`, `$${CAUSE_COLUMNS.amount}$${found + 6}`),
  };
}

const BLANK: Clause["parts"] = [0, 1, 2].map(() => ["", ""]);

function sentenceOf(drivers: string, months: string): string {
  const both = `${drivers}&IF(OR(${drivers}="",${months}=""),"","; ")&${months}`;
  return `IF(${drivers}&${months}="","No further detail",UPPER(LEFT(${both}))&MID(${both},2,500))`;
}

interface DriverCells {
  readonly labels: string;
  readonly amounts: string;
  /** The row of the largest driver. The second one and the largest against them follow. */
  readonly first: number;
}

/** Says what the drivers explain, such as "mainly Gross sales −4.6 m, 92 % of Δ"; nothing if none is known. */
function driversClause(whole: string, { labels, amounts, first }: DriverCells): Clause {
  const cells = [0, 1, 2].map(
    (at) => [`$${CAUSE_COLUMNS.label}$${first + at}`, `$${CAUSE_COLUMNS.amount}$${first + at}`] as const,
  );
  const [[named, largest], [also, second], [against, opposite]] = cells as [Cell, Cell, Cell];
  const spoken = (label: string, amount: string) => `${label}&" "&${spokenVariance(amount, "amount")}`;
  const labelOf = (amount: string) => EXPRESSIONS.labelOf(amount, amounts, labels);
  const rest = (sum: string) => {
    const left = `(${whole}-${sum})`;
    const isOne = `ABS(${left}-${opposite})<0.005*ABS(${whole})`;
    const offset = `", partly offset by "&IF(${isOne},${against},"others "&${spokenVariance(left, "amount")})`;
    const share = `", "&ROUND(100*${sum}/${whole},0)&" % of Δ"`;
    return `IF(ABS${left}<${SMALL_REST}*ABS(${whole}),"",IF(${left}*${whole}<0,${offset},${share}))`;
  };
  const sum = `(${largest}+${second})`;
  const pair = `IF(${sum}/${whole}>=${PAIR_SHARE},": "&${named}&" and "&${also}&${rest(sum)},"")`;
  return {
    parts: [
      [spoken(labelOf(largest), largest), largestDriver(EXPRESSIONS, whole, amounts)],
      // A driver that is equal to the largest one is another.
      [
        spoken(`XLOOKUP(${second},${amounts},${labels},"",0,IF(${second}=${largest},-1,1))`, second),
        `IF(${whole}<0,SMALL(${amounts},2),LARGE(${amounts},2))`,
      ],
      [spoken(labelOf(opposite), opposite), `IF(${whole}<0,MAX(${amounts}),MIN(${amounts}))`],
    ],
    clause: driverOrNone(
      EXPRESSIONS,
      { difference: whole, amounts, largest },
      { named: `"${MAINLY}"&${named}&${rest(largest)}`, none: `"${NO_DRIVER}"&${pair}` },
    ),
  };
}

type Cell = readonly [label: string, amount: string];

/** Returns drivers that add up to the variance. Those of all demand are its groups, which have rows of their own. */
function driversOf({ kind, line, row }: Candidate): MessageDriver[] {
  if (kind === "total") return [];
  const amounts = sidesOf(C.own, C.base, row);
  const volumes = (at: number) => sidesOf(C.ownVolume, C.baseVolume, at);
  if (!line) return splitBy(volumes(row), amounts, ["Volume", "Value per unit"]);
  const lines = sumDrivers(line.field, { label: C.label, variance: C.variance }, LINE_ROWS.lines);
  if (lines.length > 0) return lines;
  const sales = LINE_ROWS.lines.get("grossFIESales") ?? LIST_ROW;
  if (row === sales) return splitBy(volumes(LINE_ROWS.total), amounts, ["Demand volume", "Sales per unit"]);
  if (line.field === "tradeExpenses")
    return splitBy(sidesOf(C.own, C.base, sales), amounts, ["Gross sales", "Rate on gross sales"], true);
  const isPerUnit = PER_UNIT.includes(line.field);
  return isPerUnit ? splitBy(volumes(LINE_ROWS.total), amounts, ["Demand volume", "Cost per unit"], true) : [];
}

type Sides = readonly [own: string, base: string];

function sidesOf(own: string, base: string, row: number): Sides {
  return [`$${own}$${row}`, `$${base}$${row}`];
}

/** Divides a variance into what a quantity moved at the base's rate, and what the rate moved. */
function splitBy(
  [now, before]: Sides,
  [own, base]: Sides,
  [quantity, rate]: readonly [string, string],
  isCost = false,
): MessageDriver[] {
  const moved = `(${now}-${before})*${base}/${before}`;
  const amount = (difference: string) =>
    `IF(COUNT(${now},${before},${own},${base})<4,"",IF(${before}=0,"",${isCost ? "-" : ""}(${difference})))`;
  return [
    { label: `"${quantity}"`, amount: amount(moved) },
    { label: `"${rate}"`, amount: amount(`${own}-${base}-${moved}`) },
  ];
}
