/** Builds a table of one's own in the pane, and fills cells from headings that stand in the sheet. Loaded when first needed. */
import { formatAddress, parseSheetPosition } from "../../grid/address";
import { cellCount, type SheetArea } from "../../grid/area";
import type { GroupBy } from "../../insights";
import { fillCells, readSelection, writeBlock, type ReadCells } from "../../workbook/gridArea";
import type * as insertion from "../../workbook/insertion";
import type * as editMode from "../../workbook/refresh/editMode";
import type * as storeContext from "../context";
import { gridCells } from "./gridCells";
import {
  MOST_GRID_CELLS,
  templateGrid,
  yearOfPlan,
  type GridDefinition,
  type GridList,
  type GridTemplate,
  type PeriodPlace,
} from "./gridDefinition";
import { answersFor, gridPlan, entryLabels, offersOf, type GridOffers, type HeadingAnswer } from "./gridOffers";
import { previewGrid } from "./gridPreview";
import type { GridEntryChange, GridState, HeadingsState } from "./gridState";
import { fillFromHeadings, type HeadingAnswers, type HeadingQuestion } from "./headingFormulas";
import { findHeadings, headingId, type Heading } from "./headings";

export interface GridActions {
  /** Starts a table for the workbook's plan, and follows the selection. Returns a function that stops this. */
  readonly follow: () => () => void;
  readonly setTemplate: (template: GridTemplate) => void;
  /** Moves the periods that are added later into another year. */
  readonly setYear: (year: number) => void;
  readonly setPeriodPlace: (place: PeriodPlace) => void;
  readonly change: (change: GridEntryChange) => void;
  /** Adds a line for each product, article, region or channel of a field. */
  readonly addGroups: (field: string, groupBy: GroupBy) => Promise<void>;
  readonly offers: () => GridOffers;
  /** The table's entries as the pane names them. */
  readonly labels: () => Readonly<Record<GridList, readonly string[]>>;
  /** Writes the table. Without `overwrite` it stops at cells with contents, and sets the state's `obstacle`. */
  readonly insertGrid: (overwrite: boolean) => Promise<void>;
  /** Reads the headings around the selected cells. */
  readonly readHeadings: () => Promise<void>;
  readonly answersFor: (question: HeadingQuestion) => readonly HeadingAnswer[];
  readonly answer: (id: string, answer: string) => void;
  readonly closeHeadings: () => void;
  readonly fill: (overwrite: boolean) => Promise<void>;
}

type StoreContext = storeContext.StoreContext;

/** Code of the store. It is handed in, since a module that two chunks import is bundled apart and the first load would grow. */
export interface GridKit
  extends
    Pick<typeof storeContext, "runAction" | "runInBackground" | "setState" | "stopperOf" | "waitOf">,
    Pick<typeof insertion, "onActiveCell" | "readActiveCell" | "readOccupied">,
    Pick<typeof editMode, "awaitEditing"> {}

/** Milliseconds without a change after which the preview is computed. */
const PAUSE = 300;
const EXAMPLES = 3;
const MOST_ITEMS = 200;
const NO_TARGET = "Sheet1!A1";

