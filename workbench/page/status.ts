/** The status bar: the state of calculation, and a message. */

export interface StatusBar {
  /** Shows the number of pending cells. */
  setWaiting(count: number): void;
  /** Shows a message until the next one. */
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
