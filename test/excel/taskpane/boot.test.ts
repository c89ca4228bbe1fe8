/** @jest-environment jsdom */
/** What runs in the page before the add-in's own script. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

const SCRIPT = readFileSync(join(__dirname, "../../../src/excel/taskpane/boot.js"), "utf8");
const NOTICE = `<div id="unloaded" hidden><button>Try again</button></div><div id="root"></div>`;

const OUTDATED = `<div id="outdated" hidden></div>`;

const BLOCKED = `<div id="blocked" hidden><button>Try again</button></div>`;

const delayInitialization = jest.fn();
const isShown = (id: string) => !document.getElementById(id)!.hasAttribute("hidden");
const isTold = () => isShown("unloaded");
const loadings = () => [...document.head.querySelectorAll<HTMLScriptElement>('script[src="addin.js"]')];

/** The page's script fails to load, as the browser tells it. */
const fail = (script: HTMLScriptElement) => script.dispatchEvent(new Event("error"));

/** The page's script of office.js, from an address. */
function officeJs(address: string, otherwise = ""): HTMLScriptElement {
  document.head.insertAdjacentHTML("beforeend", `<script src="${address}"></script>`);
  const script = [...document.head.querySelectorAll("script")].at(-1)!;
  if (otherwise) script.setAttribute("data-otherwise", otherwise);
  return script;
}

/** The milliseconds after which the script is asked for again; it is, at once. */
function nextPause(): number {
  const [pause] = jest
    .mocked(setTimeout)
    .mock.calls.splice(0)
    .map(([task, milliseconds]) => {
      task();
      return milliseconds;
    });
  return pause!;
}

beforeAll(() => {
  document.head.innerHTML = `<script src="addin.js"></script>`;
  document.body.innerHTML = NOTICE + OUTDATED + BLOCKED;
  Object.assign(window, { CustomFunctions: { delayInitialization } });
  jest.spyOn(window, "setTimeout").mockImplementation();
  // oxlint-disable-next-line typescript/no-implied-eval -- as the page runs it
  new Function(SCRIPT)();
  // The first is for an office.js that does not come.
  [[tellOfWaiting]] = jest.mocked(setTimeout).mock.calls.splice(0) as [[() => void]];
});

let tellOfWaiting: () => void;

test("an office.js that neither comes nor fails is told until it comes", () => {
  tellOfWaiting();
  expect(document.getElementById("waiting")!.textContent).toMatch(/waiting for Microsoft's office\.js/);
  officeJs("https://host.example/1/office.js").dispatchEvent(new Event("load"));
  expect(document.getElementById("waiting")).toBeNull();
});

test("Office waits for the functions until their script is loaded", () => {
  expect(delayInitialization).toHaveBeenCalledTimes(1);
});

test("the add-in's script is requested until it loads, with growing pauses and a note", () => {
  const pauses: number[] = [];
  const told: boolean[] = [];
  for (let times = 1; times <= 7; times += 1) {
    expect(loadings()).toHaveLength(times);
    fail(loadings().at(-1)!);
    told.push(isTold());
    pauses.push(nextPause());
  }
  expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
  expect(told).toEqual([false, false, false, true, true, true, true]);
});

test("what other scripts the add-in asks for are its own affair", () => {
  document.head.insertAdjacentHTML("beforeend", `<script src="store.0123.js"></script>`);
  fail(document.head.querySelector<HTMLScriptElement>('script[src="store.0123.js"]')!);
  expect(setTimeout).not.toHaveBeenCalled();
});

test("an office.js that fails is taken from its other home, then its lack is told", () => {
  const write = jest.spyOn(document, "write").mockImplementation();
  const [first, second] = ["https://host.example/1/office.js", "https://other.example/lib/1/hosted/office.js"];
  const failed = officeJs(first, second);
  fail(failed);
  expect(write.mock.calls).toEqual([[`<script src="${second}"></script>`]]);
  expect(failed.isConnected).toBe(false);
  expect(isShown("blocked")).toBe(false);
  fail(officeJs(second));
  expect([write.mock.calls.length, isShown("blocked")]).toEqual([1, true]);
});

test("a webview that is too old is told so, and Excel need not wait for the functions", () => {
  const { hasOwn } = Object;
  Reflect.deleteProperty(Object, "hasOwn");
  try {
    // oxlint-disable-next-line typescript/no-implied-eval -- as the page runs it
    new Function(SCRIPT)();
  } finally {
    Object.defineProperty(Object, "hasOwn", { value: hasOwn, configurable: true, writable: true });
  }
  expect(document.getElementById("outdated")!.hasAttribute("hidden")).toBe(false);
  expect(delayInitialization).toHaveBeenCalledTimes(1);
});

test("an up-to-date webview is told nothing of the kind", () => {
  document.getElementById("outdated")!.setAttribute("hidden", "");
  // oxlint-disable-next-line typescript/no-implied-eval -- as the page runs it
  new Function(SCRIPT)();
  expect(document.getElementById("outdated")!.hasAttribute("hidden")).toBe(true);
});
