/** The add-in's runtime as Excel keeps it: shown in the pane or hidden, and whether it starts with the workbook. */

/** The pane as the host shows and hides it. */
export interface PaneSwitch {
  show(): void;
  hide(): void;
  visible(): boolean;
}

/** A setting that lives in the document: "Background" to start with it, "Inactive" not to. */
export interface StartState {
  read(): string;
  write(state: string): void;
}

/** Methods by the names of the wire, for each service. */
export type Services = Record<string, Record<string, (...args: never[]) => unknown>>;

/** An event of `Office.addin.onVisibilityModeChanged`, as `[type, target, arguments]`. */
export function visibilityEvent(visible: boolean): [number, string, object] {
  return [65539, "", { visibility: visible ? "Visible" : "Hidden" }];
}

/** What `Office.addin` calls: `showAsTaskpane`, `hide`, `setStartupBehavior` and `getStartupBehavior`. */
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
