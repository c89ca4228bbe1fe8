/** A workbook that only the command line has refreshed belongs to its service, and keeps all else as it was. */
import { DOMParser, type Element as XmlElement } from "@xmldom/xmldom";
import { refreshBook, type RefreshBookOptions } from "../../../src/headless/cli/book/refreshBook";
import type { Settings } from "../../../src/numbers/functions/host";
import { createSession } from "../../../src/insights";
import { loadLedger } from "../../../src/excel/workbook/ledger/savedLedger";
import { createSandbox } from "../../../sandbox/sandbox";
import { setUpWorkbook } from "../../excel/workbook/setup";
import { createBook, hashes, partsOf, partText, zipped } from "../../spreadsheet/xlsx/book";
import { cellsIn } from "../../spreadsheet/xlsx/cells";

const sandbox = createSandbox();
const SERVICE = "https://planning.example";
const OTHER = "https://other.example";
const cells = { A1: { f: '_xldudf_INSIGHTS_KPI("FY26 Plan","committed","ebit")', v: 1 } };
const SHEETS = { sheets: [{ name: "Plan", cells }] };

/** Refreshes on a service at this address. */
async function refresh(bytes: Uint8Array, service = SERVICE, options: Partial<RefreshBookOptions> = {}) {
  const { fetch, apiKey } = sandbox;
  const session = createSession({ fetch, scheduleBatch: (flush) => void setImmediate(flush) });
  session.connect({ appUrl: service, credentials: { apiKey } });
  return refreshBook(bytes, { session, settings: {}, valuesOnly: false, service, now: () => 5_000, ...options });
}

const book = () => zipped(partsOf(SHEETS));

test("another service is refused from the first refresh on, and gets it by a move", async () => {
  const { bytes } = await refresh(await book());
  await expect(refresh(bytes, OTHER)).rejects.toMatchObject({ kind: "otherService" });
  await expect(refresh(bytes, OTHER, { valuesOnly: true })).rejects.toMatchObject({ kind: "otherService" });
  const moved = await refresh(bytes, OTHER, { isMove: true });
  expect(moved.summary.notes).toContainEqual(expect.stringContaining(`belongs to the service ${OTHER} now`));
  await expect(refresh(moved.bytes, SERVICE)).rejects.toMatchObject({ kind: "otherService" });
  expect((await refresh(moved.bytes, OTHER)).bytes).toBe(moved.bytes);
});

test("a second refresh changes nothing, and equal refreshes write equal bytes", async () => {
  const [one, other] = [await refresh(await book()), await refresh(await book())];
  expect(Buffer.compare(one.bytes, other.bytes)).toBe(0);
  expect((await refresh(one.bytes)).bytes).toBe(one.bytes);
});

test("a workbook without formulas of ours, and one of which nothing was calculated, stay as they are", async () => {
  const plain = await createBook({ sheets: [{ name: "Plan", cells: { A1: { f: "1+1", v: 2 } } }] });
  expect((await refresh(plain)).bytes).toBe(plain);
});

test("the settings of the environment count in every refresh, not in the first alone", async () => {
  const numbersOf = async (bytes: Uint8Array) => (await cellsIn(bytes))["Plan!A1"];
  const inEuro: Settings = { currency: "EUR" };
  const first = await refresh(await book(), SERVICE, { settings: inEuro });
  const second = await refresh(first.bytes, SERVICE, { settings: inEuro });
  expect(second.summary.changes).toEqual([]);
  const third = await refresh(first.bytes, SERVICE, { settings: {} });
  expect(await numbersOf(third.bytes)).not.toBe(await numbersOf(first.bytes));
  expect(third.summary.notes).toContainEqual(expect.stringContaining("no settings of its own"));
});

const TRANSITIONAL = "http://schemas.openxmlformats.org/officeDocument/2006";
const STRICT = "http://purl.oclc.org/ooxml/officeDocument";

function rootOf(xml: string): XmlElement {
  const root = new DOMParser().parseFromString(xml, "text/xml").documentElement;
  if (!root) throw new Error("No XML.");
  return root;
}

const childrenOf = (root: XmlElement, name: string) => Array.from(root.getElementsByTagNameNS("*", name));

/** Packages as programs write them. */
const PACKAGES: Record<string, (parts: Record<string, string>) => Record<string, string>> = {
  "of Excel": (parts) => parts,
  "with custom XML of another program": (parts) => ({
    ...parts,
    "customXml/item1.xml": "<other/>",
    "customXml/itemProps2.xml": "<other/>",
  }),
  "whose general type of .xml is another": (parts) => ({
    ...parts,
    "[Content_Types].xml": (parts["[Content_Types].xml"] ?? "").replace(/<Default Extension="xml"[^>]*>/, ""),
  }),
  "with prefixes": (parts) => ({
    ...parts,
    "xl/_rels/workbook.xml.rels": (parts["xl/_rels/workbook.xml.rels"] ?? "")
      .replace(/<(\/?)(Relationships?)(?=[\s/>])/g, "<$1p:$2")
      .replace("xmlns=", "xmlns:p="),
  }),
  "of strict Open XML": (parts) => ({
    ...parts,
    "xl/_rels/workbook.xml.rels": (parts["xl/_rels/workbook.xml.rels"] ?? "").replace(
      /Type="[^"]*\//g,
      `Type="${STRICT}/relationships/`,
    ),
  }),
};

