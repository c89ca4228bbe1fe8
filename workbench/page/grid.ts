/** Univer as the workbench's spreadsheet: in English, with what the free packages can do. */
import { CalculationMode, UniverSheetsCorePreset } from "@univerjs/preset-sheets-core";
import core from "@univerjs/preset-sheets-core/locales/en-US";
import { UniverSheetsConditionalFormattingPreset } from "@univerjs/preset-sheets-conditional-formatting";
import conditional from "@univerjs/preset-sheets-conditional-formatting/locales/en-US";
import { UniverSheetsDataValidationPreset } from "@univerjs/preset-sheets-data-validation";
import validation from "@univerjs/preset-sheets-data-validation/locales/en-US";
import { UniverSheetsDrawingPreset } from "@univerjs/preset-sheets-drawing";
import drawing from "@univerjs/preset-sheets-drawing/locales/en-US";
import { UniverSheetsNotePreset } from "@univerjs/preset-sheets-note";
import note from "@univerjs/preset-sheets-note/locales/en-US";
import { LocaleType, LogLevel, mergeLocales, Univer } from "@univerjs/core";
import { FUniver } from "@univerjs/core/facade";
import { UniverFormulaEnginePlugin, type IFunctionInfo } from "@univerjs/engine-formula";
import { skipGoneSheets } from "../univer/goneSheets";
import type { Grid } from "../univer/grid";
import { skipOtherSheets, skipTextMarks } from "./drawing";

/**
 * Entries of Univer's menus for permissions. They would be of a service of Univer's that is not there: whoever opens the page may do all, and
 * the host's protection of sheets, which the add-in meets, is another one.
 */
const PERMISSIONS = [
  "sheet.contextMenu.permission",
  "sheet.command.add-range-protection-from-toolbar",
  "sheet.command.add-range-protection-from-sheet-bar",
  "sheet.command.delete-worksheet-protection-from-sheet-bar",
  "sheet.command.change-sheet-protection-from-sheet-bar",
  "sheet.command.view-sheet-permission-from-sheet-bar",
];

/** Its one entry copies formulas without their values, so Paste Value would empty a cell. Excel has no such entry. */
const COPY_SPECIAL = "sheet.menu.copy-special";

/** Creates a grid without a workbook. @param help The help on functions while the user types. */
export function createGrid(container: HTMLElement, help: IFunctionInfo[]): Grid {
  skipTextMarks();
  skipOtherSheets();
  const univer = new Univer({
    locale: LocaleType.EN_US,
    logLevel: LogLevel.WARN,
    darkMode: matchMedia("(prefers-color-scheme: dark)").matches,
    locales: { [LocaleType.EN_US]: mergeLocales(core, conditional, validation, drawing, note) },
  });
  const presets = [
    UniverSheetsCorePreset({
      container,
      ribbonType: "simple",
      menu: Object.fromEntries([...PERMISSIONS, COPY_SPECIAL].map((id) => [id, { hidden: true }])),
      formula: { description: help, initialFormulaComputing: CalculationMode.WHEN_EMPTY },
      sheets: { disableForceStringAlert: true, disableForceStringMark: true },
    }),
    UniverSheetsDrawingPreset(),
    UniverSheetsNotePreset(),
    UniverSheetsDataValidationPreset(),
    UniverSheetsConditionalFormattingPreset(),
  ];
  for (const plugin of presets.flatMap(({ plugins }) => plugins)) {
    // Univer only draws and edits.
    if (Array.isArray(plugin) && plugin[0] === UniverFormulaEnginePlugin)
      univer.registerPlugin(plugin[0], { ...plugin[1], notExecuteFormula: true });
    else if (Array.isArray(plugin)) univer.registerPlugin(...plugin);
    else univer.registerPlugin(plugin);
  }
  const injector = univer.__getInjector();
  const api = FUniver.newAPI(univer);
  skipGoneSheets({ api, injector });
  return { api, injector };
}
