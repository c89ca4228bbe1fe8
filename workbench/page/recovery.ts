/** Replaces the stored workbook by the sample, if the user chooses so or it cannot be opened. */

export interface Recovery {
  /** Why it cannot be opened. */
  reason: string;
  /** The workbook as it is stored. */
  stored: string;
  /** Removes the stored workbook and opens the sample. */
  beginAnew: () => void;
}

const FILE_NAME = "workbench-workbook.json";

/** Shows a notice at the top of the page that offers a download or the sample. */
export function showRecovery(page: HTMLElement, { reason, stored, beginAnew }: Recovery): void {
  const notice = document.createElement("section");
  notice.className = "recovery";
  notice.setAttribute("role", "alertdialog");
  notice.setAttribute("aria-label", "The stored workbook cannot be opened");
  const message = notice.appendChild(document.createElement("p"));
  message.textContent = `The stored workbook cannot be opened: ${reason}`;
  const download = notice.appendChild(document.createElement("a"));
  download.textContent = "Download the stored workbook";
  download.download = FILE_NAME;
  download.href = URL.createObjectURL(new Blob([stored], { type: "application/json" }));
  const begin = notice.appendChild(document.createElement("button"));
  begin.type = "button";
  begin.textContent = "Start with the sample";
  begin.addEventListener("click", beginAnew);
  page.prepend(notice);
  begin.focus();
}

const QUESTION = "Replace this workbook with the sample? Your entries and the add-in's data in it will be lost.";

/** Connects the button that replaces the workbook if the user agrees. `confirm` is the browser's. */
export function connectNewSample(
  button: HTMLElement,
  replace: () => void,
  confirm: (question: string) => boolean,
): void {
  button.addEventListener("click", () => {
    if (confirm(QUESTION)) replace();
  });
}
