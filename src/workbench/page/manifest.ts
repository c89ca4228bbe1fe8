/** What the host has to know of an add-in's manifest: its pages, its functions' namespace, and its buttons. */

export interface Manifest {
  name: string;
  /** What a formula writes before a function's name. */
  namespace: string;
  /** Paths below the add-in's address. */
  page: string;
  metadata: string;
  tabs: RibbonTab[];
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
  /** The FunctionName of the command that it runs; undefined where it shows the pane. */
  command: string | undefined;
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

/** @throws Error that names what the manifest lacks. */
export function readManifest(xml: string): Manifest {
  const document = new DOMParser().parseFromString(xml, "text/xml");
  const resources = new Map(
    [...document.querySelectorAll("Resources *[id]")].map((element) => [element.id, valueOf(element)]),
  );
  const text = (scope: ParentNode, selector: string): string => {
    const element = scope.querySelector(selector);
    const found = element?.hasAttribute("resid") ? resources.get(element.getAttribute("resid")!) : element?.textContent;
    if (!found) throw new Error(`The manifest names no ${selector.split(" ").at(-1)}. Check manifest.xml.`);
    return found;
  };
  const page = text(document, "ExtensionPoint Page SourceLocation");
  const path = (address: string) => address.slice(page.lastIndexOf("/") + 1);
  const tabs = [...document.querySelectorAll("OfficeTab, CustomTab")].map((tab) => ({
    label: OFFICE_TABS[tab.id] ?? text(tab, ":scope > Label"),
    groups: [...tab.querySelectorAll("Group")].map((group) => ({
      label: text(group, ":scope > Label"),
      buttons: [...group.querySelectorAll('Control[*|type="Button"]')].map((control) => ({
        id: control.id,
        label: text(control, ":scope > Label"),
        tip: { title: text(control, "Supertip Title"), description: text(control, "Supertip Description") },
        icon: path(text(control, 'Image[size="32"]')),
        command: control.querySelector("FunctionName")?.textContent ?? undefined,
      })),
    })),
  }));
  return {
    name: valueOf(document.querySelector("DisplayName")),
    namespace: text(document, "ExtensionPoint Namespace"),
    page: path(page),
    metadata: path(text(document, "ExtensionPoint Metadata SourceLocation")),
    tabs,
  };
}

function valueOf(element: Element | null): string {
  return element?.getAttribute("DefaultValue") ?? "";
}
