/** @jest-environment jsdom */
/** What runs in the page before the add-in's own script. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

const SCRIPT = readFileSync(join(__dirname, "../../src/taskpane/boot.js"), "utf8");
const NOTICE = `<div id="unloaded" hidden><button>Try again</button></div><div id="root"></div>`;

const OUTDATED = `<div id="outdated" hidden></div>`;

const delayInitialization = jest.fn();
const isTold = () => !document.getElementById("unloaded")!.hasAttribute("hidden");
const loadings = () => [...document.head.querySelectorAll<HTMLScriptElement>('script[src="addin.js"]')];

/** The page's script fails to load, as the browser tells it. */
const fail = (script: HTMLScriptElement) => script.dispatchEvent(new Event("error"));

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
  document.body.innerHTML = NOTICE + OUTDATED;
  Object.assign(window, { CustomFunctions: { delayInitialization } });
  jest.spyOn(window, "setTimeout").mockImplementation();
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- as the page runs it
  new Function(SCRIPT)();
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

test("without office.js a person is told at once", () => {
  document.getElementById("unloaded")!.setAttribute("hidden", "");
  document.head.insertAdjacentHTML("beforeend", `<script src="https://host.example/lib/1/hosted/office.js"></script>`);
  fail(document.head.querySelector<HTMLScriptElement>('script[src$="office.js"]')!);
  expect(isTold()).toBe(true);
});

test("a webview that is too old is told so, and Excel need not wait for the functions", () => {
  const { hasOwn } = Object;
  Reflect.deleteProperty(Object, "hasOwn");
  try {
    // eslint-disable-next-line @typescript-eslint/no-implied-eval -- as the page runs it
    new Function(SCRIPT)();
  } finally {
    Object.defineProperty(Object, "hasOwn", { value: hasOwn, configurable: true, writable: true });
  }
  expect(document.getElementById("outdated")!.hasAttribute("hidden")).toBe(false);
  expect(delayInitialization).toHaveBeenCalledTimes(1);
});

test("an up-to-date webview is told nothing of the kind", () => {
  document.getElementById("outdated")!.setAttribute("hidden", "");
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- as the page runs it
  new Function(SCRIPT)();
  expect(document.getElementById("outdated")!.hasAttribute("hidden")).toBe(true);
});
