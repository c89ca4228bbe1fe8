/** Custom XML parts, which keep the ledger and the settings. */
import { onSheet, sameAs, type Bench, type HostCheck } from "./hostCheck";
import { SCRATCH_NAMESPACE } from "./scratch";

const LARGE = 500_000;

function partOf(content: string): string {
  return `<check xmlns="${SCRATCH_NAMESPACE}">${content}</check>`;
}

function add(bench: Bench, content: string): Promise<void> {
  return onSheet(bench, (_sheet, context) => void context.workbook.customXmlParts.add(partOf(content)));
}

/** The texts of the parts that the check has made. */
export function readParts(bench: Bench): Promise<string[]> {
  return onSheet(bench, async (_sheet, context) => {
    const parts = context.workbook.customXmlParts.getByNamespace(SCRATCH_NAMESPACE).load("items/id");
    await context.sync();
    const texts = parts.items.map((part) => part.getXml());
    await context.sync();
    return texts.map(
      ({ value }) => new DOMParser().parseFromString(value, "text/xml").documentElement.textContent ?? "",
    );
  });
}

/** Writes another content into the one part. */
export function changePart(bench: Bench, content: string): Promise<void> {
  return onSheet(bench, async (_sheet, context) => {
    const parts = context.workbook.customXmlParts.getByNamespace(SCRATCH_NAMESPACE).load("items/id");
    await context.sync();
    for (const part of parts.items) part.setXml(partOf(content));
  });
}

export const PART_CHECKS: readonly HostCheck[] = [
  {
    name: "Custom XML parts",
    assumed:
      "A part is found by its namespace and read as it was written, in any language; changed, there is one still.",
    look: async (bench) => {
      await add(bench, "Umsätze &amp; 売上 😀");
      const first = await readParts(bench);
      await changePart(bench, "changed");
      return sameAs([["Umsätze & 売上 😀"], ["changed"]], [first, await readParts(bench)]);
    },
  },
  {
    name: "Large parts",
    assumed: "A part of 500 kB is kept.",
    look: async (bench) => {
      await add(bench, "x".repeat(LARGE));
      return sameAs(
        [LARGE],
        (await readParts(bench)).map(({ length }) => length),
      );
    },
  },
];
