/**
 * Connects the add-in to the sandbox as a person would: by filling in the form of its pane and pressing the button. The
 * add-in is the one that people get, so it knows no other way, and no key may be in a workbook.
 */

/** How long the pane may take to show its form or to answer, in milliseconds. */
const TIMEOUT = 15_000;

const ADDRESS = "input[type=url]";
const KEY = "input[type=password]";

/** Fulfilled when the form is gone, or shows why it is not; at once where the pane shows something else. */
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

/** What `find` gives of the pane's page, as soon as it gives something; undefined when the time is over. */
async function found<T>(frame: HTMLIFrameElement, find: (page: Document) => T | null): Promise<T | undefined> {
  const end = Date.now() + TIMEOUT;
  for (;;) {
    const result = frame.contentDocument && find(frame.contentDocument);
    if (result) return result;
    if (Date.now() > end) return undefined;
    await new Promise(requestAnimationFrame);
  }
}
