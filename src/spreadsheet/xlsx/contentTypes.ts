/** The content types of the parts of a package (ECMA-376 part 2). Names of parts are equal without regard to case. */
import { applySplices, childrenNamed, escapeXml, parseXml, reopened, type XmlElement } from "./xml";

/** The part that names the content type of each part. */
export const CONTENT_TYPES = "[Content_Types].xml";

/** Returns the type of a part, which its own entry names or that of its ending; "" if neither does. @param types The text of `CONTENT_TYPES`. */
export function contentTypeOf(types: string, xmlPart: string): string {
  const root = parseXml(types, CONTENT_TYPES);
  const ending = xmlPart.slice(xmlPart.lastIndexOf(".") + 1);
  const byEnding = childrenNamed(root, "Default").find(({ attributes }) => isSame(attributes.Extension, ending));
  return (ownType(root, xmlPart) ?? byEnding)?.attributes.ContentType ?? "";
}

/** Returns the content types in which a part has this type. */
export function withContentType(types: string, xmlPart: string, type: string): string {
  if (isSame(contentTypeOf(types, xmlPart), type)) return types;
  const root = parseXml(types, CONTENT_TYPES);
  const own = ownType(root, xmlPart);
  const added = `<${root.prefix}Override PartName="/${escapeXml(xmlPart)}" ContentType="${escapeXml(type)}"/>`;
  const splice = own
    ? reopened(own, { ContentType: type })
    : { start: root.closeStart, end: root.closeStart, text: added };
  return applySplices(types, [splice]);
}

function ownType(root: XmlElement, xmlPart: string): XmlElement | undefined {
  return childrenNamed(root, "Override").find(({ attributes }) => isSame(attributes.PartName, `/${xmlPart}`));
}

function isSame(one: string | undefined, other: string): boolean {
  return one?.toLowerCase() === other.toLowerCase();
}
