/** The context menus of the grid: the add-in's entries below Excel's own, and Univer's entries by the keyboard. */
import type { FUniver } from "@univerjs/core/facade";
import type { RibbonButton } from "./manifest";

/** Where Univer's context menu of cells has room for others. */
const PLACE = ["contextMenu.mainArea", "contextMenu.others"];

/** `press` runs an entry. A click with the right button has selected its cell, as in Excel. */
export function showCellMenus(
  api: FUniver,
  menus: readonly RibbonButton[],
  press: (button: RibbonButton) => Promise<void>,
): void {
  for (const { id, label, items } of menus) {
    const menu = api.createSubmenu({ id, title: label });
    for (const item of items)
      menu.addSubmenu(api.createMenu({ id: item.id, title: item.label, action: () => void press(item) }));
    menu.appendTo(PLACE);
  }
}

/**
 * Runs an entry with a counter, as in "Insert 3 rows above", by Enter in the counter. Univer keeps the number, and waits for a click
 * beside it.
 */
export function runCountersByEnter(): void {
  document.addEventListener("keydown", ({ key, target }) => {
    // Only such an entry is a button around a field.
    const entry = key === "Enter" && target instanceof HTMLInputElement ? target.closest("button") : null;
    // After Univer has taken the number.
    if (entry) setTimeout(() => entry.click());
  });
}
