/** The status bar: whether the workbook calculates, and a message. */

export interface StatusBar {
  /** Shows how many cells wait for an answer. */
  setWaiting(count: number): void;
  /** Shows something that a person has to know, until the next message. */
  setMessage(message: string): void;
}

export function createStatusBar(element: HTMLElement): StatusBar {
  let shownMessage = "";
  let state = "Ready";
  const show = (): void => {
    element.textContent = [state, shownMessage].filter(Boolean).join(" · ");
  };
  return {
    setWaiting(count) {
      state = count === 0 ? "Ready" : `Calculating ${count} ${count === 1 ? "cell" : "cells"}…`;
      show();
    },
    setMessage(message) {
      shownMessage = message;
      show();
    },
  };
}
