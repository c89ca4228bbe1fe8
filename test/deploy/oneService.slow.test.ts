/** The two configurations of the guide on one workbook: the add-in behind the gateway, and the command line at night. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseAllDocuments } from "yaml";
import { runCommand } from "../../src/headless/cli/command/command";
import { createSandbox, type Sandbox } from "../../sandbox/sandbox";
import { parseSaved } from "../../src/reporting/saved/document";
import { readStoredLedger } from "../../src/reporting/saved/ledgerIndex";
import { autosave } from "../../src/excel/workbook/refresh/autosave";
import { openAddin } from "../golden/addin";
import { xmldom } from "../reporting/saved/dom";
import { partsOf, partText, withCustomXml, zipped } from "../spreadsheet/xlsx/book";

const textOf = (path: string) => readFileSync(resolve(__dirname, "../../deploy", path), "utf8");

/** The address to which people's add-ins are built, and the night's environment. */
const SERVICE_URL = /^ +ADDIN_URL=\S+ SERVICE_URL=(\S+) npm run build$/m.exec(textOf("README.md"))?.[1] ?? "";
const GATEWAY = /^INSIGHTS_ADDRESS=(.*)$/m.exec(textOf("gateway.env"))?.[1] ?? "";
const [secret] = parseAllDocuments(textOf("night/secret.yaml")).map((each) => each.toJS() as unknown);
const { INSIGHTS_URL } = (secret as { stringData: Record<string, string> }).stringData;

const KPI = (scenario: string, prefix = "INSIGHTS.") => `${prefix}KPI("FY26 Plan","${scenario}","ebit")`;
const PARTS = ["customXml/item1.xml", "customXml/item2.xml"];

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "night-"))));
afterEach(() => rmSync(folder, { recursive: true }));

/** Only the gateway answers. */
function behindGateway({ fetch }: Sandbox): typeof globalThis.fetch {
  return (input, init) => {
    expect(new URL(input as string).origin).toBe(GATEWAY);
    return fetch(input, init);
  };
}

/** Opens a workbook with these parts in Excel, and connects the gateway's add-in. */
async function openInExcel(sandbox: Sandbox, ...parts: string[]) {
  const opened = await openAddin(
    { data: { id: "book", sheetOrder: ["s"], sheets: { s: { id: "s", name: "Plan" } } } },
    { sandbox: { ...sandbox, fetch: behindGateway(sandbox) }, now: Date.now, isConnected: false },
    () =>
      Excel.run(async (context) => {
        for (const part of parts) context.workbook.customXmlParts.add(part);
        await context.sync();
      }),
  );
  opened.session.connect({ appUrl: SERVICE_URL, credentials: { apiKey: sandbox.apiKey } });
  return opened;
}

test("The night refuses no workbook of people's, and loses none of its entries", async () => {
  const sandbox = createSandbox();
  const excel = await openInExcel(sandbox);
  for (const [at, scenario] of ["committed", "Conservative"].entries()) {
    excel.workbook.enter(`A${at + 1}`, `=${KPI(scenario)}`);
  }
  await excel.workbook.settled();
  const wait = excel.workbook.settled;
  await autosave({ session: excel.session, ledger: excel.ledger, now: Date.now, wait });
  const { parts } = excel.workbook.state;
  const [shard = "", index = ""] = ["<ledger", "<index"].map((tag) =>
    Object.values(parts).find((text) => text.includes(tag)),
  );
  excel.workbook.close();

  const path = join(folder, "report.xlsx");
  // One call has no cell in the file: its entry goes, as in a refresh in Excel.
  const cells = { A1: { f: KPI("committed", "_xldudf_INSIGHTS_"), v: 1 } };
  writeFileSync(
    path,
    await zipped(withCustomXml(partsOf({ sheets: [{ name: "Plan", cells }], settings: {} }), [shard, index])),
  );
  let output = "";
  const status = await runCommand(["refresh", path, "--json"], {
    environment: { INSIGHTS_URL, INSIGHTS_API_KEY: sandbox.apiKey },
    fetch: behindGateway(sandbox),
    readInput: () => undefined,
    print: (text) => void (output += text),
    printBytes: () => Promise.resolve(),
    printError: (text) => void (output += text),
  });
  expect([status, output]).toEqual([0, expect.stringContaining('"refreshed":1')]);

  const saved = await Promise.all(PARTS.map((part) => partText(readFileSync(path), part)));
  const roots = saved.flatMap((text) => parseSaved(xmldom, text) ?? []);
  const stored = readStoredLedger(roots, roots);
  expect([stored?.edition.service, stored?.entries.map(({ args }) => args[1])]).toEqual([GATEWAY, ["committed"]]);

  const again = await openInExcel(sandbox, ...saved);
  again.workbook.enter("A1", `=${KPI("committed")}`);
  await again.workbook.settled();
  await again.refresh();
  expect(again.workbook.value("A1")).toEqual(expect.any(Number));
  again.workbook.close();
});
