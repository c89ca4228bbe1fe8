/** The ledger of the sample of a first run, with which it shows its numbers without a connection. */
import { readFile } from "node:fs/promises";
import type { IWorkbookData } from "@univerjs/core";
import { ledgerPartsOf } from "../../src/headless/standalone/sheetsLedger";
import type { Sandbox } from "../../sandbox/sandbox";
import { bookSheetsOf } from "../univer/bookSheets";

/** The page's sample workbook, as far as it is read here. */
interface Sample {
  data: Partial<IWorkbookData>;
  document?: { workbook?: { parts?: Readonly<Record<string, string>> } } | undefined;
}

/** What has been worked out last. */
interface Made extends Pick<Sandbox, "planning"> {
  service: string;
  parts: Promise<string[]>;
}

/** Custom XML parts with the sandbox's answers of this moment, as if the add-in had saved them. `service` is its address. */
export function samplePartsOf(sample: Sample, { apiKey, fetch }: Sandbox, service: string): Promise<string[]> {
  const parts = Object.values(sample.document?.workbook?.parts ?? {});
  return ledgerPartsOf(bookSheetsOf(sample.data), parts, { appUrl: service, credentials: { apiKey } }, fetch);
}

/**
 * Returns a function that resolves to the parts of the sample in this file. They take a third of a second, so they are kept until the
 * sandbox simulates anew.
 */
export function createSampleParts(path: string, sandbox: Sandbox): (service: string) => Promise<string[]> {
  const work = async (service: string) => {
    const sample = JSON.parse(await readFile(path, "utf8")) as Sample;
    return samplePartsOf(sample, sandbox, service);
  };
  let made: Made | undefined;
  return (service) => {
    const { planning } = sandbox;
    if (made?.planning === planning && made.service === service) return made.parts;
    const parts = work(service);
    const own: Made = { planning, service, parts };
    made = own;
    // What has failed is tried again.
    parts.catch(() => made === own && (made = undefined));
    return parts;
  };
}
