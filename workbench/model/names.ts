/** Defined names, of the workbook or of one sheet. */
import { ICommandService } from "@univerjs/core";
import { SetDefinedNameMutation, type ISetDefinedNameMutationParam } from "@univerjs/engine-formula";
import { SCOPE_WORKBOOK_VALUE_DEFINED_NAME } from "@univerjs/sheets";
import type { FWorkbook, FWorksheet } from "@univerjs/sheets/facade";
import { officeError, type HostObject } from "../office/hostObject";
import { formatRange, parseAddress } from "../../src/spreadsheet/cells/address";
import type { WorkbookModel } from "./workbookModel";
import { createLookUps } from "./lookUps";
import { resolveRange } from "./range";

type FDefinedName = ReturnType<FWorkbook["getDefinedNames"]>[number];

/** @param sheet The sheet whose own names are meant; the workbook's names where it is left out. */
export function namesObject(model: WorkbookModel, sheet?: FWorksheet): HostObject {
  const all = () => namesIn(model, sheet);
  const listed = () => (sheet && model.behaviour.listAllNames ? [...all(), ...namesIn(model)] : all());
  const find = (text: string) => findName(model, text, sheet);
  const { getItem, getItemOrNullObject } = createLookUps("NamedItemCollection", "name", find, (name) =>
    nameObject(model, name),
  );
  return {
    type: "NamedItemCollection",
    items: () => [...listed().map((name) => nameObject(model, name)), ...(sheet ? [] : extraNames(model))],
    values: { count: () => listed().length },
    methods: {
      add: (name: string, reference: HostObject | string) => {
        if (find(name)) throw officeError("ItemAlreadyExists", `There is a name "${name}" already.`);
        if (all().length >= model.behaviour.maxNames)
          throw officeError("GeneralException", "There was an internal error while processing the request.");
        insertName(model, name, formulaOf(reference), sheet);
        model.onChange();
        return getItem(name);
      },
      getItem,
      getItemOrNullObject,
      getCount: () => all().length + (sheet ? 0 : model.behaviour.extraNames),
    },
  };
}

/** Names as they pile up in workbooks that were copied for years: they refer to files that are gone. */
function extraNames({ behaviour }: WorkbookModel): HostObject[] {
  return Array.from({ length: behaviour.extraNames }, (_, at) => {
    const name = `_old_name_${at + 1}`;
    const formula = `='C:\\Finance\\Controlling\\Archive\\[Budget of a former year.xlsx]Cost centres'!$B$${at + 1}`;
    return {
      type: "NamedItem",
      id: name,
      values: { name: () => name, formula: () => formula, visible: () => true },
    };
  });
}

function namesIn(model: WorkbookModel, sheet?: FWorksheet): FDefinedName[] {
  const isMeant = (name: FDefinedName) =>
    sheet ? name.getLocalSheetId() === sheet.getSheetId() : name.isWorkbookScope();
  return model.workbook().getDefinedNames().filter(isMeant);
}

function findName(model: WorkbookModel, text: string, sheet?: FWorksheet): FDefinedName | undefined {
  return namesIn(model, sheet).find((name) => name.getName().toLowerCase() === text.toLowerCase());
}

/** The range that a name of the sheet (or of the workbook) means; null where there is no such name, or it means no range. */
export function rangeOfName(model: WorkbookModel, text: string, sheet?: FWorksheet): HostObject | null {
  const name = findName(model, text, sheet);
  return name ? rangeAtFormula(model, name.getFormulaOrRefString()) : null;
}

/** Univer's facade takes a name once only, Excel once for the workbook and once for each sheet. */
function insertName(model: WorkbookModel, name: string, formulaOrRefString: string, sheet?: FWorksheet): void {
  const params: ISetDefinedNameMutationParam = {
    unitId: model.workbook().getId(),
    id: crypto.randomUUID(),
    name,
    formulaOrRefString,
    localSheetId: sheet?.getSheetId() ?? SCOPE_WORKBOOK_VALUE_DEFINED_NAME,
  };
  model.grid.injector.get(ICommandService).syncExecuteCommand(SetDefinedNameMutation.id, params);
}

/** Gives a copied sheet names of its own for those of the workbook that mean cells of the original, as Excel does. */
export function cloneNames(model: WorkbookModel, sheet: FWorksheet, copy: FWorksheet): void {
  for (const name of namesIn(model)) {
    const parsed = parseAddress(name.getFormulaOrRefString());
    if (parsed?.sheet !== sheet.getSheetName()) continue;
    insertName(model, name.getName(), formatRange(copy.getSheetName(), parsed.range), copy);
  }
}

/** Gives a copied sheet the names that the original has of its own. */
export function copyOwnNames(model: WorkbookModel, sheet: FWorksheet, copy: FWorksheet): void {
  for (const name of namesIn(model, sheet)) {
    const parsed = parseAddress(name.getFormulaOrRefString());
    if (parsed) insertName(model, name.getName(), formatRange(copy.getSheetName(), parsed.range), copy);
  }
}

/** Names the print area of a sheet. */
export function namePrintArea(model: WorkbookModel, sheet: FWorksheet, reference: HostObject | string): void {
  if (!model.behaviour.namePrintAreas) return;
  findName(model, PRINT_AREA, sheet)?.delete();
  const area = typeof reference === "string" ? `'${sheet.getSheetName()}'!${reference}` : formulaOf(reference);
  insertName(model, PRINT_AREA, area, sheet);
}

const PRINT_AREA = "Print_Area";

function rangeAtFormula(model: WorkbookModel, formula: string): HostObject | null {
  const parsed = parseAddress(formula);
  const sheet = parsed?.sheet ? model.workbook().getSheetByName(parsed.sheet) : null;
  return parsed && sheet ? model.rangeObject(sheet, parsed.area) : null;
}

function formulaOf(reference: HostObject | string): string {
  if (typeof reference === "string") return reference.replace(/^=/, "");
  const { sheet, area } = resolveRange(reference);
  const { row: top, column: left, rows, columns } = area;
  const fixed = { $top: true, $left: true, $bottom: true, $right: true };
  return formatRange(sheet.getSheetName(), { top, left, bottom: top + rows - 1, right: left + columns - 1, ...fixed });
}

function nameObject(model: WorkbookModel, name: FDefinedName): HostObject {
  const formula = () => name.getFormulaOrRefString();
  const range = () => rangeAtFormula(model, formula());
  return {
    type: "NamedItem",
    id: name.getName(),
    values: {
      name: () => name.getName(),
      formula: () => `=${formula().replace(/^=/, "")}`,
      type: () => (range() ? "Range" : "String"),
      scope: () => (name.isWorkbookScope() ? "Workbook" : "Worksheet"),
      visible: () => !model.state.hiddenNames.includes(name.getName()),
    },
    setters: {
      formula: (text: string) => name.setFormula(text.replace(/^=/, "")),
      visible: (isVisible: boolean) => {
        const others = model.state.hiddenNames.filter((each) => each !== name.getName());
        model.state.hiddenNames = isVisible ? others : [...others, name.getName()];
        model.onChange();
      },
    },
    methods: {
      getRange: () => {
        const found = range();
        if (found) return found;
        throw officeError("InvalidArgument", `The name "${name.getName()}" is no range.`, "NamedItem.getRange");
      },
      getRangeOrNullObject: range,
      delete: () => {
        name.delete();
        model.onChange();
      },
    },
  };
}