// One closure over the running preview and the headings that were read.
// eslint-disable-next-line max-lines-per-function
export function createGridActions(context: StoreContext, kit: GridKit): GridActions {
  const { onActiveCell, readActiveCell, runAction, runInBackground, setState, stopperOf } = kit;
  let cancelPreview = () => {};
  let reading: Reading | undefined;
  const update = (next: Partial<GridState>) => {
    const { grid } = context.state;
    if (grid) setState(context, { grid: { ...grid, ...next } });
  };
  const setDefinition = (definition: GridDefinition) => {
    cancelPreview();
    setState(context, { obstacle: undefined });
    const target = context.state.grid?.target ?? NO_TARGET;
    update({ definition, ...describe(definition, target), preview: { state: "working" }, written: undefined });
    cancelPreview = context.after(PAUSE, () => void preview(context, kit));
  };
  const changeDefinition = (changed: (definition: GridDefinition) => GridDefinition) => {
    const definition = context.state.grid?.definition;
    if (definition) setDefinition(changed(definition));
  };
  const start = (template: GridTemplate) => {
    const plan = gridPlan(context);
    const { grid } = context.state;
    if (!plan || !grid) return;
    setDefinition(templateGrid(template, plan, { settings: context.settings.current, year: grid.year }));
  };
  const followTarget = () =>
    runInBackground(context, async () => {
      const { address } = await readActiveCell();
      const { grid } = context.state;
      if (!grid || grid.target === address) return;
      setState(context, { obstacle: undefined });
      update({ target: address, ...(grid.definition && describe(grid.definition, address)) });
    });
  const showHeadings = (next: Reading) => {
    reading = next;
    setState(context, { obstacle: undefined });
    update({ headings: headingsState(context, next), written: undefined });
  };
  return {
    follow() {
      const plan = gridPlan(context);
      const isOther = context.state.grid?.definition?.plan !== plan?.name;
      if (!context.state.grid || isOther) {
        const year = (plan && yearOfPlan(plan)) ?? new Date(context.now()).getFullYear();
        setState(context, { grid: { ...NO_GRID, year } });
        start("scenarios");
      }
      void followTarget();
      return stopperOf(onActiveCell(() => void followTarget()));
    },
    setTemplate: start,
    setYear: (year) => update({ year }),
    setPeriodPlace: (periodPlace) => changeDefinition((definition) => ({ ...definition, periodPlace })),
    change: ({ list, entries }) => changeDefinition((definition) => ({ ...definition, [list]: entries })),
    addGroups: (field, groupBy) =>
      runAction(context, async () => {
        const items = await readItems(context, field, groupBy);
        const added = items.map((item) => ({ field, groupBy, item }));
        changeDefinition((definition) => ({ ...definition, lines: [...definition.lines, ...added] }));
      }),
    offers: () => offersOf(context),
    labels: () => entryLabels(context.state.grid?.definition),
    answersFor: (question) => answersFor(context, question),
    insertGrid: (overwrite) => runWriting(context, kit, () => insertGrid(context, kit, overwrite, update)),
    readHeadings: () => runAction(context, async () => showHeadings({ ...(await readSelection()), answers: {} })),
    answer(id, answer) {
      if (reading) showHeadings({ ...reading, answers: { ...reading.answers, [id]: answer } });
    },
    closeHeadings() {
      reading = undefined;
      update({ headings: undefined });
    },
    fill: (overwrite) =>
      runWriting(context, kit, async () => {
        if (!reading || !(await fillSelection(context, kit, reading, overwrite))) return;
        update({ headings: undefined, written: formatAddress(reading.selected.sheet, reading.selected) });
        reading = undefined;
      }),
  };
}

const NO_GRID: GridState = {
  definition: undefined,
  year: 0,
  target: NO_TARGET,
  size: { rows: 0, columns: 0 },
  formula: "",
  preview: { state: "working" },
  headings: undefined,
  written: undefined,
};

interface Reading {
  readonly selected: SheetArea;
  readonly around: ReadCells;
  readonly answers: HeadingAnswers;
}

/** Waits while the user edits a cell, and says so. */
async function runWriting(context: StoreContext, kit: GridKit, action: () => Promise<void>): Promise<void> {
  const { setState, awaitEditing, waitOf, runAction } = kit;
  if (context.state.isBusy) return;
  setState(context, { isBusy: true });
  const onEditing = (isEditing: boolean) => setState(context, { isEditing });
  await awaitEditing({ wait: waitOf(context), onEditing }, runAction(context, action));
  setState(context, { isBusy: false });
}

function describe(definition: GridDefinition, target: string): Pick<GridState, "size" | "formula"> {
  if (!isComplete(definition)) return { size: { rows: 0, columns: 0 }, formula: "" };
  const { contents, body } = gridCells(definition, parseSheetPosition(target) ?? { row: 0, column: 0 });
  return {
    size: { rows: contents.length, columns: contents[0]?.length ?? 0 },
    formula: String(contents[body.row]?.[body.column] ?? ""),
  };
}

function isComplete({ lines, columns, periods }: GridDefinition): boolean {
  return lines.length > 0 && columns.length > 0 && periods.length > 0;
}

async function preview(context: StoreContext, { setState }: GridKit): Promise<void> {
  const definition = context.state.grid?.definition;
  if (!definition || !isComplete(definition)) return;
  const invoke = async (id: string, args: readonly unknown[]) =>
    (await context.ledger.invoke({ id, args: [...args] }, {})).result;
  const shown = await previewGrid(definition, invoke);
  const { grid } = context.state;
  // The table may have changed meanwhile.
  if (grid?.definition === definition) setState(context, { grid: { ...grid, preview: { state: "done", ...shown } } });
}

