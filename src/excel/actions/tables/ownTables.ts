/** Reads all tables of a user's own, and how each would move to another month. */
import { formatAddress } from "../../../spreadsheet/cells/address";
import { overlaps, positionsIn, type Position, type SheetArea } from "../../../spreadsheet/cells/area";
import { atOnce, type Plan } from "../../../insights";
import { findCalls } from "../../../numbers/language/calls";
import { blocksOfCells, type FormulaBlock } from "../../../reporting/roll/blocksOfCells";
import { fittingAnswers } from "../../../reporting/roll/fittingAnswers";
import {
  cellsAsWritten,
  monthsEdited,
  rollBlock,
  valuesWhenFilled,
  type BlockReader,
  type RolledBlock,
} from "../../../reporting/roll/rolledBlock";
import type { HeadingAnswers } from "../../../reporting/headings/headingAnswers";
import { SAME } from "../../../reporting/headings/totals";
import { findHeadings } from "../../../reporting/headings/findHeadings";
import type { PlanItems } from "../../../reporting/headings/planItems";
import { findOwnNumbers, readFilledBlocks, type FilledBlockRead } from "../../workbook/ownBlocks";
import { listReports } from "../../workbook/reports/report";
import type { StoreContext } from "../context";
import { namesKnown, planToSearch, readSliced } from "./headingReading";
import { itemsOfPlan } from "./planItems";
import { answersFor, planOfTable } from "./tableOffers";

/** A table of a user's own, with what its headings give. */
export interface OwnTableRead {
  readonly address: string;
  readonly sheet: string;
  readonly block: FilledBlockRead;
  readonly rollBy: (months: number) => RolledBlock;
  /** Returns by how many months its headings were edited; undefined if by none, or by anything else. */
  readonly edited: () => number | undefined;
  /** The cells whose formula is exactly what the add-in wrote. */
  readonly asWritten: readonly Position[];
}

/** Reads the tables of the workbook. @param within Only those with cells in this area */
export async function readOwnTables(context: StoreContext, within?: SheetArea): Promise<OwnTableRead[]> {
  const reports = await listReports();
  const numbers = await findOwnNumbers(reports.map(({ sheet }) => sheet));
  const isSought = ({ whole }: FormulaBlock) => !within || (whole.sheet === within.sheet && overlaps(whole, within));
  const blocks = blocksOfCells(numbers).filter(isSought);
  const areas = blocks.flatMap(({ whole, parts }) => [whole, ...(parts.length > 1 ? parts : [])]);
  const read = await readFilledBlocks(areas);
  const tableOf = (area: SheetArea) => {
    const block = read[areas.indexOf(area)];
    return block ? readTable(context, block) : undefined;
  };
  const tables: OwnTableRead[] = [];
  for (const { whole, parts } of blocks) {
    const together = await tableOf(whole);
    const apart: (OwnTableRead | undefined)[] = [];
    for (const part of parts.length > 1 ? parts : []) apart.push(await tableOf(part));
    const fitting = (all: readonly (OwnTableRead | undefined)[]) =>
      all.reduce((sum, each) => sum + (each?.asWritten.length ?? 0), 0);
    // Parts are read by themselves only if their headings explain more of them so.
    const chosen = fitting(apart) > fitting([together]) ? apart : [together];
    tables.push(...chosen.flatMap((each) => each ?? []));
  }
  return tables;
}

async function readTable(context: StoreContext, block: FilledBlockRead): Promise<OwnTableRead> {
  const plan = planIn(context, block) ?? planOfTable(context);
  const items = await itemsFor(context, block, plan);
  const source = { plan, items };
  const own = positionsIn(block.selected).filter((at) => findCalls(formulaAt(block, at)).length > 0);
  const readWith = (
    answers: HeadingAnswers,
    values: BlockReader["read"] extends (values: infer Values) => unknown ? Values : never,
  ) =>
    atOnce(
      readSliced(context, { ...block, around: { ...block.around, values }, answers, style: "reports", ...source }),
    );
  const { values } = valuesWhenFilled(block);
  const { scenarios } = readWith({}, values).found.known;
  const fit = (answers: HeadingAnswers) => {
    const { formulas, questions } = readWith(answers, values);
    return { fitting: cellsAsWritten(block, { formulas }).length, questions };
  };
  const answers = fittingAnswers({
    fit,
    optionsOf: (question) => [
      ...answersFor(context, question, scenarios).map(({ value }) => value),
      ...(question.kind === "total" ? [SAME] : []),
    ],
    cells: own.length,
  });
  const reader: BlockReader = {
    find: (others) => findHeadings({ ...block.around, values: others }, block.selected, namesKnown(context, source)),
    read: (others) => readWith(answers, others),
  };
  const { sheet } = block.selected;
  return {
    address: formatAddress(sheet, block.selected),
    sheet,
    block,
    rollBy: (months: number) => rollBlock(block, reader, months),
    edited: () => monthsEdited(block, reader),
    asWritten: cellsAsWritten(block, readWith(answers, values)),
  };
}

function formulaAt(
  { around }: FilledBlockRead,
  { row, column }: { readonly row: number; readonly column: number },
): string {
  const content = around.formulas[row - around.row]?.[column - around.column];
  return typeof content === "string" ? content : "";
}

/** Returns the plan that most formulas of a block name. */
function planIn({ state: { plans = [] } }: StoreContext, block: FilledBlockRead): Plan | undefined {
  const formulas = positionsIn(block.selected).map((at) => formulaAt(block, at).toLowerCase());
  const count = ({ name }: Plan) =>
    formulas.filter((formula) => formula.includes(`("${name.toLowerCase().replaceAll('"', '""')}"`)).length;
  const [first] = [...plans].sort((one, other) => count(other) - count(one));
  return first && count(first) > 0 ? first : undefined;
}

/** Asks for the items of the plan if some words of the headings may be items. */
async function itemsFor(
  context: StoreContext,
  block: FilledBlockRead,
  plan: Plan | undefined,
): Promise<ReadonlyMap<string, PlanItems>> {
  const found = findHeadings(block.around, block.selected, namesKnown(context, { plan }));
  const sought = planToSearch(context, { plan }, { found });
  return new Map(sought ? [[sought.id, await itemsOfPlan(context, sought)]] : []);
}
