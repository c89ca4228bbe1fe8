/** The choices of the user if the stored workbook cannot be opened. */

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
