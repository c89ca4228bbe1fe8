/** Univer's tree of a formula, used for all cells to which the formula has been copied. */
import { NullValueObject } from "@univerjs/engine-formula";
import type { BaseAstNode, BaseReferenceObject, BaseValueObject } from "@univerjs/engine-formula";
import { parseAddress } from "../grid/address";
import { movedArea, type Shift } from "./references";

/**
 * Has the references of the tree move along. Each calculation gives them new ranges: Univer keeps those that it has read, by
 * their texts, and LOOKUP and SUMIF lengthen them for all formulas. Its own way to move references loses the size of B$2:B9.
 */
export function movable(tree: BaseAstNode): (shift: Shift) => void {
  const current: Shift = { rows: 0, columns: 0 };
  follow(tree, current);
  return (shift) => void Object.assign(current, shift);
}

function follow(node: BaseAstNode, shift: Shift): void {
  for (const child of node.getChildren()) follow(child, shift);
  const address = "setRefOffset" in node ? parseAddress(node.getToken()) : undefined;
  if (!address || typeof address.range.top !== "number" || typeof address.range.left !== "number") return;
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
    reference.setRangeData({
      startRow: row,
      endRow: row + rows - 1,
      startColumn: column,
      endColumn: column + columns - 1,
    });
    const isOperand = Number(node.getParent()?.nodeType) === OPERATOR;
    node.setValue(isOperand && rows === 1 && columns === 1 ? valueAt(reference, row, column) : reference);
  };
}

/** Of Univer's kinds of nodes. */
const OPERATOR = 3;

/** Of a single cell Univer's operators would make an array of one. */
function valueAt(reference: BaseReferenceObject, row: number, column: number): BaseValueObject {
  const cell = reference.getCellData(row, column);
  return cell ? reference.getCellValueObject(cell) : NullValueObject.create();
}
