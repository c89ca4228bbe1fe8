import { createRoot } from "react-dom/client";
import { App } from "./view/App";
import type { Store } from "../actions/store";

/** Shows the pane in an element of the page, for as long as the page lives. */
export function showPane(element: HTMLElement, store: Store): void {
  createRoot(element).render(<App store={store} />);
}
