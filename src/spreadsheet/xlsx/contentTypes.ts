/** The content types of the parts of a package (ECMA-376 part 2). Names of parts are equal without regard to case. */
import { applySplices, childrenNamed, escapeXml, parseXml, reopened, type XmlElement } from "./xml";
import type { Zip } from "./zip";

/** The part that names the content type of each part. */
export const CONTENT_TYPES = "[Content_Types].xml";

/** Returns the types of parts, each of which its own entry names or that of its ending; "" if neither does. @param types The text of `CONTENT_TYPES`. */
export function readContentTypes(types: string): (xmlPart: string) => string {
  const root = parseXml(types, CONTENT_TYPES);
  const own = typesBy("PartName", childrenNamed(root, "Override"));
  const byEnding = typesBy("Extension", childrenNamed(root, "Default"));
  return (xmlPart) => {
    const name = xmlPart.toLowerCase();
    return own.get(`/${name}`) ?? byEnding.get(name.slice(name.lastIndexOf(".") + 1)) ?? "";
  };
}

/** The first entry of a name wins. */
function typesBy(key: string, entries: readonly XmlElement[]): Map<string, string> {
  return new Map(
    entries
      .map(({ attributes }) => [attributes[key]?.toLowerCase() ?? "", attributes.ContentType ?? ""] as const)
      .reverse(),
  );
}

/** Returns the content types in which a part has this type. */
export function withContentType(types: string, xmlPart: string, type: string): string {
  if (isSame(readContentTypes(types)(xmlPart), type)) return types;
  const root = parseXml(types, CONTENT_TYPES);
  const own = childrenNamed(root, "Override").find(({ attributes }) => isSame(attributes.PartName, `/${xmlPart}`));
  const added = `<${root.prefix}Override PartName="/${escapeXml(xmlPart)}" ContentType="${escapeXml(type)}"/>`;
  const splice = own
    ? reopened(own, { ContentType: type })
    : { start: root.closeStart, end: root.closeStart, text: added };
  return applySplices(types, [splice]);
}

function isSame(one: string | undefined, other: string): boolean {
  return one?.toLowerCase() === other.toLowerCase();
}

const OPEN_XML = "application/vnd.openxmlformats-officedocument.";

/** The content types by which parts are found wherever they are in a file. */
export const PART_TYPES = {
  chart: `${OPEN_XML}drawingml.chart+xml`,
  /** A chart of a kind that came after 2013, such as a waterfall. */
  newerChart: "application/vnd.ms-office.chartex+xml",
  drawing: `${OPEN_XML}drawing+xml`,
  /** Shapes on a chart. */
  chartDrawing: `${OPEN_XML}drawingml.chartshapes+xml`,
  pivotCache: `${OPEN_XML}spreadsheetml.pivotCacheDefinition+xml`,
  connections: `${OPEN_XML}spreadsheetml.connections+xml`,
  dataModel: `${OPEN_XML}model+data`,
} as const;

/** Returns the names of the parts with one of these content types, in the order of the file. */
export async function partsOfTypes(zip: Zip, ...types: readonly (keyof typeof PART_TYPES)[]): Promise<string[]> {
  const wanted = new Set(types.map((type) => PART_TYPES[type].toLowerCase()));
  const typeOf = zip.has(CONTENT_TYPES) ? readContentTypes(await zip.text(CONTENT_TYPES)) : () => "";
  return zip.names.filter((name) => wanted.has(typeOf(name).toLowerCase()));
}
