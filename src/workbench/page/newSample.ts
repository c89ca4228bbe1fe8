/** The button that puts the sample workbook in place of the one that is open. */

const QUESTION =
  "Replace this workbook by the sample? What you entered, and what the add-in has stored in it, is lost.";

/** Replaces the workbook where a person says yes. `confirm` is the browser's own. */
export function connectNewSample(
  button: HTMLElement,
  replace: () => void,
  confirm: (question: string) => boolean,
): void {
  button.addEventListener("click", () => {
    if (confirm(QUESTION)) replace();
  });
}
