/**
 * Formats the cells of our functions: at the user's command, after the pane has inserted a formula, and after the user has
 * entered one. For the last the pane offers it, since a write of the add-in may clear the Undo list. From ExcelApi 1.19 on
 * it does not, and a setting makes it happen without a click.
 */
import { parseSheetPosition } from "../../../spreadsheet/cells/address";
import type { SheetPosition } from "../../../spreadsheet/cells/area";
import { onEdit, readEntered, type Edit } from "../../workbook/edits";
import { awaitResults } from "../../workbook/awaitResults";
import { NO_OUTCOME, runBusy, setState, stopperOf, waitOf, type StoreContext } from "../context";

export interface FormatActions {
  /** Formats all cells of our functions that have no number format. */
  readonly formatCells: () => Promise<void>;
  /** Offers to format cells whose formula the user has entered, or formats them. Returns a function that stops this. */
  readonly watchEntries: () => () => void;
  /** Offers nothing more until the add-in starts again. */
  readonly dismissFormatOffer: () => void;
}

/** Formats the cells that a formula fills, such as "Sheet1!B4". Never rejects: the formula itself is in its cell. */
export type FormatInserted = (address: string) => Promise<void>;

/** Milliseconds in which edits are collected. */
const PAUSE = 500;

const load = () => import(/* webpackChunkName: "reports" */ "../../workbook/format/formatCells");

/** @param idle Fulfilled when no refresh is running. */
export function createFormatActions(
  context: StoreContext,
  idle: () => Promise<void>,
): FormatActions & { readonly formatInserted: FormatInserted } {
  const { ledger } = context;
  let isDeclined = false;
  let inserting = 0;
  const options = (cells?: readonly SheetPosition[]) => ({ ledger, settings: context.settings.current, cells });
  const format = async (cells?: readonly SheetPosition[]) => {
    await awaitResults(ledger, waitOf(context));
    return (await load()).formatCells(options(cells));
  };
  const follow = async (edits: readonly Edit[]) => {
    const isOn = formatsByItself(context);
    if (inserting > 0 || (isDeclined && !isOn)) return;
    const cells = await readEntered(edits);
    if (cells.length === 0) return;
    if (isOn) return void (await format(cells));
    await awaitResults(ledger, waitOf(context));
    const count = inserting > 0 ? 0 : await (await load()).countUnformatted(options(cells));
    if (count > 0) setState(context, { formatOffer: count });
  };
  return {
    formatCells: async () => {
      await idle();
      const act = async () => {
        const formatted = await format();
        setState(context, { formatOffer: undefined, result: { action: "format", ...formatted } });
      };
      await runBusy(context, act, NO_OUTCOME);
    },
    watchEntries: () => watchEdits(context, (edits) => void follow(edits).catch(() => undefined)),
    dismissFormatOffer() {
      isDeclined = true;
      setState(context, { formatOffer: undefined });
    },
    async formatInserted(address) {
      const cell = parseSheetPosition(address);
      if (!cell || context.settings.current.formats === false) return;
      inserting += 1;
      await format([cell]).catch(() => undefined);
      inserting -= 1;
    },
  };
}

/** Collects the user's edits. A co-author's own add-in follows theirs. Returns a function that stops this. */
function watchEdits({ after }: StoreContext, follow: (edits: readonly Edit[]) => void): () => void {
  const edits: Edit[] = [];
  let cancel = () => {};
  const stop = stopperOf(
    onEdit((edit) => {
      if (edit.isRemote) return;
      edits.push(edit);
      cancel();
      cancel = after(PAUSE, () => follow(edits.splice(0)));
    }),
  );
  return () => {
    cancel();
    stop();
  };
}

/** True if cells are formatted without a click: an earlier Excel would lose the Undo list. */
function formatsByItself({ settings }: Pick<StoreContext, "settings">): boolean {
  return settings.current.formatsEntries === true && Office.context.requirements.isSetSupported("ExcelApi", "1.19");
}
