/** What is frozen, as the workbook keeps it. */
import { createSaved } from "../../saved/document";
import { readFrozen, shardFrozen, writeFrozen, type SavedFrozen } from "../../saved/frozen";
import { loadParts, PARTS_AT_A_TIME, rootsOf, splitFirst, writeInTurn } from "../customXml/customXml";
import { forEachBatch } from "../cells/batches";
import { DOM } from "../customXml/xml";

export function readSavedFrozen(): Promise<SavedFrozen> {
  return Excel.run({ delayForCellEdit: true }, async (context) =>
    readFrozen(rootsOf(await loadParts(context, "frozen"))),
  );
}

/** Changes what the workbook keeps of it, and writes the parts in which that makes a difference. */
export function updateSavedFrozen(change: (saved: SavedFrozen) => SavedFrozen): Promise<void> {
  return writeInTurn(() =>
    Excel.run({ delayForCellEdit: true }, async (context) => {
      const parts = await loadParts(context, "frozen");
      const saved = change(readFrozen(rootsOf(parts)));
      const isEmpty = saved.batches.length + saved.items.length + saved.named.length === 0;
      const texts = new Set(isEmpty ? [] : shardFrozen(saved).map(textOf));
      const present = new Set(parts.own.map(({ text }) => text));
      const missing = [...texts].filter((text) => !present.has(text));
      await forEachBatch(
        context,
        missing,
        (text) => context.workbook.customXmlParts.add(text),
        undefined,
        PARTS_AT_A_TIME,
      );
      // What is replaced goes last: until then every formula is in some part.
      for (const { item, text } of parts.own) if (!texts.delete(text)) item.delete();
      if (parts.first.length > 0) await splitFirst(context, parts.first, "frozen");
      await context.sync();
    }),
  );
}

function textOf(saved: SavedFrozen): string {
  const root = createSaved(DOM, "frozen");
  writeFrozen(root, saved);
  return DOM.serialize(root);
}
