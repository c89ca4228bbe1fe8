/** The button that replaces the open workbook with the sample. */

const QUESTION = "Replace this workbook with the sample? Your entries and the add-in's data in it will be lost.";

/** Replaces the workbook if the user agrees. `confirm` is the browser's. */
export function connectNewSample(
  button: HTMLElement,
  replace: () => void,
  confirm: (question: string) => boolean,
): void {
  button.addEventListener("click", () => {
    if (confirm(QUESTION)) replace();
  });
}
