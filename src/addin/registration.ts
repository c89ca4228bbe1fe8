/**
 * How a call of Excel reaches a function.
 *
 * Excel asks for the functions as soon as this script has run: before Office is ready, before their code has come, and before
 * the workbook's ledger has been read. A function that is associated later may be missed for good. So each is associated at
 * once, by what waits for the start and then asks the ledger. Asked sooner, the ledger would be empty, and each cell of a
 * workbook that was just opened would go to the service, or show an error where nobody is connected.
 *
 * The ledger answers what it knows. For the rest it runs the function that it was given here, which gets the real one out of
 * the code that has come by then. A refresh and the pane's preview have it run the same function past what it knows. Where
 * the code could not be loaded, the ledger hears of the failure, so that the cell can be found when it has come.
 *
 * Number formats are put on last, so that the ledger holds plain results: they depend on a setting that may change meanwhile.
 */
import type * as Functions from "../functions/functions";
import type { Run } from "../workbook/ledger/ledger";
import { cellError } from "./cellError";
import type { Starter } from "./start";
import { ledger, loaded, settings } from "./state";

/** The functions' ids; their code loads beside this page's, which has to answer Excel at once. */
const IDS = Object.keys({
  PLANS: true,
  SCENARIOS: true,
  FIELDS: true,
  PNL: true,
  DEMAND: true,
  KPI: true,
  VAR: true,
  BRIDGE: true,
  SUPPLY: true,
  SUSTAINABILITY: true,
  ASOF: true,
  // The compiler asks for each function that is declared: one that Excel is not told of would be #NAME?.
} satisfies Record<keyof typeof Functions, true>) as (keyof typeof Functions)[];

export function registerFunctions({ started, failure }: Starter): void {
  for (const id of IDS) {
    const run: Run = async (...values) => {
      const failed = failure();
      if (failed) throw cellError("#VALUE!", failed.message);
      await started();
      return loaded.functions?.[id]?.(...values);
    };
    // What is kept in the workbook is called when the functions have come, each of which takes the invocation last.
    const arity = () => (loaded.functions?.[id]?.length ?? 1) - 1;
    const wrapped = ledger.wrap(id, run, arity);
    CustomFunctions.associate(id, async (...values: unknown[]) => {
      await started().catch(() => undefined);
      return withFormats(await wrapped(...values));
    });
  }
}

/** What Excel is given of a result: with number formats where the workbook wants them and the host can take them. */
async function withFormats(result: unknown): Promise<unknown> {
  if (!settings.current.numberFormats) return result;
  if (!Office.context.requirements.isSetSupported("CustomFunctionsRuntime", "1.4")) return result;
  const loading = import(/* webpackChunkName: "cellFormats" */ "../workbook/cellFormats");
  // A number without its format is better than none.
  return loading.then(({ withNumberFormats }) => withNumberFormats(result)).catch(() => result);
}
