/**
 * The page of the add-in: what it was built with, its sandbox, its downloads, and the notice of a pane that is not loaded.
 * @jest-environment jsdom
 */
import {
  keepsKeys,
  download,
  findSandbox,
  fixedAddress,
  pageVersion,
} from "../../../../src/excel/actions/connection/page";
import { hideUnloaded, showUnloaded } from "../../../../src/excel/actions/unloaded";
import { BROWSER } from "../../../../src/excel/actions/connection/unreachable";

/** The requests that the page has sent, and what it is answered. */
let requests: unknown[][];
let answer: { ok: boolean; json: () => Promise<unknown> };

beforeEach(() => {
  requests = [];
  answer = { ok: true, json: () => Promise.resolve({ apiKey: "sandbox key" }) };
  const fetch = (...given: unknown[]) => {
    requests.push(given);
    return Promise.resolve(answer);
  };
  Object.assign(globalThis, { fetch });
  document.head.innerHTML = document.body.innerHTML = "";
});

test("The page tells the version and the service that the add-in was built for", () => {
  expect([fixedAddress(), pageVersion()]).toEqual(["", ""]);
  document.head.innerHTML =
    '<meta name="insights-service" content="https://app.example"><meta name="insights-version" content="1.2.3">';
  expect([fixedAddress(), pageVersion()]).toEqual(["https://app.example", "1.2.3"]);
});

test.each([
  ["", true],
  ["never", false],
])("The page built with %j says if people may keep their key", (content, keeps) => {
  document.head.innerHTML = `<meta name="insights-keep-key" content="${content}">`;
  expect(keepsKeys()).toBe(keeps);
});

describe("a sandbox", () => {
  test("is found beside a page of this device", async () => {
    expect(await findSandbox()).toEqual({ appUrl: "http://localhost", apiKey: "sandbox key" });
    expect(requests).toEqual([["sandbox.json"]]);
  });

  test("is none if nothing answers there", async () => {
    answer = { ok: false, json: () => Promise.reject(new SyntaxError("no JSON")) };
    expect(await findSandbox()).toBeUndefined();
  });
});

test("A download is saved under its name, and its memory is freed after a minute", () => {
  jest.useFakeTimers();
  const clicked: string[] = [];
  const revoked: string[] = [];
  Object.assign(URL, { createObjectURL: () => "blob:1", revokeObjectURL: (url: string) => revoked.push(url) });
  document.addEventListener("click", (event) => {
    const { href, download: name } = event.target as HTMLAnchorElement;
    clicked.push(`${href} ${name}`);
    event.preventDefault();
  });
  download(new Blob(["x"]), "Board (values).xlsx");
  expect(clicked).toEqual(["blob:1 Board (values).xlsx"]);
  expect(document.querySelector("a")).toBeNull();
  jest.advanceTimersByTime(59_999);
  expect(revoked).toEqual([]);
  jest.advanceTimersByTime(1);
  expect(revoked).toEqual(["blob:1"]);
  jest.useRealTimers();
});

describe("the notice of a pane that is not loaded", () => {
  test("is shown and hidden, and its button tries again", () => {
    document.body.innerHTML = '<div id="unloaded" hidden><button></button></div>';
    const notice = document.getElementById("unloaded");
    const tryAgain = jest.fn();
    showUnloaded(tryAgain);
    expect(notice?.hidden).toBe(false);
    notice?.querySelector("button")?.click();
    expect(tryAgain).toHaveBeenCalledTimes(1);
    hideUnloaded();
    expect(notice?.hidden).toBe(true);
  });

  test("is none on a page without it", () => {
    expect(() => {
      showUnloaded(() => undefined);
      hideUnloaded();
    }).not.toThrow();
  });
});

describe("the browser's network", () => {
  test("tells the origin, and if the device is online", () => {
    expect([BROWSER.origin(), BROWSER.isOnline()]).toEqual(["http://localhost", true]);
  });

  test("tells if the own network is denied", async () => {
    for (const state of ["denied", "granted", "prompt"]) {
      const query = ({ name }: { name: string }) =>
        Promise.resolve({ state: name === "local-network-access" && state });
      Object.assign(navigator, { permissions: { query } });
      expect(await BROWSER.isLocalDenied()).toBe(state === "denied");
    }
  });

  test("knocks without credentials", async () => {
    await BROWSER.knock("https://app.example/");
    expect(requests).toEqual([["https://app.example/", { mode: "no-cors", credentials: "omit", cache: "no-store" }]]);
  });
});
