/** The add-in's runtime: shown in the pane or hidden, and whether it starts with the workbook. */
import type { OfficeCommands } from "./commands";

/** Shows and hides the pane. */
export interface PaneSwitch {
  show(): void;
  hide(): void;
  visible(): boolean;
  /** Takes the keyboard out of the pane. */
  leave?(way: WayOut): void;
}

/** Behind the pane's last control, before its first one, or to the cells. */
export type WayOut = "on" | "back" | "cells";

/** A setting of the document: "Background" starts the add-in with it, "Inactive" does not. */
export interface StartState {
  read(): string;
  write(state: string): void;
}

/** The methods of each service, by their names on the wire. */
export type Services = Record<string, Record<string, (...args: never[]) => unknown>>;

/** An event of `Office.addin.onVisibilityModeChanged`, as `[type, target, arguments]`. */
export function visibilityEvent(visible: boolean): [number, string, object] {
  return [65539, "", { visibility: visible ? "Visible" : "Hidden" }];
}

/** The services behind `Office.addin`: `showAsTaskpane`, `hide`, `setStartupBehavior` and `getStartupBehavior`. */
/** @param whenCompleted Does this when no command is running: until then Excel shows no pane. */
export function runtimeServices(
  pane: PaneSwitch,
  start: StartState,
  whenCompleted: OfficeCommands["whenCompleted"],
): Services {
  return {
    "Microsoft.AppRuntime.AppRuntimeService": {
      getAppRuntimeState: () => (pane.visible() ? "Visible" : "Background"),
      setAppRuntimeState: (state: string) => (state === "Visible" ? whenCompleted(() => pane.show()) : pane.hide()),
    },
    "Microsoft.AppRuntime.AppRuntimePersistenceService": {
      getAppRuntimeStartState: () => start.read(),
      setAppRuntimeStartState: (state: string) => start.write(state),
    },
  };
}
