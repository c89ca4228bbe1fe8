/** The button that puts the sample workbook in place of the one that is open. */

const QUESTION = "Replace this workbook with the sample? Your entries and the add-in's data in it will be lost.";

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
