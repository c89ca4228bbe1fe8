/** Keeps the summary of the last changes in the workbook, in a custom XML part of its own. */
import type { ExplainedCall } from "../../../numbers/analysis/findDrivers";
import { isNumberCall } from "../../../numbers/analysis/numberCall";
import { formatSheetPosition } from "../../../spreadsheet/cells/address";
import {
  readSavedChanges,
  writeSavedChanges,
  type SavedChange,
  type SavedValue,
} from "../../../reporting/saved/savedChanges";
import { createSaved, partNamespace } from "../../../reporting/saved/document";
import { loadAll, rootsOf, writeInTurn, writePart } from "../customXml/customXml";
import { BROWSER_DOM } from "../customXml/xml";
import { sheetPlaces, weighChange, withGroups, type ChangeSummary, type ListedChange } from "./changeSummary";
import { showChange } from "./shownChange";
import { runExcel } from "../cells/runExcel";

const NAMESPACE = partNamespace("changes");

/** Returns the saved summary; undefined if there is none. */
export async function readSummary(language: string | undefined): Promise<ChangeSummary | undefined> {
  const [parts = []] = await runExcel((context) => loadAll(context, [NAMESPACE]));
  const saved = readSavedChanges(rootsOf(parts));
  return (
    saved && { ...saved, listed: withGroups(saved.listed.map((change) => listedOf(change, language))), isSaved: true }
  );
}

/** Saves the summary in place of earlier ones. Of a later refresh, by another user, the summary stays. */
export function saveSummary(summary: ChangeSummary): Promise<void> {
  return writeInTurn(() =>
    runExcel({ delayForCellEdit: true }, async (context) => {
      const [parts = []] = await loadAll(context, [NAMESPACE]);
      if ((readSavedChanges(rootsOf(parts))?.at ?? 0) > summary.at) return;
      const root = createSaved(BROWSER_DOM, "changes");
      writeSavedChanges(root, { ...summary, listed: summary.listed.map(savedOf) });
      writePart(context, parts, BROWSER_DOM.serialize(root));
      await context.sync();
    }),
  );
}

function savedOf({ before, after, ...change }: ListedChange): SavedChange {
  return { ...change, before: savedValue(before), after: savedValue(after) };
}

function savedValue(value: unknown): SavedValue {
  return typeof value === "number" || typeof value === "string" || typeof value === "boolean" ? value : null;
}

function listedOf(change: SavedChange, language: string | undefined): ListedChange {
  const { before, after, numberFormat } = change;
  const explained = change.explained && explanationOf(change.explained);
  return {
    ...change,
    address: formatSheetPosition(change),
    places: change.places ?? sheetPlaces([change]),
    unit: change.unit ?? "",
    period: change.period ?? "",
    shown: showChange(before, after, numberFormat, language),
    weight: weighChange(before, after, explained),
    explained,
  };
}

/** Only calls of numbers explain one. */
function explanationOf(saved: NonNullable<SavedChange["explained"]>): ExplainedCall | undefined {
  const { call } = saved;
  return isNumberCall(call) ? { ...saved, call } : undefined;
}
