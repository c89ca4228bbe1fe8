/** Offsets the relative references of a compiled formula, so one tree serves all cells to which it was copied. */
import { NullValueObject } from "@univerjs/engine-formula";
import type { BaseAstNode, BaseReferenceObject, BaseValueObject } from "@univerjs/engine-formula";
import { parseAddress } from "../grid/address";
import { movedArea, type Shift } from "./references";

/**
 * Returns a function that offsets the tree's references before a calculation. Each calculation sets new ranges: Univer
 * caches ranges by their text, and LOOKUP and SUMIF lengthen the cached ones. Univer's own offset loses the size of B$2:B9.
 */
export function offsetReferences(tree: BaseAstNode): (shift: Shift) => void {
  const current: Shift = { rows: 0, columns: 0 };
  trackOffset(tree, current);
  return (shift) => void Object.assign(current, shift);
}

function trackOffset(node: BaseAstNode, shift: Shift): void {
  for (const child of node.getChildren()) trackOffset(child, shift);
  const address = "setRefOffset" in node ? parseAddress(node.getToken()) : undefined;
  if (!address || typeof address.range.top !== "number" || typeof address.range.left !== "number") return;
  const execute = node.execute.bind(node);
  let reference: BaseReferenceObject | undefined;
  node.execute = () => {
    if (!reference) {
      execute();
      const value = node.getValue();
      if (!value?.isReferenceObject()) return;
      // Reused: Univer would create a new object at each execution.
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

/** Univer's node type of an operator. */
const OPERATOR = 3;

/** Univer's operators would turn a reference to a single cell into an array of one. */
function valueAt(reference: BaseReferenceObject, row: number, column: number): BaseValueObject {
  const cell = reference.getCellData(row, column);
  return cell ? reference.getCellValueObject(cell) : NullValueObject.create();
}
