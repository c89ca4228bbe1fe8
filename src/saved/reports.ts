/** The reports that the add-in has made in a workbook. A hidden name of the workbook leads from a report's id to its sheet. */
import { childOf, findChild } from "./document";

export interface SavedReport {
  /** Letters and digits, unlike that of any other report. */
  readonly id: string;
  /** One of the kinds of reports, unless a later version of the add-in wrote it. */
  readonly kind: string;
  /** The name that the add-in gave the sheet. If the sheet has another name now, a user renamed it. */
  readonly tab?: string;
}

const LIST = "reports";
const ITEM = "report";
const ATTRIBUTES = ["id", "kind", "tab"] as const;

/** In the order in which they were made. */
export function readReports(root: Element | undefined): SavedReport[] {
  return elementsIn(root).flatMap((element) => {
    const [id, kind, tab] = ATTRIBUTES.map((name) => element.getAttribute(name));
    return id && kind ? [{ id, kind, ...(tab && { tab }) }] : [];
  });
}

export function addReport(root: Element, report: SavedReport): void {
  const element = root.ownerDocument.createElementNS(root.namespaceURI, ITEM);
  for (const name of ATTRIBUTES) if (report[name]) element.setAttribute(name, report[name]);
  childOf(root, LIST).appendChild(element);
}

/** Saves the sheet's new name, which the add-in gave it. */
export function renameReport(root: Element, id: string, tab: string): void {
  for (const element of elementsIn(root)) if (element.getAttribute("id") === id) element.setAttribute("tab", tab);
}

export function deleteReport(root: Element, id: string): void {
  for (const element of elementsIn(root))
    if (element.getAttribute("id") === id) element.parentNode?.removeChild(element);
}

function elementsIn(root: Element | undefined): Element[] {
  return Array.from(findChild(root, LIST)?.getElementsByTagNameNS(root?.namespaceURI ?? null, ITEM) ?? []);
}
