/** Builds a table of one's own in the pane. Loaded when first needed. */
import { formatAddress, formatSheetPosition, parseSheetPosition } from "../../../spreadsheet/cells/address";
import type { Position } from "../../../spreadsheet/cells/area";
import type { GroupBy, Plan } from "../../../insights";
import { argumentsInOrder } from "../../../numbers/language/signatures";
import { writeNewSheet } from "../../workbook/cells/newSheet";
import { writeBlock, type TableBlock } from "../../workbook/tableArea";
import { followWritten } from "../refresh/followedCells";
import { runAction, runBusy, setState, type StoreContext } from "../context";
import { contentOfTable } from "../../../reporting/tables/tableContent";
import {
  actualMonths,
  TABLE_TEMPLATES,
  hasActuals,
  hasOutlook,
  MOST_GRID_CELLS,
  outlookPlans,
  tableOfTemplate,
  withLines,
  yearOfPlan,
  type TableDefinition,
  type TableList,
  type TableTemplate,
  type PeriodPlace,
} from "../../../reporting/tables/definition";
import { choicesOf, toggle } from "./tableChoices";
import { entryLabels, planOfTable, offersOf, outlookAnswers, outlookLabel, type HeadingAnswer } from "./tableOffers";
import { MONTH_FORMAT } from "../../../reporting/tables/periods";
import type { PartStyle } from "../../../reporting/reports/sheetSpec";
import { createRollActions, type RollActions } from "./rollActions";
import type { TableEntryChange, TableState } from "./tableState";
import { createFollow } from "./tableFollow";
import { describe, isComplete, showPreview } from "./tablePreview";
import { findObstacle, tooLarge, type TableUpdater } from "./tableWriting";
import { itemsOfGroup } from "./planItems";
import { createHeadingActions, type HeadingActions } from "./headingActions";

export interface TableActions extends HeadingActions, RollActions {
  /** Starts a table for the workbook's plan, and follows the selection. Returns a function that stops this. */
  readonly follow: () => () => void;
  /** What a table of the plan can start with. */
  readonly templates: () => readonly TableTemplate[];
  readonly setTemplate: (template: TableTemplate) => void;
  /** Starts again with the numbers of another plan than the workbook's. */
  readonly setPlan: (plan: Plan) => void;
  /** Moves the periods that are added later into another year. */
  readonly setYear: (year: number) => void;
  readonly setPeriodPlace: (place: PeriodPlace) => void;
  /** @param scale Of amounts; undefined for whole numbers */
  readonly setScale: (scale: TableDefinition["scale"]) => void;
  /** The scenarios whose months may follow the actual ones of the table's outlooks; none without an outlook. */
  readonly outlooks: () => readonly HeadingAnswer[];
  /** Says whose months follow the actual ones. */
  readonly setOutlook: (scenario: string) => void;
  readonly change: (change: TableEntryChange) => void;
  readonly choices: () => ReturnType<typeof choicesOf>;
  /** Adds what a choice offers, or removes it. Of a grouped field these are a line for each product, article, region or channel. */
  readonly toggle: (list: TableList, choice: number) => Promise<void>;
  /** The table's entries as the pane names them. */
  readonly labels: () => Readonly<Record<TableList, readonly string[]>>;
  /** Writes the table. Without `overwrite` it stops at cells with contents, and sets the state's `obstacle`. */
  readonly insertGrid: (overwrite: boolean) => Promise<void>;
  /** Writes the table from the first cell of a sheet of its own. */
  readonly insertOnNewSheet: () => Promise<void>;
}

/** Milliseconds without a change after which the preview is computed. */
const PAUSE = 300;
const MOST_ITEMS = 200;
const NEW_SHEET = "Table";
const NO_TARGET = "Sheet1!A1";

