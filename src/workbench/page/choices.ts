/** Lists to choose from in cells, as add-ins set them. */
import type { ValidationState } from "../model/state";
import { rangeAt } from "./cells";
import type { Grid } from "./grid";

/** Shows these lists now, and anew whenever the function that it gives is called. */
export function showChoices(grid: Grid, validations: () => readonly ValidationState[]): () => void {
  let shown: readonly ValidationState[] = [];
  const show = (): void => {
    const wanted = validations();
    if (JSON.stringify(wanted) === JSON.stringify(shown)) return;
    const before = shown;
    // What follows is a change too, of which this function is told.
    shown = structuredClone(wanted);
    for (const { address } of before.filter(isPlaced)) rangeAt(grid, address).setDataValidation(null);
    for (const each of wanted.filter(isPlaced)) rangeAt(grid, each.address).setDataValidation(ruleOf(grid, each));
  };
  const isPlaced = ({ sheet }: ValidationState) => grid.api.getActiveWorkbook()!.getSheetBySheetId(sheet) !== null;
  show();
  return show;
}

function ruleOf(grid: Grid, { source, ignoreBlanks, errorAlert }: ValidationState) {
  const rule = grid.api.newDataValidation().setAllowBlank(ignoreBlanks);
  const listed = source.startsWith("=")
    ? rule.requireValueInRange(rangeAt(grid, source.slice(1)), false, true)
    : rule.requireValueInList(
        source.split(",").map((item) => item.trim()),
        false,
        true,
      );
  return listed.setAllowInvalid(errorAlert?.showAlert === false).build();
}
