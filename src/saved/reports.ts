/** The reports that the add-in has made in a workbook. A hidden name of the workbook leads from a report's id to its sheet. */
import { childOf, findChild } from "./document";

export interface SavedReport {
  /** Letters and digits, unlike that of any other report. */
  readonly id: string;
  /** One of the kinds of reports, unless a later version of the add-in wrote it. */
  readonly kind: string;
}

const LIST = "reports";
const ITEM = "report";

/** In the order in which they were made. */
export function readReports(root: Element | undefined): SavedReport[] {
  return elementsIn(root).flatMap((element) => {
    const [id, kind] = [element.getAttribute("id"), element.getAttribute("kind")];
    return id && kind ? [{ id, kind }] : [];
  });
}

export function addReport(root: Element, { id, kind }: SavedReport): void {
  const element = root.ownerDocument.createElementNS(root.namespaceURI, ITEM);
  element.setAttribute("id", id);
  element.setAttribute("kind", kind);
  childOf(root, LIST).appendChild(element);
}

export function deleteReport(root: Element, id: string): void {
  for (const element of elementsIn(root))
    if (element.getAttribute("id") === id) element.parentNode?.removeChild(element);
}

function elementsIn(root: Element | undefined): Element[] {
  return Array.from(findChild(root, LIST)?.getElementsByTagNameNS(root?.namespaceURI ?? null, ITEM) ?? []);
}
