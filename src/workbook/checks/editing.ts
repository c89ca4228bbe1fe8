/** What a person does meanwhile: editing a cell, and taking something back. */
import { codeOf, enterRows, onSheet, readSettled, type Bench, type HostCheck } from "./hostCheck";
import { changePart, readParts } from "./parts";
import { SCRATCH_NAMESPACE } from "./scratch";

const EDIT = "Double-click a cell of the sheet, type a letter and leave it like that. Then choose Continue here.";
const FINISH = "Press Enter in that cell. Then choose Continue here.";
const UNDO = "Click a cell of the sheet and press Ctrl+Z (Command+Z on a Mac) once. Then choose Continue here.";
/** Milliseconds in which what Excel does not hold up would be over. */
const LONG = 1_000;

function readPlainly({ sheet }: Bench): Promise<void> {
  return Excel.run(async (context) => {
    context.workbook.worksheets.getItem(sheet).load("name");
    await context.sync();
  });
}

export const EDITING_CHECKS: readonly HostCheck[] = [
  {
    name: "Changes are told",
    assumed: "The add-in is told of edits of cells.",
    look: async (bench) => {
      let told = 0;
      const handler = await onSheet(bench, (sheet) => sheet.onChanged.add(async () => void (told += 1)));
      await enterRows(bench, [[1]]);
      await bench.wait(LONG);
      await Excel.run(handler.context, async (context) => {
        handler.remove();
        await context.sync();
      });
      return { holds: told > 0, seen: `${told} events` };
    },
  },
  {
    name: "Editing a cell",
    assumed: "While a cell is edited requests fail with InvalidOperationInCellEditMode, or wait where they ask to.",
    look: async (bench) => {
      if (!(await bench.ask(EDIT))) return undefined;
      const code = await codeOf(readPlainly(bench));
      let isOver = false;
      const delayed = onSheet(bench, () => undefined).then(() => (isOver = true));
      await bench.wait(LONG);
      const waits = !isOver;
      const finished = await bench.ask(FINISH);
      if (!finished) return undefined;
      await delayed;
      const holds = code === "InvalidOperationInCellEditMode" && waits;
      return { holds, seen: `${code || "taken"}; ${waits ? "waited" : "did not wait"}` };
    },
  },
  {
    name: "Undo",
    assumed: "Undo takes back cells, and never custom XML parts.",
    look: async (bench) => {
      await enterRows(bench, [["before"]]);
      await onSheet(bench, (_sheet, context) => {
        context.workbook.customXmlParts.add(`<check xmlns="${SCRATCH_NAMESPACE}">before</check>`);
      });
      await changePart(bench, "after");
      await enterRows(bench, [["after"]]);
      if (!(await bench.ask(UNDO))) return undefined;
      const [[cell] = []] = await readSettled(bench, "A1");
      const [part] = await readParts(bench);
      return { holds: cell === "before" && part === "after", seen: `cell ${String(cell)}, part ${part ?? "none"}` };
    },
  },
];
