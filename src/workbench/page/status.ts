/** The status bar: whether the workbook calculates, and what the page has to tell. */

export interface StatusBar {
  /** How many cells wait. */
  waiting(count: number): void;
  /** Something that a person has to know; it stays. */
  tell(message: string): void;
}

export function createStatusBar(element: HTMLElement): StatusBar {
  let told = "";
  let state = "Ready";
  const show = (): void => {
    element.textContent = [state, told].filter(Boolean).join(" · ");
  };
  return {
    waiting(count) {
      state = count === 0 ? "Ready" : `Calculating ${count} ${count === 1 ? "cell" : "cells"}…`;
      show();
    },
    tell(message) {
      told = message;
      show();
    },
  };
}