test.each(Object.entries(PACKAGES))(
  "a package %s gets parts with properties, relations and types",
  async (kind, spec) => {
    const before = await zipped(spec(partsOf(SHEETS)));
    const { bytes } = await refresh(before);
    const [old, now] = [await hashes(before), await hashes(bytes)];
    const added = Object.keys(now).filter((name) => !(name in old));
    const items = added.filter((name) => /^customXml\/item\d+\.xml$/.test(name));
    expect([items.length, added.length]).toEqual([2, 6]);
    const changed = Object.keys(old).filter((name) => old[name] !== now[name]);
    expect(changed.sort()).toEqual(
      ["[Content_Types].xml", "xl/_rels/workbook.xml.rels", "xl/worksheets/sheet1.xml"].sort(),
    );
    const root = kind === "of strict Open XML" ? STRICT : TRANSITIONAL;
    const relations = childrenOf(rootOf(await partText(bytes, "xl/_rels/workbook.xml.rels")), "Relationship");
    expect(new Set(relations.map((each) => each.getAttribute("Id"))).size).toBe(relations.length);
    const types = rootOf(await partText(bytes, "[Content_Types].xml"));
    const typeOf = (name: string) =>
      childrenOf(types, "Override")
        .find((each) => each.getAttribute("PartName") === `/${name}`)
        ?.getAttribute("ContentType") ??
      childrenOf(types, "Default")
        .find((each) => each.getAttribute("Extension") === "xml")
        ?.getAttribute("ContentType");
    const ids = new Set<string | null>();
    for (const item of items) {
      const relation = relations.find((each) => each.getAttribute("Target") === `../${item}`);
      expect(relation?.getAttribute("Type")).toBe(`${root}/relationships/customXml`);
      expect(typeOf(item)).toBe("application/xml");
      const own = await partText(bytes, item.replace("customXml/", "customXml/_rels/").replace(/$/, ".rels"));
      const [toProperties] = childrenOf(rootOf(own), "Relationship");
      expect(toProperties?.getAttribute("Type")).toBe(`${root}/relationships/customXmlProps`);
      const properties = `customXml/${toProperties?.getAttribute("Target")}`;
      expect(typeOf(properties)).toBe("application/vnd.openxmlformats-officedocument.customXmlProperties+xml");
      const store = rootOf(await partText(bytes, properties));
      expect(store.namespaceURI).toBe(`${root}/customXml`);
      ids.add(store.getAttribute("ds:itemID"));
      const [schema] = childrenOf(store, "schemaRef");
      expect(schema?.getAttribute("ds:uri")).toBe(rootOf(await partText(bytes, item)).namespaceURI);
    }
    expect([...ids].filter((id) => /^\{[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}\}$/.test(id ?? ""))).toHaveLength(2);
  },
);

test("a values-only copy has none of the parts", async () => {
  const { bytes } = await refresh(await book());
  const copy = await refresh(bytes, SERVICE, { valuesOnly: true });
  expect(Object.keys(await hashes(copy.bytes)).filter((name) => name.startsWith("customXml"))).toEqual([]);
  expect(await partText(copy.bytes, "xl/_rels/workbook.xml.rels")).not.toContain("customXml");
});

/** The workbook in Excel, connected to https://app.example, with the parts that a refresh on this service has written. */
async function openedInExcel(service: string) {
  const { bytes } = await refresh(await book(), service);
  const setup = await setUpWorkbook({});
  const { parts } = setup.workbook.state;
  parts.ledger = await partText(bytes, "customXml/item1.xml");
  parts.index = await partText(bytes, "customXml/item2.xml");
  await loadLedger(setup.ledger);
  setup.workbook.enter("A1", '=INSIGHTS.KPI("Plan","One","ebit")');
  return setup;
}

test("the add-in takes the service from it, and no number: calls ask, and a refresh is the first", async () => {
  const { workbook, ledger, refresh: refreshInExcel } = await openedInExcel("https://app.example");
  expect([ledger.service, ledger.entries().filter(({ result }) => result !== undefined)]).toEqual([
    "https://app.example",
    [],
  ]);
  await workbook.settled();
  expect(workbook.value("A1")).toBe(100);
  await refreshInExcel();
  expect([workbook.value("A1"), ledger.edition.number > 0]).toEqual([100, true]);
  workbook.close();
});

test("the add-in asks no other service for its numbers", async () => {
  const { workbook, ledger, asked, refresh: refreshInExcel } = await openedInExcel(SERVICE);
  await workbook.settled();
  expect(ledger.service).toBe(SERVICE);
  expect(asked()).toEqual([]);
  await expect(refreshInExcel()).rejects.toMatchObject({ kind: "otherService" });
  workbook.close();
});
