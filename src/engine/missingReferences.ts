/** Makes references to missing sheets errors, and ranges that no sheet has. Univer would read other cells, or hang. */
import { MAX_COLUMNS, MAX_ROWS } from "../grid/limits";
import {
  BaseReferenceObject,
  ErrorType,
  ErrorValueObject,
  ReferenceNodeFactory,
  UnionNodeFactory,
} from "@univerjs/engine-formula";
import type { BaseAstNode, BaseValueObject, IUnitSheetNameMap } from "@univerjs/engine-formula";
import { PENDING_CODE } from "./objects";

type NodeValue = ReturnType<BaseAstNode["getValue"]>;
type CreateReference = ReferenceNodeFactory["checkAndCreateNodeType"];
type CreateRange = UnionNodeFactory["create"];

/** Univer's own ways to create nodes, before they are replaced. */
const createReference: unknown = Reflect.get(ReferenceNodeFactory.prototype, "checkAndCreateNodeType");
const createRange: unknown = Reflect.get(UnionNodeFactory.prototype, "create");

/** Changes all formulas of Univer; calling this again does nothing more. */
export function refuseMissingReferences(): void {
  const checkAndCreateNodeType = function (this: ReferenceNodeFactory, param: Parameters<CreateReference>[0]) {
    const node = (createReference as CreateReference).call(this, param);
    if (node) checkAfter(node);
    return node;
  };
  const create = function (this: UnionNodeFactory, token: string) {
    const node = (createRange as CreateRange).call(this, token);
    checkBefore(node);
    return node;
  };
  Object.assign(ReferenceNodeFactory.prototype, { checkAndCreateNodeType });
  Object.assign(UnionNodeFactory.prototype, { create });
  Object.assign(BaseReferenceObject.prototype, { setForcedSheetId });
}

/** A reference to a sheet that does not exist is #REF!. So is a spill: Univer knows none, and would take its first cell. */
function checkAfter(node: BaseAstNode): void {
  const execute = node.execute.bind(node);
  node.execute = () => {
    execute();
    const reference = referenceOf(node.getValue());
    if (reference && (isMissing(reference) || node.getToken().trim().endsWith("#")))
      node.setValue(ErrorValueObject.create(ErrorType.REF));
  };
}

/** Both ends of a range are on one sheet: `Jan:Mar!B1` reads all sheets from Jan to Mar, even if Jan could be a cell. */
function checkBefore(node: BaseAstNode): void {
  const execute = node.execute.bind(node);
  node.execute = () => {
    const ends = node.getChildren().map((child) => child.getValue());
    const pending = ends.find(isPending);
    const [from, to] = ends.map(referenceOf);
    const isOther = from && to?.getForcedSheetName() && from.getSheetId() !== to.getSheetId();
    if (pending) node.setValue(pending);
    else if (isOther) node.setValue(ErrorValueObject.create(ErrorType.REF));
    else if ([from, to].some(isBeyond)) node.setValue(ErrorValueObject.create(ErrorType.NAME));
    else execute();
  };
}

/** Univer would make an end of a range whose call is unanswered #REF!, which would count as the result. */
function isPending(value: NodeValue): boolean {
  return Boolean(value?.isError()) && (value as BaseValueObject).getValue() === PENDING_CODE;
}

function referenceOf(value: NodeValue): BaseReferenceObject | undefined {
  return value?.isReferenceObject() ? (value as BaseReferenceObject) : undefined;
}

/** Finds the sheet of a reference that spells its name in another case. Univer would read the formula's own sheet. */
function setForcedSheetId(this: BaseReferenceObject, names: IUnitSheetNameMap): void {
  const sheets = names[this.getUnitId()] ?? {};
  const name = this.getForcedSheetName() ?? "";
  const isName = (each: string) => each.toLowerCase() === name.toLowerCase();
  const id = name === "" ? undefined : (sheets[name] ?? sheets[Object.keys(sheets).find(isName) ?? ""]);
  // Univer takes undefined for a sheet that it does not know.
  this.setForcedSheetIdDirect(id as string);
}

function isMissing(reference: BaseReferenceObject): boolean {
  return Boolean(reference.getForcedSheetName()) && reference.getForcedSheetId() === undefined;
}

/** True for a name that looks like a cell, such as Sheet1. */
function isBeyond(reference: BaseReferenceObject | undefined): boolean {
  if (!reference?.isCell()) return false;
  const { startRow, startColumn } = reference.getRangeData();
  return startRow >= MAX_ROWS || startColumn >= MAX_COLUMNS;
}
