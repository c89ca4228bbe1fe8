/** Univer's tree of a formula, used for all cells to which the formula has been copied. */
import type { BaseAstNode, BaseReferenceObject } from "@univerjs/engine-formula";
import { parseAddress } from "../grid/address";
import type { Position } from "../grid/area";
import { movedArea, type Shift } from "./references";

/**
 * Has the references of the tree follow the cell that it is calculated for. They get new ranges: Univer's own way, to set them
 * off, loses the size of ranges such as B$2:B9.
 * @param at The cell for which the tree was made.
 */
export function movable(tree: BaseAstNode, at: Position): (cell: Position) => void {
  const shift: Shift = { rows: 0, columns: 0 };
  follow(tree, shift);
  return (cell) => {
    shift.rows = cell.row - at.row;
    shift.columns = cell.column - at.column;
  };
}

function follow(node: BaseAstNode, shift: Shift): void {
  for (const child of node.getChildren()) follow(child, shift);
  const address = "setRefOffset" in node ? parseAddress(node.getToken()) : undefined;
  if (!address || [address.range.top, address.range.left].some((side) => typeof side !== "number")) return;
  const execute = node.execute.bind(node);
  let reference: BaseReferenceObject | undefined;
  node.execute = () => {
    if (!reference) {
      execute();
      const value = node.getValue();
      if (!value?.isReferenceObject()) return;
      // Univer makes another one each time, with much that stays the same.
      reference = value as BaseReferenceObject;
    }
    const { row, column, rows, columns } = movedArea(address.range, address.area, shift);
    // A new one, since some functions change the range of what they are given.
    reference.setRangeData({ startRow: row, endRow: row + rows - 1, startColumn: column, endColumn: column + columns - 1 });
    node.setValue(reference);
  };
}
