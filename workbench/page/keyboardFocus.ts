/**
 * The keyboard goes from the grid to the pane and back by F6, as in Excel. In the grid, Tab goes to the next cell. In the pane,
 * office.js takes Tab, and tells the host when it leaves.
 */
import { IUniverInstanceService } from "@univerjs/core";
import { ILayoutService } from "@univerjs/preset-sheets-core";
import type { OfficeHost } from "../office/host";
import type { WayOut } from "../office/runtime";
import { workbookOf, type Grid } from "../univer/grid";
import type { Pane } from "./pane";

export function connectFocusKey(grid: Grid, pane: Pane, host: Pick<OfficeHost, "enterPane">): void {
  const { frame } = pane;
  const onKey = (event: KeyboardEvent): void => {
    if (event.key !== "F6" || !pane.visible()) return;
    // The browser would go to its address bar.
    event.preventDefault();
    event.stopPropagation();
    if (document.activeElement === frame) leaveFrame(grid, frame);
    else enterFrame(frame, host);
  };
  window.addEventListener("keydown", onKey, true);
  // A key that is pressed in the frame is told to its own window.
  frame.addEventListener("load", () => frame.contentWindow?.addEventListener("keydown", onKey, true));
}

/** Where the keyboard was in the pane before, or at its first control. */
function enterFrame({ contentWindow, contentDocument }: HTMLIFrameElement, host: Pick<OfficeHost, "enterPane">): void {
  contentWindow?.focus();
  if (contentDocument?.activeElement === contentDocument?.body) host.enterPane();
}

/** Typing then goes to the active cell. */
function leaveFrame(grid: Grid, frame: HTMLIFrameElement): void {
  frame.blur();
  grid.injector.get(IUniverInstanceService).focusUnit(workbookOf(grid).getId());
  grid.injector.get(ILayoutService).focus();
}

/** Follows Tab out of the pane: behind its last control the page begins anew with the ribbon. */
export function leavePane(grid: Grid, { frame, close }: Pane, way: WayOut): void {
  if (way === "cells") leaveFrame(grid, frame);
  else if (way === "back") close.focus();
  else document.querySelector<HTMLElement>("#ribbon button")?.focus();
}
