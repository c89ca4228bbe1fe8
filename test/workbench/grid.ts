/** A grid as the workbench's page has it, but with no user interface. */
import { LocaleService, LocaleType, LogLevel, Univer, type PluginCtor } from "@univerjs/core";
import { FUniver } from "@univerjs/core/facade";
import { UniverDocsPlugin } from "@univerjs/docs";
import { UniverFormulaEnginePlugin } from "@univerjs/engine-formula";
import { UniverSheetsPlugin } from "@univerjs/sheets";
import { UniverSheetsConditionalFormattingPlugin } from "@univerjs/sheets-conditional-formatting";
import { CalculationMode, UniverSheetsFormulaPlugin } from "@univerjs/sheets-formula";
import "@univerjs/engine-formula/facade";
import "@univerjs/sheets/facade";
import "@univerjs/sheets-formula/facade";
import type { Grid } from "../../workbench/univer/grid";

export function createGrid(...others: PluginCtor[]): Grid & { dispose(): void } {
  const univer = new Univer({ locale: LocaleType.EN_US, locales: {}, logLevel: LogLevel.SILENT });
  univer.registerPlugin(UniverFormulaEnginePlugin, { notExecuteFormula: true });
  univer.registerPlugin(UniverDocsPlugin);
  univer.registerPlugin(UniverSheetsPlugin);
  univer.registerPlugin(UniverSheetsFormulaPlugin, { initialFormulaComputing: CalculationMode.WHEN_EMPTY });
  univer.registerPlugin(UniverSheetsConditionalFormattingPlugin);
  for (const plugin of others) univer.registerPlugin(plugin);
  const injector = univer.__getInjector();
  // A second after a calculation began, Univer names its progress, also in a grid that is gone, whose texts are gone too.
  // Texts keep what they are about, since Univer numbers the copies of a sheet until the name is free.
  injector.get(LocaleService).t = (...parts) => parts.join(" ");
  const dispose = () => univer.dispose();
  return { api: FUniver.newAPI(univer), injector, dispose };
}
