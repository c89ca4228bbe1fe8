/** Custom XML parts, which keep the ledger and the settings. */
import { onSheet, sameAs, type CheckContext, type HostCheck } from "./hostCheck";
import { SCRATCH_NAMESPACE } from "./scratch";

const LARGE = 500_000;

function partOf(content: string): string {
  return `<check xmlns="${SCRATCH_NAMESPACE}">${content}</check>`;
}

function add(checkContext: CheckContext, content: string): Promise<void> {
  return onSheet(checkContext, (_sheet, context) => void context.workbook.customXmlParts.add(partOf(content)));
}

/** Reads the texts of the parts that the check has added. */
export function readParts(checkContext: CheckContext): Promise<string[]> {
  return onSheet(checkContext, async (_sheet, context) => {
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
export function changePart(checkContext: CheckContext, content: string): Promise<void> {
  return onSheet(checkContext, async (_sheet, context) => {
    const parts = context.workbook.customXmlParts.getByNamespace(SCRATCH_NAMESPACE).load("items/id");
    await context.sync();
    for (const part of parts.items) part.setXml(partOf(content));
  });
}

export const PART_CHECKS: readonly HostCheck[] = [
  {
    name: "Custom XML parts",
    expectation:
      "A part is found by its namespace and read as it was written, in any language; changed, there is one still.",
    run: async (checkContext) => {
      await add(checkContext, "Umsätze &amp; 売上 😀");
      const first = await readParts(checkContext);
      await changePart(checkContext, "changed");
      return sameAs([["Umsätze & 売上 😀"], ["changed"]], [first, await readParts(checkContext)]);
    },
  },
  {
    name: "Large parts",
    expectation: "A part of 500 kB is kept.",
    run: async (checkContext) => {
      await add(checkContext, "x".repeat(LARGE));
      return sameAs(
        [LARGE],
        (await readParts(checkContext)).map(({ length }) => length),
      );
    },
  },
];
