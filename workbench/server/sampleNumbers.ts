/** The numbers of the sample: what its formulas show, and the ledger with which it shows them without a connection. */
import { readFile } from "node:fs/promises";
import type { IWorkbookData } from "@univerjs/core";
import { calculateWithLedger } from "../../src/headless/standalone/sheetsLedger";
import { isCellError, type Scalar } from "../../src/spreadsheet/engine/values";
import type { Sandbox } from "../../sandbox/sandbox";
import { bookSheetsOf } from "../univer/bookSheets";
import type { SavedResult } from "../univer/savedResults";

/** The page's sample workbook, as far as it is read here. */
interface Sample {
  data: Partial<IWorkbookData>;
  document?: { workbook?: { parts?: Readonly<Record<string, string>> } } | undefined;
}

export interface SampleNumbers {
  /** Custom XML parts with the sandbox's answers of this moment, as if the add-in had saved them. */
  readonly parts: string[];
  /** What formulas show. A formula in error is calculated when the workbook is opened. */
  readonly results: readonly SavedResult[];
}

/** What has been worked out last. */
interface Made extends Pick<Sandbox, "planning"> {
  service: string;
  numbers: Promise<SampleNumbers>;
}

/** @param service The sandbox's address */
export async function sampleNumbersOf(
  sample: Sample,
  { apiKey, fetch }: Sandbox,
  service: string,
): Promise<SampleNumbers> {
  const saved = Object.values(sample.document?.workbook?.parts ?? {});
  const connection = { appUrl: service, credentials: { apiKey } };
  const { outcomes, parts } = await calculateWithLedger(bookSheetsOf(sample.data), saved, connection, fetch);
  const { sheetOrder = [], sheets = {} } = sample.data;
  const ids = new Map(sheetOrder.map((id) => [sheets[id]?.name, id]));
  const results = outcomes.flatMap(({ cell: { sheet, row, column }, rows, problem }): SavedResult[] => {
    const id = ids.get(sheet);
    const shown = rows.map((values) => values.map((value) => (isCellError(value) ? undefined : (value ?? 0))));
    const isWhole = shown.length > 0 && shown.every((values) => !values.includes(undefined));
    if (id === undefined || problem !== undefined || !isWhole) return [];
    return [{ sheet: id, row, column, rows: shown as Scalar[][] }];
  });
  return { parts, results };
}

/**
 * Returns a function that resolves to the numbers of the sample in this file. They take a third of a second, so they are kept until the
 * sandbox simulates anew.
 */
export function createSampleNumbers(path: string, sandbox: Sandbox): (service: string) => Promise<SampleNumbers> {
  const work = async (service: string) => {
    const sample = JSON.parse(await readFile(path, "utf8")) as Sample;
    return sampleNumbersOf(sample, sandbox, service);
  };
  let made: Made | undefined;
  return (service) => {
    const { planning } = sandbox;
    if (made?.planning === planning && made.service === service) return made.numbers;
    const numbers = work(service);
    const own: Made = { planning, service, numbers };
    made = own;
    // What has failed is tried again.
    numbers.catch(() => made === own && (made = undefined));
    return numbers;
  };
}
