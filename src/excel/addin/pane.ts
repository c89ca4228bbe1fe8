/** Loads and shows the pane once the page is visible. */
import type { Store } from "../actions/store";
import { hideUnloaded, showUnloaded } from "../actions/unloaded";

export function showWhenVisible(element: HTMLElement, store: () => Promise<Store>): void {
  const observer = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    observer.disconnect();
    void openPane(element, store);
  });
  observer.observe(element);
}

async function openPane(element: HTMLElement, store: () => Promise<Store>): Promise<void> {
  hideUnloaded();
  try {
    const pane = import(/* webpackChunkName: "pane" */ "../taskpane/pane");
    const [{ showPane }, opened] = await Promise.all([pane, store()]);
    showPane(element, opened);
  } catch {
    showUnloaded(() => void openPane(element, store));
  }
}
