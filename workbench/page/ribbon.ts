/** The ribbon's tabs, groups and buttons, as the manifest declares them. */
import type { RibbonButton, RibbonGroup, RibbonTab } from "./manifest";

/** Fills the element. `press` runs a button, which is disabled until it has finished. */
export function showRibbon(element: HTMLElement, tabs: readonly RibbonTab[], press: Press): void {
  for (const { label, groups } of tabs) {
    const tab = append(element, "section", "ribbon-tab");
    append(tab, "h2", "ribbon-tab-label").textContent = label;
    const row = append(tab, "div", "ribbon-groups");
    for (const group of groups) showGroup(row, group, press);
  }
}

function showGroup(row: HTMLElement, group: RibbonGroup, press: Press): void {
  const element = append(row, "div", "ribbon-group");
  element.setAttribute("role", "group");
  element.setAttribute("aria-label", group.label);
  const buttons = append(element, "div", "ribbon-buttons");
  for (const button of group.buttons) showButton(buttons, button, press);
}

type Press = (button: RibbonButton) => Promise<void>;

function showButton(buttons: HTMLElement, button: RibbonButton, press: Press): void {
  if (button.items.length > 0) return showMenu(buttons, button, press);
  const element = drawButton(buttons, button);
  element.addEventListener("click", () => {
    element.disabled = true;
    void press(button).finally(() => (element.disabled = false));
  });
}

function drawButton(parent: HTMLElement, { id, label, tip, icon }: RibbonButton): HTMLButtonElement {
  const element = append(parent, "button", "ribbon-button");
  element.id = id;
  element.type = "button";
  element.title = `${tip.title}\n${tip.description}`;
  const picture = append(element, "img");
  picture.src = `/${icon}`;
  picture.alt = "";
  append(element, "span").textContent = label;
  return element;
}

/** Opens below its button, and closes when something else is done. */
function showMenu(buttons: HTMLElement, button: RibbonButton, press: Press): void {
  const menu = append(buttons, "div", "ribbon-menu");
  const opener = drawButton(menu, button);
  const items = append(menu, "div", "ribbon-items");
  const turn = (isOpen: boolean): void => {
    items.hidden = !isOpen;
    opener.setAttribute("aria-expanded", String(isOpen));
  };
  turn(false);
  opener.addEventListener("click", () => turn(Boolean(items.hidden)));
  for (const item of button.items) showButton(items, item, press);
  items.addEventListener("click", () => turn(false));
  menu.addEventListener("keydown", ({ key }) => key === "Escape" && turn(false));
  menu.addEventListener("focusout", ({ relatedTarget }) => {
    if (!menu.contains(relatedTarget as Node | null)) turn(false);
  });
}

function append<Tag extends keyof HTMLElementTagNameMap>(
  parent: HTMLElement,
  tag: Tag,
  className = "",
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  element.className = className;
  return parent.appendChild(element);
}
