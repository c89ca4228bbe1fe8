/** Reads the headings around selected cells, and what they would fill these with. */
import { formatAddress } from "../../../spreadsheet/cells/address";
import type { SheetArea } from "../../../spreadsheet/cells/area";
import type { DateSystem } from "../../../spreadsheet/cells/dateSerial";
import { fiscalYearOf } from "../../../numbers/language/fiscalYear";
import { inSlices, type Awaitable, type Plan, type Sliced } from "../../../insights";
import type { CellsRead } from "../../workbook/tableArea";
import type { HeadingAnswers } from "../../../reporting/headings/headingAnswers";
import type { FillStyle } from "../../../reporting/headings/cellNumbers";
import { findSliced } from "../../../reporting/headings/findHeadings";
import type { FoundHeadings, Heading } from "../../../reporting/headings/heading";
import { fillSliced, type FilledCells } from "../../../reporting/headings/filledCells";
import { sentencesSliced, type HeadingSentence } from "../../../reporting/headings/headingSentences";
import type { KnownNames } from "../../../reporting/headings/headingMeaning";
import type { PlanItems } from "../../../reporting/headings/planItems";
import { readKeptWords } from "../../../reporting/headings/keptWords";
import { yieldIfLarge } from "../../../reporting/headings/sliced";
import type { StoreContext } from "../context";
import { planOfTable } from "./tableOffers";
import type { NoticedHeadings } from "./tableState";

export interface HeadingReading {
  readonly selected: SheetArea;
  readonly around: CellsRead;
  readonly dateSystem: DateSystem;
  readonly answers: HeadingAnswers;
  readonly style: FillStyle;
  /** The items of plans, by the plans' ids. */
  readonly items?: ReadonlyMap<string, PlanItems>;
  /** The ids of totals whose lines add up to all that the service has; undefined before they are compared. */
  readonly sameTotals?: ReadonlySet<string> | undefined;
  /** The plan that their formulas name. @default the table's */
  readonly plan?: Plan | undefined;
}

/** Headings read, and what would be written into the selected cells. */
export type Read = FilledCells & { readonly found: FoundHeadings };

export type ReadToShow = Read & { readonly sentences: readonly HeadingSentence[] };

/** Fewer headings may as well be notes. */
const LEAST_HEADINGS = 2;

export async function noticeHeadings(
  context: StoreContext,
  reading: HeadingReading,
): Promise<NoticedHeadings | undefined> {
  const { used } = await readReading(context, reading);
  const headings = used.size;
  const { selected } = reading;
  return headings >= LEAST_HEADINGS ? { address: formatAddress(selected.sheet, selected), headings } : undefined;
}

/** Returns the plan among whose items some words should be looked up: nothing else explains them. */
export function planToSearch(
  context: StoreContext,
  { items, plan = planOfTable(context) }: Pick<HeadingReading, "items" | "plan">,
  { found }: Pick<Read, "found">,
): Plan | undefined {
  if (!plan || items?.has(plan.id)) return undefined;
  const isUnknown = ({ meanings, called, unread = [] }: Heading) => (!meanings && !called) || unread.length > 0;
  return found.headings.some(isUnknown) ? plan : undefined;
}

/** Reads a large block in slices. */
function readReading(context: StoreContext, reading: HeadingReading): Awaitable<Read> {
  return inSlices(readSliced(context, reading));
}

/** Reads a block with its sentences, a large one in slices. */
export function readForPane(context: StoreContext, reading: HeadingReading): Awaitable<ReadToShow> {
  return inSlices(readWithSentences(context, reading));
}

function* readWithSentences(context: StoreContext, reading: HeadingReading): Sliced<ReadToShow> {
  const read = yield* readSliced(context, reading);
  yield* yieldIfLarge(reading.selected);
  return { ...read, sentences: yield* sentencesSliced(read, reading.selected) };
}

/** Returns the names that headings may use. */
export function namesKnown(
  context: StoreContext,
  { items, plan = planOfTable(context) }: Pick<HeadingReading, "items" | "plan">,
): KnownNames {
  const { currency = plan?.currency ?? "" } = context.settings.current;
  return {
    plans: context.state.plans ?? [],
    scenarios: plan?.scenarios ?? [],
    items: items?.get(plan?.id ?? ""),
    currency,
  };
}

export function* readSliced(
  context: StoreContext,
  { selected, around, dateSystem, answers, style, sameTotals, ...source }: HeadingReading,
): Sliced<Read> {
  const { plan = planOfTable(context) } = source;
  const { currency = plan?.currency ?? "", scale } = context.settings.current;
  const found = yield* findSliced(around, selected, namesKnown(context, source));
  yield* yieldIfLarge(selected);
  const defaults = {
    plan: plan?.name ?? "",
    plans: context.state.plans,
    currency,
    scale,
    style,
    year: String(context.state.grid?.year ?? ""),
    fiscalYear: fiscalYearOf(context.settings.current),
    dateSystem,
    actuals: context.state.grid?.actuals?.yearToDate,
    actualsTo: context.state.grid?.actualsTo,
    words: readKeptWords(context.settings.current.words),
    sameTotals,
  };
  return { found, ...(yield* fillSliced(found, selected, answers, defaults)) };
}
