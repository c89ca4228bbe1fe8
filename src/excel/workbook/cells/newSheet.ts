/**
 * Adds sheets, whole or not at all:
 *
 * 1. The sheet is added by a request of its own. If that fails, there is none.
 * 2. Its writer sends what matters. If any of that fails, the sheet and its name are removed again.
 * 3. What the sheet can do without is attempted (`attempts.ts`). Showing the sheet comes last: Excel on the web does not show a
 *    sheet that is activated in the request that adds it.
 */
import { retryInBackground } from "./background";
import { createAttempts, type Attempts } from "./attempts";
import { freeSheetName } from "./sheetName";
import { changeSheets } from "./protectedStructure";

export interface SheetToAdd {
  /** The name, and shorter ones in case it is too long. A number follows it if it is taken. */
  readonly wanted: string | readonly string[];
  /** The name of a sheet that it copies. @default a blank sheet */
  readonly copyOf?: string;
  /** A hidden name of the workbook for its first cell. */
  readonly marker?: string;
  /** The address of the cell that is selected in the end. @default as the sheet has it */
  readonly selected?: string;
  /** True to keep showing the sheet that is shown. @default false */
  readonly isBehind?: boolean;
}

export interface NewSheet extends Pick<Attempts, "attempt"> {
  readonly context: Excel.RequestContext;
  readonly sheet: Excel.Worksheet;
  readonly name: string;
}

export interface WrittenSheet {
  readonly sheet: string;
  /** For users: what the sheet lacks. */
  readonly notes: readonly string[];
}

/**
 * Adds a sheet, writes and shows it.
 * @param write Sends what matters. The sheet is removed if it rejects.
 * @throws Error with a message for users if the workbook takes no further sheet.
 */
export async function writeNewSheet(
  { wanted, copyOf, marker, selected, isBehind = false }: SheetToAdd,
  write: (added: NewSheet) => Promise<void>,
): Promise<WrittenSheet> {
  return changeSheets(async (context) => {
    const { worksheets, names } = context.workbook;
    worksheets.load("items/name");
    await context.sync();
    const shown = await findShown(context);
    const taken = worksheets.items.map(({ name }) => name);
    // A copy has a number, even if a shorter name than its sheet's is free.
    const name = freeSheetName(wanted, copyOf === undefined ? taken : taken.concat(wanted));
    const source = copyOf === undefined ? undefined : worksheets.getItem(copyOf);
    const sheet = source ? source.copy("After", source) : worksheets.add(name);
    await context.sync();
    const { notes, attempt } = createAttempts(context, `The sheet “${name}”`);
    try {
      if (marker) names.add(marker, sheet.getRange("A1")).visible = false;
      if (source) {
        sheet.name = name;
        await context.sync();
      }
      // The marker of a blank sheet goes with what the writer sends first: each request delays the first formula.
      await write({ context, sheet, name, attempt });
      await context.sync();
    } catch (error) {
      // Another workbook may be in front for a moment.
      await retryInBackground(() => remove(context, sheet, marker)).catch(() => {
        throw new Error(incomplete(name), { cause: error });
      });
      // Some platforms show a sheet that is copied or written.
      shown?.activate();
      await context.sync().catch(() => undefined);
      throw error;
    }
    await attempt("being shown", () => {
      if (isBehind) return shown?.activate();
      sheet.activate();
      if (selected) sheet.getRange(selected).select();
    });
    return { sheet: name, notes };
  });
}

const incomplete = (name: string) =>
  `Excel stopped halfway, and refuses to remove the incomplete sheet “${name}”. Delete that sheet.`;

/** Returns the sheet that is shown; undefined if that is no worksheet of this workbook. */
async function findShown(context: Excel.RequestContext): Promise<Excel.Worksheet | undefined> {
  const shown = context.workbook.worksheets.getActiveWorksheet().load("name");
  return context.sync().then(
    () => shown,
    () => undefined,
  );
}

async function remove(
  context: Excel.RequestContext,
  sheet: Excel.Worksheet,
  marker: string | undefined,
): Promise<void> {
  const name = marker && context.workbook.names.getItemOrNullObject(marker).load("name");
  await context.sync();
  if (name && !name.isNullObject) name.delete();
  sheet.delete();
  await context.sync();
}
