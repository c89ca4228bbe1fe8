/**
 * What the add-in keeps in a workbook, as one custom XML part, so that it travels with the file and other programs can read it.
 * Never a key or a token.
 */
export interface WorkbookSettings {
  /** The id of the plan that a blank plan argument means. */
  readonly plan?: string | undefined;
  /** The ISO 4217 code that a blank currency argument means. */
  readonly currency?: string | undefined;
}

const NAMESPACE = "urn:scenario-insights:workbook";
const NAMES = ["plan", "currency"] as const;

/** The workbook's settings; none where the add-in has kept nothing, or what it kept cannot be read. */
export async function readSettings(): Promise<WorkbookSettings> {
  return Excel.run(async (context) => {
    const parts = context.workbook.customXmlParts.getByNamespace(NAMESPACE).load("items/id");
    await context.sync();
    const xml = parts.items[0]?.getXml();
    await context.sync();
    return xml ? fromXml(xml.value) : {};
  });
}

/** Replaces the workbook's settings. */
export async function writeSettings(settings: WorkbookSettings): Promise<void> {
  return Excel.run(async (context) => {
    const parts = context.workbook.customXmlParts.getByNamespace(NAMESPACE).load("items/id");
    await context.sync();
    for (const part of parts.items) part.delete();
    context.workbook.customXmlParts.add(toXml(settings));
    await context.sync();
  });
}

function fromXml(xml: string): WorkbookSettings {
  const root = new DOMParser().parseFromString(xml, "text/xml").documentElement;
  return Object.fromEntries(NAMES.map((name) => [name, root.getAttribute(name) ?? undefined]));
}

function toXml(settings: WorkbookSettings): string {
  const document = window.document.implementation.createDocument(NAMESPACE, "insights");
  for (const name of NAMES) {
    const value = settings[name];
    if (value) document.documentElement.setAttribute(name, value);
  }
  return new XMLSerializer().serializeToString(document);
}
