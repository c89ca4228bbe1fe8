/** Arrow keys for a group of buttons of which one is pressed: the group is one stop of the Tab key. */
import type { KeyboardEvent } from "react";

const STEPS: Readonly<Partial<Record<string, number>>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** Moves the focus to the next or previous button of the element that handles the event. */
export function moveByArrows(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const buttons = [...event.currentTarget.querySelectorAll("button")];
  const focused = buttons.findIndex((button) => button === document.activeElement);
  buttons[(focused + step + buttons.length) % buttons.length]?.focus();
}

/** Closes by Escape what is open, and nothing else: office.js would take the key as the way from the pane to the cells. */
export function closeByEscape(event: KeyboardEvent, close: () => void): void {
  if (event.key !== "Escape") return;
  event.stopPropagation();
  close();
}

/** Returns the `tabIndex` of a button: Tab leads to the pressed one, or to the first. @param pressed -1 for none */
export function tabIndexAt(at: number, pressed: number): 0 | -1 {
  return at === Math.max(0, pressed) ? 0 : -1;
}
