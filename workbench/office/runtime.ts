/** The add-in's runtime: shown in the pane or hidden, and whether it starts with the workbook. */

/** Shows and hides the pane. */
export interface PaneSwitch {
  show(): void;
  hide(): void;
  visible(): boolean;
}

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
export function runtimeServices(pane: PaneSwitch, start: StartState): Services {
  return {
    "Microsoft.AppRuntime.AppRuntimeService": {
      getAppRuntimeState: () => (pane.visible() ? "Visible" : "Background"),
      setAppRuntimeState: (state: string) => (state === "Visible" ? pane.show() : pane.hide()),
    },
    "Microsoft.AppRuntime.AppRuntimePersistenceService": {
      getAppRuntimeStartState: () => start.read(),
      setAppRuntimeStartState: (state: string) => start.write(state),
    },
  };
}
