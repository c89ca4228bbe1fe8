/** The reports that the add-in has made in a workbook. A hidden name of the workbook leads from a report's id to its sheet. */
import { childOf, findChild } from "./document";

export interface SavedReport {
  /** Letters and digits, unlike that of any other report. */
  readonly id: string;
  /** One of the kinds of reports, unless a later version of the add-in wrote it. */
  readonly kind: string;
  /** The name that the add-in gave the sheet. If the sheet has another name now, a user renamed it. */
  readonly tab?: string;
  /** True if it keeps its own inputs when those of all reports are changed. @default false */
  readonly isUnlinked?: boolean;
}

const LIST = "reports";
const ITEM = "report";
const ATTRIBUTES = ["id", "kind", "tab"] as const;
const UNLINKED = "unlinked";

/** In the order in which they were made. */
export function readReports(root: Element | undefined): SavedReport[] {
  return elementsIn(root).flatMap((element) => {
    const [id, kind, tab] = ATTRIBUTES.map((name) => element.getAttribute(name));
    const isUnlinked = element.getAttribute(UNLINKED) === "true";
    return id && kind ? [{ id, kind, ...(tab && { tab }), ...(isUnlinked && { isUnlinked }) }] : [];
  });
}

export function addReport(root: Element, report: SavedReport): void {
  const element = root.ownerDocument.createElementNS(root.namespaceURI, ITEM);
  for (const name of ATTRIBUTES) if (report[name]) element.setAttribute(name, report[name]);
  if (report.isUnlinked) element.setAttribute(UNLINKED, "true");
  childOf(root, LIST).appendChild(element);
}

/** Saves the sheet's new name, which the add-in gave it. */
export function renameReport(root: Element, id: string, tab: string): void {
  for (const element of elementsOf(root, id)) element.setAttribute("tab", tab);
}

/** Lets a report follow the inputs of all reports, or keep its own. */
export function linkReport(root: Element, id: string, isLinked: boolean): void {
  for (const element of elementsOf(root, id))
    if (isLinked) element.removeAttribute(UNLINKED);
    else element.setAttribute(UNLINKED, "true");
}

export function deleteReport(root: Element, id: string): void {
  for (const element of elementsOf(root, id)) element.parentNode?.removeChild(element);
}

function elementsOf(root: Element, id: string): Element[] {
  return elementsIn(root).filter((element) => element.getAttribute("id") === id);
}

function elementsIn(root: Element | undefined): Element[] {
  return Array.from(findChild(root, LIST)?.getElementsByTagNameNS(root?.namespaceURI ?? null, ITEM) ?? []);
}
