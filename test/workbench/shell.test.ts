/** @jest-environment jsdom */
import { connectPane } from "../../workbench/page/paneConnection";
import { createPane } from "../../workbench/page/pane";
import type { RibbonButton } from "../../workbench/page/manifest";
import { showRibbon } from "../../workbench/page/ribbon";
import { createStatusBar } from "../../workbench/page/status";

const element = (tag: string) => document.body.appendChild(document.createElement(tag));
const settle = () => new Promise((resolve) => setTimeout(resolve));

beforeEach(() => {
  document.body.innerHTML = "";
});

describe("the ribbon", () => {
  const button = (id: string, command?: string): RibbonButton => ({
    id,
    label: id,
    tip: { title: id, description: `What ${id} does` },
    icon: "assets/icon-32.png",
    command,
    items: [],
  });

  test("shows tabs, groups and buttons with their pictures and tips", () => {
    const ribbon = element("nav");
    showRibbon(ribbon, [{ label: "Home", groups: [{ label: "Insights", buttons: [button("Pane")] }] }], async () => {});
    expect(ribbon.querySelector("h2")?.textContent).toBe("Home");
    expect(ribbon.querySelector('[role="group"]')?.getAttribute("aria-label")).toBe("Insights");
    expect(ribbon.querySelector("button")?.title).toContain("What Pane does");
    expect(ribbon.querySelector("img")?.getAttribute("src")).toBe("/assets/icon-32.png");
  });

  test("greys a button out while its command runs", async () => {
    const ribbon = element("nav");
    let end = () => {};
    const press = jest.fn(() => new Promise<void>((resolve) => (end = resolve)));
    showRibbon(
      ribbon,
      [{ label: "Home", groups: [{ label: "Insights", buttons: [button("Refresh", "refresh")] }] }],
      press,
    );
    const shown = ribbon.querySelector("button")!;
    shown.click();
    shown.click();
    expect([shown.disabled, press.mock.calls.length]).toEqual([true, 1]);
    end();
    await settle();
    expect(shown.disabled).toBe(false);
  });
});

test("A ribbon menu opens below its button, runs a command, and closes", () => {
  const item = {
    id: "Pause",
    label: "Pause",
    tip: { title: "", description: "" },
    icon: "i.png",
    command: "togglePause",
    items: [],
  };
  const more = { ...item, id: "More", label: "More", command: undefined, items: [item] };
  const ribbon = element("nav");
  const press = jest.fn(() => Promise.resolve());
  showRibbon(ribbon, [{ label: "Home", groups: [{ label: "Insights", buttons: [more] }] }], press);
  const [opener, inside] = ribbon.querySelectorAll("button");
  const items = ribbon.querySelector<HTMLElement>(".ribbon-items")!;
  expect([items.hidden, opener!.getAttribute("aria-expanded")]).toEqual([true, "false"]);
  opener!.click();
  expect([items.hidden, opener!.getAttribute("aria-expanded")]).toEqual([false, "true"]);
  inside!.click();
  expect([items.hidden, press.mock.calls]).toEqual([true, [[item]]]);
});

describe("the pane", () => {
  function open() {
    const [divider, pane] = [element("div"), element("aside")];
    const turned: boolean[] = [];
    const content = { title: "Insights", address: "about:blank", windowName: "name" };
    const opened = createPane({ pane, divider }, content, (visible) => turned.push(visible));
    return { ...opened, pane, divider, turned };
  }

  test("shows the add-in's frame, which survives closing and opening", () => {
    const { pane, divider, frame, show, visible, turned } = open();
    expect([visible(), frame.name]).toEqual([true, "name"]);
    pane.querySelector("button")!.click();
    expect([visible(), divider.hidden, frame.isConnected]).toEqual([false, true, true]);
    show();
    show();
    expect([visible(), turned]).toEqual([true, [false, true]]);
  });

  test("is as wide as the arrow keys make it, within Excel's limits", () => {
    const { pane, divider } = open();
    const press = (key: string) => divider.dispatchEvent(new KeyboardEvent("keydown", { key }));
    expect(pane.style.width).toBe("320px");
    // jsdom lays nothing out, so the present width is set by hand.
    for (const [offset, key, width] of [
      [400, "ArrowLeft", "416px"],
      [400, "ArrowRight", "384px"],
      [635, "ArrowLeft", "640px"],
    ] as const) {
      Object.defineProperty(pane, "offsetWidth", { value: offset, configurable: true });
      press(key);
      expect([pane.style.width, divider.getAttribute("aria-valuenow")]).toEqual([width, width.replace("px", "")]);
    }
  });
});

describe("the connection", () => {
  /** A frame whose form does what the pane's does: it listens to what is typed, and goes when it is submitted. */
  function paneWith(onSubmit: (typed: Record<string, string>, form: HTMLFormElement) => void): HTMLIFrameElement {
    const frame = element("iframe") as HTMLIFrameElement;
    const page = frame.contentDocument!;
    page.body.innerHTML = `<main><form><input inputmode="url" name="url"><input type="password" name="key"></form></main>`;
    const form = page.querySelector("form")!;
    const typed: Record<string, string> = {};
    form.addEventListener("input", ({ target }) => {
      const { name, value } = target as HTMLInputElement;
      typed[name] = value;
    });
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      onSubmit(typed, form);
    });
    return frame;
  }

  test("is made by typing into the pane's form and submitting it", async () => {
    const submitted: unknown[] = [];
    const frame = paneWith((typed, form) => {
      submitted.push({ ...typed });
      form.remove();
    });
    await connectPane(frame, "https://localhost:4400", "sandbox-key");
    expect(submitted).toEqual([{ url: "https://localhost:4400", key: "sandbox-key" }]);
  });

  test("is left alone where the pane shows no form", async () => {
    const frame = element("iframe") as HTMLIFrameElement;
    frame.contentDocument!.body.innerHTML = "<main>Connected</main>";
    await expect(connectPane(frame, "https://localhost:4400", "sandbox-key")).resolves.toBeUndefined();
  });

  test("ends as well where the pane says why it was refused", async () => {
    const frame = paneWith((_typed, form) => form.insertAdjacentHTML("afterend", `<div role="alert">No.</div>`));
    await expect(connectPane(frame, "https://localhost:4400", "wrong")).resolves.toBeUndefined();
  });
});

test("The status bar counts the cells that wait, and keeps its message", () => {
  const bar = element("span");
  const status = createStatusBar(bar);
  const texts = [0, 1, 2_000].map((count) => {
    status.setWaiting(count);
    return bar.textContent;
  });
  expect(texts).toEqual(["Ready", "Calculating 1 cell…", "Calculating 2000 cells…"]);
  status.setMessage("The workbook is too large.");
  status.setWaiting(0);
  expect(bar.textContent).toBe("Ready · The workbook is too large.");
});
