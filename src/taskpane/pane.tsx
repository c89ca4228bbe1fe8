import { createRoot } from "react-dom/client";
import { App } from "./view/App";
import type { PaneModel } from "./model";

/** Shows the pane in an element of the page, for as long as the page lives. */
export function showPane(element: HTMLElement, model: PaneModel): void {
  createRoot(element).render(<App model={model} />);
}
