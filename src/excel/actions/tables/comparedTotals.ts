/** Finds the totals of a table whose lines add up to all that the service has, so nothing need be asked. */
import { remainderOf } from "../../../numbers/analysis/bridge";
import type { FilledCells } from "../../../reporting/headings/filledCells";
import { callOfCell } from "../../../reporting/headings/headingFormulas";
import type { CellMeanings } from "../../../reporting/headings/cellMeanings";
import type { Heading } from "../../../reporting/headings/heading";
import { addedCells, totalOf, WHOLE } from "../../../reporting/headings/totals";
import type { StoreContext } from "../context";
import { readForPane, type HeadingReading, type Read } from "./headingReading";
import { resultOf } from "./headingPreview";
import { createPreviewCalls, type PreviewCalls } from "./previewCalls";
import { planOfTable } from "./tableOffers";

/** Numbers that are compared at most: the totals of larger tables are asked about. */
const MOST_NUMBERS = 5_000;

/** Returns the ids of the questions that need not be asked. Asks for the numbers that the table will show. */
export async function findSameTotals(
  context: StoreContext,
  reading: HeadingReading,
  { questions }: Pick<Read, "questions">,
): Promise<ReadonlySet<string>> {
  const ids = questions.flatMap(({ kind, id }) => (kind === "total" && reading.answers[id] === undefined ? [id] : []));
  const answers = { ...reading.answers, ...Object.fromEntries(ids.map((id) => [id, WHOLE])) };
  const tried = await readForPane(context, { ...reading, answers });
  const calls = createPreviewCalls(context);
  const same = ids.map(async (id) => ((await isSame(id, reading, tried, { context, calls })) ? [id] : []));
  return new Set((await Promise.all(same)).flat());
}

interface Comparing {
  readonly context: StoreContext;
  readonly calls: PreviewCalls;
}

/** True if each amount of a total's lines is the sum of those above, and the lines of other numbers are all that the plan has. */
async function isSame(id: string, reading: HeadingReading, tried: FilledCells, comparing: Comparing): Promise<boolean> {
  const { cells, filling } = tried;
  const totals = cells.flat().filter((cell) => {
    const heading = totalOf(cell);
    return heading && filling.questionId(heading) === id && callOfCell(cell, filling);
  });
  const block = { cells, selected: reading.selected, filling };
  const amounts = totals.map((cell) => ({ cell, added: addedCells(cell, block) }));
  const count = amounts.reduce((sum, { added = [] }) => sum + added.length + 1, 0);
  if (totals.length === 0 || count > MOST_NUMBERS) return false;
  const others = amounts.filter(({ added }) => !added);
  if (others.some(({ cell }) => !hasAllItems(cell, reading, comparing.context))) return false;
  const numberOf = async (cell: CellMeanings): Promise<unknown> => {
    const call = callOfCell(cell, filling);
    return call ? resultOf(comparing.calls, call) : undefined;
  };
  const differ = await Promise.all(
    amounts.map(async ({ cell, added }) => {
      if (!added) return undefined;
      const [whole, ...parts] = await Promise.all([cell, ...added].map(numberOf));
      return isDifferent(whole, parts);
    }),
  );
  // Without any number nothing is known.
  return !differ.includes(true) && (differ.includes(false) || others.length > 0);
}

/** Returns undefined if the cells show no number. */
function isDifferent(whole: unknown, parts: readonly unknown[]): boolean | undefined {
  const numbers = parts.filter((part) => typeof part === "number");
  if (typeof whole !== "number") return numbers.length === parts.length ? true : undefined;
  return numbers.length < parts.length || remainderOf(whole, numbers) !== 0;
}

/** True if the lines above a total are all items of their kind that the plan has. */
function hasAllItems(cell: CellMeanings, { items }: HeadingReading, context: StoreContext): boolean {
  const shown = new Set((totalOf(cell)?.sums ?? []).flatMap(itemOf));
  const known = [...(items?.get(planOfTable(context)?.id ?? "")?.values() ?? [])].flat();
  const [groupBy, ...others] = new Set(known.flatMap((item) => (shown.has(item.name) ? [item.groupBy] : [])));
  return (
    groupBy !== undefined &&
    others.length === 0 &&
    known.every((item) => item.groupBy !== groupBy || shown.has(item.name))
  );
}

function itemOf({ meanings = [] }: Heading): readonly string[] {
  return meanings.flatMap(({ dimension, value }) => (dimension === "item" ? [value] : []));
}
