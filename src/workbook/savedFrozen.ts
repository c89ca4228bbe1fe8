/** What is frozen, as the workbook keeps it. */
import { createSaved } from "../saved/document";
import { readFrozen, shardFrozen, writeFrozen, type SavedFrozen } from "../saved/frozen";
import { loadParts, PARTS_AT_A_TIME, rootsOf, splitFirst, writeInTurn, writeParts } from "./customXml";
import { DOM } from "./xml";

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
      const texts = isEmpty ? [] : shardFrozen(saved).map(textOf);
      // One request holds no more; all but the last pieces only add.
      for (let end = PARTS_AT_A_TIME; end < texts.length; end += PARTS_AT_A_TIME) {
        for (const text of texts.slice(end - PARTS_AT_A_TIME, end))
          if (!parts.own.some((part) => part.text === text)) context.workbook.customXmlParts.add(text);
        // eslint-disable-next-line office-addins/no-context-sync-in-loop
        await context.sync();
      }
      const isLarge = texts.length > PARTS_AT_A_TIME;
      writeParts(context, "frozen", (isLarge ? await loadParts(context, "frozen") : parts).own, texts);
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
