/** The add-in's functions as a ledger wraps them, and the host that they ask. */
import type { CustomFunction } from "../../../src/spreadsheet/engine/customFunction";
import { fitArguments } from "../../../src/numbers/functions/fitArguments";
import * as functions from "../../../src/numbers/functions/functions";
import metadata from "../../../src/numbers/functions/functions.json";
import type { FunctionHost } from "../../../src/numbers/functions/host";
import type { Session } from "../../../src/insights";
import type { HeldSettings } from "../../../src/reporting/saved/keptSettings";
import type { ExcelFunction, Ledger } from "../../../src/excel/workbook/ledger/ledger";
import { awaitShown } from "../../../src/excel/workbook/ledger/shown";
import { cellError } from "../../numbers/functions/cellError";

export function hostOf(session: Session, ledger: Ledger, settings: HeldSettings) {
  return {
    session,
    service: () => ledger.service,
    settings: () => settings.current,
    dateSystem: 1900,
    shown: () => awaitShown(ledger),
    cellError,
  } satisfies FunctionHost;
}

export function functionsOf(ledger: Ledger): CustomFunction[] {
  return metadata.functions.map((description) => {
    const real = (functions as unknown as Record<string, ExcelFunction>)[description.id] as ExcelFunction;
    const run = ledger.wrap(description.id, (...values) => real(...fitArguments(description.id, values)));
    return { metadata: description, namespace: "INSIGHTS", run: (args, { address }) => run(...args, { address }) };
  });
}
