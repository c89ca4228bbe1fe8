/**
 * Connects the add-in to the sandbox as a user would: fills in the pane's form and presses the button. The released add-in has
 * no other way, and a workbook never contains a key.
 */

/**
 * The time limit for the pane's form and answer, in milliseconds. It is long because formulas fail without a connection, and a
 * busy machine may take half a minute to load the pane.
 */
const TIMEOUT = 180_000;

const ADDRESS = "input[inputmode=url]";
const KEY = "input[type=password]";

/** Resolves when the form is gone or shows an error; at once if the pane shows something else. */
export async function connectPane(frame: HTMLIFrameElement, appUrl: string, apiKey: string): Promise<void> {
  const content = await found(frame, (page) => page.querySelector("main"));
  const form = content?.querySelector<HTMLInputElement>(KEY)?.form;
  if (!form) return;
  type(form.querySelector(ADDRESS), appUrl);
  type(form.querySelector(KEY), apiKey);
  form.requestSubmit();
  await found(frame, (page) => !page.contains(form) || page.querySelector("main [role=alert]"));
}

/** React listens to the event, and compares with the value that it set itself, so the setter must be the element's own. */
function type(input: HTMLInputElement | null, text: string): void {
  const view = input?.ownerDocument.defaultView;
  if (!input || !view) return;
  Object.getOwnPropertyDescriptor(view.HTMLInputElement.prototype, "value")?.set?.call(input, text);
  input.dispatchEvent(new view.Event("input", { bubbles: true }));
}

/** Resolves to the first result of `find` on the pane's page; undefined after the time limit. */
async function found<T>(frame: HTMLIFrameElement, find: (page: Document) => T | null): Promise<T | undefined> {
  const end = Date.now() + TIMEOUT;
  for (;;) {
    const result = frame.contentDocument && find(frame.contentDocument);
    if (result) return result;
    if (Date.now() > end) return undefined;
    await new Promise(requestAnimationFrame);
  }
}
