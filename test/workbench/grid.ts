/** A grid as the workbench's page has it, but with no user interface. */
import { LocaleService, LocaleType, LogLevel, Univer, type PluginCtor } from "@univerjs/core";
import { FUniver } from "@univerjs/core/facade";
import { UniverDocsPlugin } from "@univerjs/docs";
import { UniverFormulaEnginePlugin } from "@univerjs/engine-formula";
import { UniverSheetsPlugin } from "@univerjs/sheets";
import { CalculationMode, UniverSheetsFormulaPlugin } from "@univerjs/sheets-formula";
import "@univerjs/engine-formula/facade";
import "@univerjs/sheets/facade";
import "@univerjs/sheets-formula/facade";
import { trackCalculation } from "../../src/workbench/univer/calculation";
import type { Grid } from "../../src/workbench/univer/grid";

/** The channels by which Univer pauses its calculations. It leaves those open that it calls off, and an open one keeps Node running. */
const channels = new Set<MessageChannel>();
let grids = 0;

globalThis.MessageChannel = class extends MessageChannel {
  constructor() {
    super();
    channels.add(this);
  }
};

export function createGrid(...others: PluginCtor[]): Grid & { dispose(): void } {
  grids += 1;
  const univer = new Univer({ locale: LocaleType.EN_US, locales: {}, logLevel: LogLevel.SILENT });
  univer.registerPlugin(UniverFormulaEnginePlugin);
  univer.registerPlugin(UniverDocsPlugin);
  univer.registerPlugin(UniverSheetsPlugin);
  univer.registerPlugin(UniverSheetsFormulaPlugin, { initialFormulaComputing: CalculationMode.WHEN_EMPTY });
  for (const plugin of others) univer.registerPlugin(plugin);
  const injector = univer.__getInjector();
  // A second after a calculation began, Univer names its progress, also in a grid that is gone, whose texts are gone too.
  injector.get(LocaleService).t = (key) => key;
  return { api: FUniver.newAPI(univer), injector, calculation: trackCalculation(injector), dispose };

  function dispose(): void {
    univer.dispose();
    grids -= 1;
    // Another grid may be waiting for one of them.
    if (grids > 0) return;
    for (const { port1, port2 } of channels) [port1, port2].forEach((port) => port.close());
    channels.clear();
  }
}
