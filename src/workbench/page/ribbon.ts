/** The ribbon's tabs, groups and buttons, as the manifest declares them. */
import type { RibbonButton, RibbonGroup, RibbonTab } from "./manifest";

/** Fills the element; `press` runs a button, and the button is greyed out until that has ended. */
export function showRibbon(
  element: HTMLElement,
  tabs: readonly RibbonTab[],
  press: (button: RibbonButton) => Promise<void>,
): void {
  for (const { label, groups } of tabs) {
    const tab = append(element, "section", "ribbon-tab");
    append(tab, "h2", "ribbon-tab-label").textContent = label;
    const row = append(tab, "div", "ribbon-groups");
    for (const group of groups) showGroup(row, group, press);
  }
}

function showGroup(row: HTMLElement, group: RibbonGroup, press: (button: RibbonButton) => Promise<void>): void {
  const element = append(row, "div", "ribbon-group");
  element.setAttribute("role", "group");
  element.setAttribute("aria-label", group.label);
  const buttons = append(element, "div", "ribbon-buttons");
  for (const button of group.buttons) showButton(buttons, button, press);
  append(element, "div", "ribbon-group-label").textContent = group.label;
}

function showButton(buttons: HTMLElement, button: RibbonButton, press: (button: RibbonButton) => Promise<void>): void {
  const element = append(buttons, "button", "ribbon-button");
  element.id = button.id;
  element.type = "button";
  element.title = `${button.tip.title}\n${button.tip.description}`;
  const icon = append(element, "img");
  icon.src = `/${button.icon}`;
  icon.alt = "";
  append(element, "span").textContent = button.label;
  element.addEventListener("click", () => {
    element.disabled = true;
    void press(button).finally(() => (element.disabled = false));
  });
}

function append<T extends keyof HTMLElementTagNameMap>(parent: HTMLElement, tag: T, className = "") {
  const element = document.createElement(tag);
  element.className = className;
  return parent.appendChild(element);
}
