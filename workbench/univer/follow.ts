/** What Univer's mutations change of that which formulas read. */
import { ICommandService, type IRange } from "@univerjs/core";
import {
  OtherFormulaMarkDirty,
  RemoveDefinedNameMutation,
  RemoveOtherFormulaMutation,
  SetDefinedNameMutation,
  SetOtherFormulaMutation,
  type IRemoveOtherFormulaMutationParams,
  type ISetOtherFormulaMutationParams,
} from "@univerjs/engine-formula";
import {
  AddWorksheetMergeMutation,
  InsertColMutation,
  InsertRowMutation,
  InsertSheetMutation,
  MoveColsMutation,
  MoveRangeMutation,
  MoveRowsMutation,
  RemoveColMutation,
  RemoveRowMutation,
  RemoveSheetMutation,
  RemoveWorksheetMergeMutation,
  ReorderRangeMutation,
  SetRangeValuesMutation,
  SetRowHiddenMutation,
  SetRowVisibleMutation,
  SetWorksheetNameMutation,
  SetWorksheetOrderMutation,
  type IAddWorksheetMergeMutationParams,
  type IInsertSheetMutationParams,
  type IRemoveSheetMutationParams,
  type ISetRangeValuesMutationParams,
  type ISetWorksheetNameMutationParams,
} from "@univerjs/sheets";
import type { SheetPosition } from "../../src/spreadsheet/cells/area";
import { editedCells } from "./editedCells";
import type { Grid } from "./grid";
import type { RegisteredFormula } from "./rules";

/** What follows the grid. Sheets are given by their ids. */
export interface Follower {
  /** @param isEntered False if Univer itself writes texts of formulas again. */
  edited(cells: readonly SheetPosition[], isEntered: boolean): void;
  /** Cells have other places now. */
  moved(): void;
  sheetAdded(sheet: string): void;
  sheetRemoved(sheet: string): void;
  sheetRenamed(sheet: string, name: string): void;
  /** What names mean may have changed, or the order of sheets. */
  namesChanged(): void;
  rowsHidden(sheet: string): void;
  merged(sheet: string, ranges: readonly IRange[]): void;
  ruleSet(rule: RegisteredFormula): void;
  ruleRemoved(id: string): void;
  ruleRenewed(id: string): void;
}

type Follow = (params: never, options: Options, follower: Follower) => void;

type Options = Readonly<Record<string, unknown>>;

const moved: Follow = (_params, _options, follower) => follower.moved();
const named: Follow = (_params, _options, follower) => follower.namesChanged();
const hidden: Follow = ({ subUnitId }: { subUnitId: string }, _options, follower) => follower.rowsHidden(subUnitId);
const merged: Follow = ({ subUnitId, ranges }: IAddWorksheetMergeMutationParams, _options, follower) =>
  follower.merged(subUnitId, ranges);

const FOLLOWED: ReadonlyMap<string, Follow> = new Map<string, Follow>([
  [SetRangeValuesMutation.id, followValues],
  ...[
    InsertRowMutation,
    RemoveRowMutation,
    MoveRowsMutation,
    InsertColMutation,
    RemoveColMutation,
    MoveColsMutation,
    MoveRangeMutation,
    ReorderRangeMutation,
  ].map(({ id }): [string, Follow] => [id, moved]),
  [InsertSheetMutation.id, ({ sheet }: IInsertSheetMutationParams, _, follower) => follower.sheetAdded(sheet.id)],
  [
    RemoveSheetMutation.id,
    ({ subUnitId }: IRemoveSheetMutationParams, _, follower) => follower.sheetRemoved(subUnitId),
  ],
  [
    SetWorksheetNameMutation.id,
    ({ subUnitId, name }: ISetWorksheetNameMutationParams, _, follower) => follower.sheetRenamed(subUnitId, name),
  ],
  [SetWorksheetOrderMutation.id, named],
  [SetDefinedNameMutation.id, named],
  [RemoveDefinedNameMutation.id, named],
  [SetRowHiddenMutation.id, hidden],
  [SetRowVisibleMutation.id, hidden],
  [AddWorksheetMergeMutation.id, merged],
  [RemoveWorksheetMergeMutation.id, merged],
  [SetOtherFormulaMutation.id, followRules],
  [
    RemoveOtherFormulaMutation.id,
    ({ formulaIdList }: IRemoveOtherFormulaMutationParams, _, follower) =>
      formulaIdList.forEach((id) => follower.ruleRemoved(id)),
  ],
  [OtherFormulaMarkDirty.id, followRenewal],
]);

/** Tells the follower of each change. */
export function followGrid({ injector }: Grid, follower: Follower): void {
  injector.get(ICommandService).onCommandExecuted(({ id, params }, options = {}) => {
    FOLLOWED.get(id)?.(params as never, options, follower);
  });
}

function followValues(params: ISetRangeValuesMutationParams, options: Options, follower: Follower): void {
  if (options.applyFormulaCalculationResult) return;
  const cells = editedCells(params);
  if (cells.length > 0) follower.edited(cells, !options.fromFormula);
}

function followRules(params: ISetOtherFormulaMutationParams, _options: Options, follower: Follower): void {
  const { subUnitId: sheet, formulaMap } = params;
  for (const [id, { f: text, ranges }] of Object.entries(formulaMap)) follower.ruleSet({ sheet, id, text, ranges });
}

/** The ids stand within their sheet and workbook. */
function followRenewal(params: Record<string, Record<string, object>>, _options: Options, follower: Follower): void {
  for (const sheets of Object.values(params))
    for (const rules of Object.values(sheets)) Object.keys(rules).forEach((id) => follower.ruleRenewed(id));
}
