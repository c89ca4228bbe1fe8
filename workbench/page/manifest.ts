/** Reads an add-in's manifest for the host: pages, namespace, buttons and menus. */

export interface Manifest {
  id: string;
  name: string;
  /** The namespace of functions in formulas. */
  namespace: string;
  /** Paths below the add-in's address. */
  page: string;
  metadata: string;
  tabs: RibbonTab[];
  /** The menus that stand in the context menu of a cell. */
  cellMenus: RibbonButton[];
}

export interface RibbonTab {
  label: string;
  groups: RibbonGroup[];
}

export interface RibbonGroup {
  label: string;
  buttons: RibbonButton[];
}

export interface RibbonButton {
  id: string;
  label: string;
  tip: { title: string; description: string };
  /** The path of the picture of 32 pixels. */
  icon: string;
  /** The FunctionName of its command; undefined if it shows the pane. */
  command: string | undefined;
  /** The items of a menu; a button has none. */
  items: RibbonButton[];
}

/** Excel's own tabs that a manifest can name (`OfficeTab`), and what Excel calls them. */
const OFFICE_TABS: Record<string, string> = {
  TabHome: "Home",
  TabInsert: "Insert",
  TabFormulas: "Formulas",
  TabData: "Data",
  TabReview: "Review",
  TabView: "View",
};

const XSI = "http://www.w3.org/2001/XMLSchema-instance";

/** @throws Error that names a missing element. */
export function readManifest(xml: string): Manifest {
  const document = new DOMParser().parseFromString(xml, "text/xml");
  const resources = new Map([...document.querySelectorAll("Resources *")].map((each) => [each.id, defaultOf(each)]));
  const text = (scope: ParentNode, selector: string): string => {
    const found = resources.get(scope.querySelector(selector)?.getAttribute("resid") ?? "");
    if (found) return found;
    throw new Error(`The manifest has no ${selector.split(" ").at(-1)}. Check manifest.xml.`);
  };
  const page = text(document, "ExtensionPoint Page SourceLocation");
  const path = (address: string) => address.slice(page.lastIndexOf("/") + 1);
  const readButton = (control: Element): RibbonButton => ({
    id: control.id,
    label: text(control, ":scope > Label"),
    tip: {
      title: text(control, ":scope > Supertip > Title"),
      description: text(control, ":scope > Supertip > Description"),
    },
    icon: path(text(control, ':scope > Icon > [size="32"]')),
    command: control.querySelector(":scope > Action > FunctionName")?.textContent ?? undefined,
    items: [...control.querySelectorAll(":scope > Items > Item")].map(readButton),
  });
  return {
    id: document.querySelector("Id")?.textContent ?? "",
    name: defaultOf(document.querySelector("DisplayName")),
    namespace: text(document, "ExtensionPoint Namespace"),
    page: path(page),
    metadata: path(text(document, "ExtensionPoint Metadata SourceLocation")),
    tabs: [...document.querySelectorAll("OfficeTab, CustomTab")].map((tab) => ({
      label: OFFICE_TABS[tab.id] ?? text(tab, ":scope > Label"),
      groups: [...tab.querySelectorAll("Group")].map((group) => ({
        label: text(group, ":scope > Label"),
        buttons: [...group.querySelectorAll("Control")]
          .filter((control) => ["Button", "Menu"].includes(control.getAttributeNS(XSI, "type") ?? ""))
          .map(readButton),
      })),
    })),
    cellMenus: [...document.querySelectorAll("OfficeMenu[id=ContextMenuCell] > Control")].map(readButton),
  };
}

function defaultOf(element: Element | null): string {
  return element?.getAttribute("DefaultValue") ?? "";
}
