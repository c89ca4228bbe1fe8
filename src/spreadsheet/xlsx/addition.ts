/** Adds custom XML parts to a workbook as Excel writes them: each with its properties, its relations and its content type. */
import { relationsName, relationsOf } from "./relations";
import { CONTENT_TYPES, withContentType } from "./contentTypes";
import type { Workbook } from "./workbook";
import { applySplices, parseXml } from "./xml";
import type { Zip } from "./zip";

/** A custom XML part for a workbook. */
export interface NewCustomXml {
  readonly text: string;
  readonly namespace: string;
  /** A GUID in braces, which no other part of the workbook has. */
  readonly id: string;
}

/** Returns the texts of the new parts, and of those that name them. */
export async function addedCustomXml(
  { zip, xmlPart }: Workbook,
  added: readonly NewCustomXml[],
): Promise<Map<string, string>> {
  if (added.length === 0) return new Map();
  const names = relationsName(xmlPart);
  const relations = await zip.text(names);
  const root = rootOf(relations);
  const numbers = freeNumbers(zip, added.length);
  const changes = new Map<string, string>();
  for (const [at, { text, namespace, id }] of added.entries()) {
    const number = numbers[at] ?? 0;
    const properties = `customXml/itemProps${number}.xml`;
    changes.set(`customXml/item${number}.xml`, text);
    changes.set(relationsName(`customXml/item${number}.xml`), relationsTo(`itemProps${number}.xml`, root));
    changes.set(
      properties,
      `${DECLARATION}<ds:datastoreItem ds:itemID="${id}" xmlns:ds="${root}/customXml"><ds:schemaRefs><ds:schemaRef ds:uri="${namespace}"/></ds:schemaRefs></ds:datastoreItem>`,
    );
  }
  const known = new Set((await relationsOf(zip, xmlPart)).map(({ id }) => id));
  changes.set(names, withRelations(relations, names, { known, numbers, root, up: "../".repeat(depthOf(xmlPart)) }));
  changes.set(CONTENT_TYPES, withTypes(await zip.text(CONTENT_TYPES), numbers));
  return changes;
}

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n';
const TRANSITIONAL = "http://schemas.openxmlformats.org/officeDocument/2006";
const STRICT = "http://purl.oclc.org/ooxml/officeDocument";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships";

/** Returns how the names of types begin, which strict Open XML has its own of. */
function rootOf(relations: string): string {
  return relations.includes(`${STRICT}/relationships/`) ? STRICT : TRANSITIONAL;
}

function depthOf(xmlPart: string): number {
  return xmlPart.split("/").length - 1;
}

/** Returns numbers that no custom XML part has, nor its properties. */
function freeNumbers(zip: Zip, count: number): number[] {
  const taken = new Set(
    zip.names.flatMap((name) => /^customXml\/item(?:Props)?(\d+)\.xml$/i.exec(name)?.[1] ?? []).map(Number),
  );
  const free: number[] = [];
  for (let number = 1; free.length < count; number += 1) if (!taken.has(number)) free.push(number);
  return free;
}

function relationsTo(target: string, root: string): string {
  return `${DECLARATION}<Relationships xmlns="${PACKAGE}"><Relationship Id="rId1" Type="${root}/relationships/customXmlProps" Target="${target}"/></Relationships>`;
}

interface AddedRelations {
  readonly known: ReadonlySet<string>;
  readonly numbers: readonly number[];
  readonly root: string;
  /** The way from the workbook to the package. */
  readonly up: string;
}

function withRelations(xml: string, xmlPart: string, { known, numbers, root, up }: AddedRelations): string {
  const element = parseXml(xml, xmlPart);
  let last = 0;
  const idOf = () => {
    do last += 1;
    while (known.has(`rIdCustom${last}`));
    return `rIdCustom${last}`;
  };
  const elements = numbers.map(
    (number) =>
      `<${element.prefix}Relationship Id="${idOf()}" Type="${root}/relationships/customXml" Target="${up}customXml/item${number}.xml"/>`,
  );
  return applySplices(xml, [{ start: element.closeStart, end: element.closeStart, text: elements.join("") }]);
}

const XML = "application/xml";
const PROPERTIES = "application/vnd.openxmlformats-officedocument.customXmlProperties+xml";

/** The type of .xml files in general may be another. */
function withTypes(types: string, numbers: readonly number[]): string {
  return numbers.reduce(
    (all, number) =>
      withContentType(
        withContentType(all, `customXml/item${number}.xml`, XML),
        `customXml/itemProps${number}.xml`,
        PROPERTIES,
      ),
    types,
  );
}