export function createTableActions(context: StoreContext): TableActions {
  let cancelPreview = () => {};
  const update: TableUpdater = (next) => {
    const { grid } = context.state;
    if (grid) setState(context, { grid: { ...grid, ...next } });
  };
  const setDefinition = (definition: TableDefinition) => {
    cancelPreview();
    setState(context, { obstacle: undefined });
    const target = context.state.grid?.target ?? NO_TARGET;
    update({
      definition,
      ...describe(definition, target),
      preview: { state: "working" },
      written: undefined,
      filled: undefined,
    });
    cancelPreview = context.after(PAUSE, () => void showPreview(context));
  };
  const changeDefinition: ChangeDefinition = (changed) => {
    const definition = context.state.grid?.definition;
    if (definition) setDefinition(changed(definition));
  };
  const onActuals = (actualsTo: string) => {
    update({ actuals: actualMonths(actualsTo, context.settings.current), actualsTo });
    headingActions.refreshHeadings();
  };
  const readActuals = () => readAgain(context, onActuals);
  const start = (template: TableTemplate) => startGrid(context, template, { setDefinition, onActuals, update });
  const startPlan = (id: string | undefined) => {
    const { template, target } = context.state.grid ?? NO_GRID;
    const headings = context.state.grid?.headings;
    setState(context, { grid: { ...NO_GRID, plan: id, template, target, headings } });
    const plan = planOfTable(context);
    update({ year: (plan && yearOfPlan(plan)) ?? new Date(context.now()).getFullYear() });
    start(template);
    headingActions.refreshHeadings();
  };
  const planNamed = (sought: string) => context.state.plans?.find(({ name }) => name === sought);
  const headingActions = createHeadingActions(context, update, (name) => startPlan(planNamed(name)?.id));
  return {
    ...headingActions,
    ...createRollActions(context, update),
    follow: createFollow(context, { headingActions, update, start: () => startPlan(undefined), readActuals }),
    templates: () => templatesOf(planOfTable(context)),
    setTemplate: start,
    setPlan: ({ id }) => startPlan(id),
    setYear: (year) => update({ year }),
    setPeriodPlace: (periodPlace) => changeDefinition((definition) => ({ ...definition, periodPlace })),
    setScale: (scale) => changeDefinition((definition) => ({ ...definition, scale })),
    outlooks: () => (hasOutlook(context.state.grid?.definition) ? outlookAnswers(context) : []),
    setOutlook: (outlook) => changeDefinition((definition) => ({ ...definition, outlook })),
    change: ({ list, entries }) => changeDefinition((definition) => ({ ...definition, [list]: entries })),
    choices: () => choicesOf(offersOf(context), context.state.grid?.definition),
    toggle: (list, choice) => runAction(context, () => toggleChoice(context, { list, choice }, changeDefinition)),
    labels: () => entryLabels(context.state.grid?.definition, planOfTable(context), outlookLabel(context)),
    insertGrid: (overwrite) => runBusy(context, () => insertGrid(context, overwrite, update)),
    insertOnNewSheet: () => runBusy(context, () => insertOnNewSheet(context, update)),
  };
}

const NO_GRID: TableState = {
  plan: undefined,
  template: "yearToDate",
  actuals: undefined,
  actualsTo: undefined,
  definition: undefined,
  year: 0,
  target: NO_TARGET,
  size: { rows: 0, columns: 0 },
  formula: "",
  preview: { state: "working" },
  headings: undefined,
  noticed: undefined,
  written: undefined,
  filled: undefined,
};

function templatesOf(plan: Plan | undefined): readonly TableTemplate[] {
  const hasOutlooks = plan !== undefined && outlookPlans(plan).length > 0;
  return TABLE_TEMPLATES.filter((template) => template !== "outlook" || hasOutlooks);
}

async function insertGrid(context: StoreContext, overwrite: boolean, update: TableUpdater): Promise<void> {
  const { grid } = context.state;
  const first = parseSheetPosition(grid?.target ?? "");
  if (!grid?.definition || !first || !isComplete(grid.definition)) return;
  if (grid.size.rows * grid.size.columns > MOST_GRID_CELLS) throw new Error(tooLarge(grid.size));
  if (!overwrite && (await findObstacle(context, { ...first, ...grid.size }))) return;
  const notes = await writeBlock(grid.target, blockOf(context, grid.definition, first));
  followWritten(context);
  setState(context, { obstacle: undefined, notes });
  update({ written: formatAddress(first.sheet, { ...first, ...grid.size }) });
}

async function insertOnNewSheet(context: StoreContext, update: TableUpdater): Promise<void> {
  const { definition, size } = context.state.grid ?? {};
  if (!definition || !size || !isComplete(definition)) return;
  if (size.rows * size.columns > MOST_GRID_CELLS) throw new Error(tooLarge(size));
  let refused: readonly string[] = [];
  const { sheet, notes } = await writeNewSheet(
    { wanted: [`Table ${definition.plan}`, NEW_SHEET] },
    async ({ name }) => {
      const first = { sheet: name, row: 0, column: 0 };
      refused = await writeBlock(formatSheetPosition(first), blockOf(context, definition, first));
    },
  );
  followWritten(context);
  setState(context, { obstacle: undefined, notes: [...notes, ...refused] });
  update({ written: formatAddress(sheet, { row: 0, column: 0, ...size }) });
}

