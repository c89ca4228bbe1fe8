/** The add-in's menus in the context menu of a cell, below Excel's own entries. */
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
