/** Imported by tests of what the pane shows: what they wait for, and what jsdom need not compute for them. */
import { configure } from "@testing-library/react";
import userEvent from "@testing-library/user-event";

// How long a state may take, which a slow machine does not meet. No test looks whether an element is hidden.
configure({ asyncUtilTimeout: 180_000, defaultHidden: true });

// To match each element with all of the pane's styles takes half of the time; no test reads a style.
window.getComputedStyle = (element) => (element as HTMLElement).style;

/** Clicks and types without delay. No element lies over another: nothing is laid out. */
export const newUser = () => userEvent.setup({ delay: null, pointerEventsCheck: 0 });