/** Without formats, only what names the numbers has a look. */
function blockOf(context: StoreContext, definition: TableDefinition, first: Position): TableBlock {
  if (context.settings.current.formats !== false) return contentOfTable(definition, first);
  const { styles, ...block } = contentOfTable({ ...definition, scale: undefined }, first);
  const named = styles.filter(
    (style) => style.isTitle || style.isNote || style.isHeading || style.align || isDate(style),
  );
  return { ...block, styles: named };
}

function isDate({ numberFormat }: PartStyle): boolean {
  return numberFormat === MONTH_FORMAT;
}

type ChangeDefinition = (changed: (definition: TableDefinition) => TableDefinition) => void;

async function toggleChoice(
  context: StoreContext,
  { list, choice }: { list: TableList; choice: number },
  changeDefinition: ChangeDefinition,
): Promise<void> {
  const definition = context.state.grid?.definition;
  const chosen = definition && toggle(offersOf(context), definition, list, choice);
  if (!chosen) return;
  if ("grouped" in chosen) {
    const { field, groupBy } = chosen.grouped;
    const items = await readItems(context, field, groupBy);
    const added = items.map((item) => ({ field, groupBy, item }));
    changeDefinition((changed) => ({ ...changed, lines: withLines(changed.lines, added) }));
  } else changeDefinition((changed) => ({ ...changed, [chosen.list]: chosen.entries }));
}

interface StartSteps {
  readonly setDefinition: (definition: TableDefinition) => void;
  /** Called with the last month of the actuals, as YYYY-MM, once it is known. */
  readonly onActuals: (actualsTo: string) => void;
  readonly update: TableUpdater;
}

/** Starts a table for its plan at once. As soon as the end of the actuals is known, its periods end there too. */
function startGrid(
  context: StoreContext,
  template: TableTemplate,
  { setDefinition, onActuals, update }: StartSteps,
): void {
  const plan = planOfTable(context);
  const { grid } = context.state;
  if (!plan || !grid) return;
  update({ template });
  const { outlook } = grid.definition ?? {};
  const options = { settings: context.settings.current, year: grid.year, outlook };
  setDefinition(tableOfTemplate(template, plan, options));
  const begun = context.state.grid?.definition;
  if (!hasActuals(plan)) return;
  void readCurrentMonth(context, plan).then((actualsTo) => {
    // The user may have changed the table meanwhile.
    const isSame = context.state.grid?.definition === begun;
    if (!isSame || !actualsTo) return;
    setDefinition(tableOfTemplate(template, plan, { ...options, actualsTo }));
    onActuals(actualsTo);
  });
}

/** Finds the current month once more, for a table that has begun. */
function readAgain(context: StoreContext, onActuals: StartSteps["onActuals"]): void {
  const plan = planOfTable(context);
  if (!plan || !hasActuals(plan)) return;
  void readCurrentMonth(context, plan).then((actualsTo) => {
    if (actualsTo && planOfTable(context)?.id === plan.id) onActuals(actualsTo);
  });
}

/** Resolves to the last month of a plan's actuals, as YYYY-MM; undefined if none has ended or the service fails. */
function readCurrentMonth({ ledger }: StoreContext, { id }: Plan): Promise<string | undefined> {
  const args = argumentsInOrder("PERIOD", { plan: id, period: "current" });
  return ledger.invoke({ id: "PERIOD", args }, {}).then(
    ({ result }) => textIn(result),
    () => undefined,
  );
}

/** Lists the items of a group that a table can take. */
async function readItems(context: StoreContext, field: string, groupBy: GroupBy): Promise<string[]> {
  const definition = context.state.grid?.definition;
  const scenarios = [definition?.columns[0]?.scenario ?? null];
  const items = await itemsOfGroup(context, { plan: definition?.plan, scenarios, field }, groupBy);
  if (items.length <= MOST_ITEMS) return items;
  throw new Error(`There are ${items.length} items; ${MOST_ITEMS} is the most for a table.`);
}

function textIn(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}