async function insertGrid(
  context: StoreContext,
  kit: GridKit,
  overwrite: boolean,
  update: (next: Partial<GridState>) => void,
): Promise<void> {
  const { grid } = context.state;
  const first = parseSheetPosition(grid?.target ?? "");
  if (!grid?.definition || !first || !isComplete(grid.definition)) return;
  if (grid.size.rows * grid.size.columns > MOST_GRID_CELLS) throw new Error(tooLarge(grid.size));
  if (!overwrite && (await findObstacle(context, kit, { ...first, ...grid.size }))) return;
  const { contents, formats, widths } = gridCells(grid.definition, first);
  const isFormatted = context.settings.current.formats !== false;
  const dates = formats.filter(({ isHeading, numberFormat }) => isHeading || numberFormat?.includes("yy"));
  await writeBlock(grid.target, { contents, widths, formats: isFormatted ? formats : dates });
  kit.setState(context, { obstacle: undefined });
  update({ written: formatAddress(first.sheet, { ...first, ...grid.size }) });
}

function tooLarge({ rows, columns }: GridState["size"]): string {
  return `The table would have ${rows} by ${columns} cells; ${MOST_GRID_CELLS} is the most. Remove lines, columns or periods.`;
}

/** Shows what would be overwritten. Returns true if there is anything. */
async function findObstacle(
  context: StoreContext,
  { readOccupied, setState }: GridKit,
  area: SheetArea,
): Promise<boolean> {
  const occupied = await readOccupied(formatAddress(area.sheet, { ...area, rows: 1, columns: 1 }), area);
  if (occupied.length === 0) return false;
  const examples = occupied.slice(0, EXAMPLES).map(({ address, value }) => `${address} (${String(value)})`);
  setState(context, { obstacle: { count: occupied.length, examples } });
  return true;
}

/** Lists the items of a group, as the service returns them for the full year. */
async function readItems(context: StoreContext, field: string, groupBy: GroupBy): Promise<string[]> {
  const definition = context.state.grid?.definition;
  const scenario = definition?.columns[0]?.scenario ?? null;
  const args = [definition?.plan ?? null, [[scenario]], [[field]], "FY", groupBy];
  const { result } = await context.ledger.invoke({ id: "DEMAND", args }, {});
  const [headings = [], ...rows] = result as unknown[][];
  const at = headings.findIndex((heading) => String(heading).toLowerCase() === groupBy);
  const items = [...new Set(rows.map((row) => textIn(row[at])))].filter(Boolean);
  if (items.length <= MOST_ITEMS) return items;
  throw new Error(`There are ${items.length} items; ${MOST_ITEMS} is the most for a table.`);
}

function textIn(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

/** Headings read, and what would be written into the selected cells. */
function readReading(context: StoreContext, { selected, around, answers }: Reading) {
  const { plans = [] } = context.state;
  const plan = gridPlan(context);
  const scenarios = plan?.scenarios.flatMap(({ id, name, flags }) => [...flags, name, id]) ?? [];
  const found = findHeadings(around, selected, { plans: plans.map(({ name }) => name), scenarios });
  const { currency = plan?.currency ?? "" } = context.settings.current;
  return { found, ...fillFromHeadings(found, selected, answers, { plan: plan?.name ?? "", currency }) };
}

function headingsState(context: StoreContext, reading: Reading): HeadingsState {
  const { selected, answers } = reading;
  const { found, questions, formulas } = readReading(context, reading);
  const all = formulas.flat().filter(Boolean);
  return {
    address: formatAddress(selected.sheet, selected),
    understood: found.headings.flatMap((heading) => (heading.meanings ? [understoodHeading(heading)] : [])),
    questions,
    answers,
    formulas: all.length,
    example: all[0],
  };
}

function understoodHeading(heading: Heading): HeadingsState["understood"][number] {
  const meaning = (heading.meanings ?? [])
    .map(({ dimension, value }) => (value === "date" ? "month" : `${dimension} ${value}`))
    .join(", ");
  return { address: headingId(heading), text: heading.text, meaning };
}

/** Returns true if the formulas were written. */
async function fillSelection(
  context: StoreContext,
  kit: GridKit,
  reading: Reading,
  overwrite: boolean,
): Promise<boolean> {
  const { selected } = reading;
  if (cellCount(selected) > MOST_GRID_CELLS) throw new Error(tooLarge(selected));
  const { formulas, formats } = readReading(context, reading);
  if (formulas.length === 0) return false;
  if (!overwrite && (await findObstacle(context, kit, selected))) return false;
  await fillCells(selected, formulas, context.settings.current.formats === false ? [] : formats);
  kit.setState(context, { obstacle: undefined });
  return true;
}
