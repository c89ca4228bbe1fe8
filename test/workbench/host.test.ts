/** @jest-environment jsdom */
import { createHost, type HostOptions } from "../../workbench/office/host";
import type { Services } from "../../workbench/office/runtime";

const ORIGIN = "https://localhost:4400";

/** A host, and the add-in's side of its messages. */
function stage(options: Partial<HostOptions> = {}) {
  const posted: Record<string, any>[] = []; // oxlint-disable-line typescript/no-explicit-any -- messages of many shapes
  const inside = { postMessage: (text: string) => posted.push(JSON.parse(text)) };
  const pane = { shown: true, show: () => void (pane.shown = true), hide: () => void (pane.shown = false) };
  const kept = { settings: { plan: '"fy26"' } as Record<string, string>, start: "Inactive" };
  let services: Services = {};
  const host = createHost({
    page: window,
    frame: { window: () => inside as unknown as Window, origin: ORIGIN },
    conversation: "c1",
    addin: { id: "a1", name: "Insights" },
    document: "Sample.xlsx",
    pane: { show: pane.show, hide: pane.hide, visible: () => pane.shown },
    start: { read: () => kept.start, write: (state) => (kept.start = state) },
    settings: { read: () => kept.settings, write: (settings) => (kept.settings = settings) },
    requirements: { ExcelApi: "1.9" },
    interpreter: (given) => {
      services = given;
      return async (body) => ({ echo: body });
    },
    ...options,
  });
  const ask = async (action: string, data: unknown = null, kind = 0) => {
    const message = {
      _messageType: 0,
      _actionName: action,
      _conversationId: "c1",
      _correlationId: "r",
      _actionType: kind,
    };
    const event = new MessageEvent("message", { data: JSON.stringify({ ...message, _data: data }), origin: ORIGIN });
    window.dispatchEvent(Object.defineProperty(event, "source", { value: inside }));
    await new Promise((resolve) => setTimeout(resolve));
    return posted.splice(0).at(-1);
  };
  const execute = (id: number, rest: object) => ask("executeMethod", { DdaMethod: { DispatchId: id }, ...rest });
  const call = (service: string, method: string, ...args: unknown[]) =>
    services[service]![method]!(...(args as never[]));
  return { host, pane, kept, posted, ask, execute, call };
}

test("An add-in is told the host, the document's settings and the requirement sets", async () => {
  const { ask } = stage();
  expect((await ask("ContextActivationManager_getAppContextAsync"))!._data).toMatchObject({
    _id: "a1",
    _appName: 16,
    _docUrl: "Sample.xlsx",
    _settings: [["plan", '"fy26"']],
    _requirementMatrix: '{"ExcelApi":"1.9"}',
  });
});

test("An add-in is told the language of Excel", async () => {
  const localeOf = async (options: Partial<HostOptions>) =>
    (
      (await stage(options).ask("ContextActivationManager_getAppContextAsync"))!._data as object as Record<
        string,
        string
      >
    )._appUILocale;
  expect(await localeOf({})).toBe("en-US");
  expect(await localeOf({ locale: "de-DE" })).toBe("de-DE");
});

test("A rich-API request is interpreted, and its answer travels as text", async () => {
  const { execute } = stage();
  const reply = await execute(93, { ArrayData: ["", "POST", "ProcessQuery", [], '{"Actions":[]}', 0, 0] });
  expect(reply!._data).toEqual({ Version: 1, Error: 0, Data: [200, [], '{"echo":{"Actions":[]}}'] });
});

test.each([
  [13, "on"],
  [14, "back"],
  [5, "cells"],
  [15, "cells"],
  [0, undefined],
])("The keyboard follows what the page tells of it by %d", async (action, way) => {
  const ways: unknown[] = [];
  const pane = { show: () => undefined, hide: () => undefined, visible: () => true };
  const { ask } = stage({ pane: { ...pane, leave: (each) => void ways.push(each) } });
  await ask("ContextActivationManager_notifyHost", ["a1", action]);
  expect(ways).toEqual(way ? [way] : []);
});

test("The document's settings are written whole and read again", async () => {
  const { execute, kept } = stage();
  await execute(76, { DdaSettingsMethod: { Properties: [["currency", '"EUR"']] } });
  expect(kept.settings).toEqual({ currency: '"EUR"' });
  const reply = await execute(75, {});
  expect(reply!._data.Properties).toEqual({ Settings: [{ Name: "currency", Value: '"EUR"' }] });
});

test("The workbook's file is handed out in slices, and two at most are open", async () => {
  const bytes = Uint8Array.from([80, 75, 3, 4, 5]);
  const { execute } = stage({ file: () => Promise.resolve(bytes) });
  const open = () => execute(77, { 0: 1, 1: 4 });
  const first = (await open())!._data;
  expect(first).toMatchObject({ Error: 0, 1: 5 });
  expect((await execute(80, { 2: first[0], 3: 0 }))!._data).toMatchObject({ Error: 0, 0: [80, 75, 3, 4], 1: 4 });
  expect((await execute(80, { 2: first[0], 3: 1 }))!._data).toMatchObject({ Error: 0, 0: [5], 1: 1 });
  await open();
  expect((await open())!._data).toMatchObject({ Error: 5000 });
  await execute(81, { 2: first[0] });
  expect((await open())!._data).toMatchObject({ Error: 0, 1: 5 });
});

test.each([
  ["there is no file", undefined, 1],
  ["another type is asked for", Uint8Array.from([80]), 2],
])("No file is handed out where %s", async (_why, bytes, type) => {
  const { execute } = stage({ file: () => Promise.resolve(bytes) });
  expect((await execute(77, { 0: type, 1: 4 }))!._data).toMatchObject({ Error: 5000 });
});

test("What the host does not offer is refused", async () => {
  const { execute, ask } = stage();
  expect((await execute(64, {}))!._data).toMatchObject({ Error: 5000 });
  expect(await ask("getDocumentCopy")).toMatchObject({ _errorCode: -2 });
});

test("Functions are called once the runtime in the add-in's page takes calls", async () => {
  const { host, ask, call, posted } = stage();
  await ask("richApiMessage", null, 1);
  const options = { address: "Sheet1!A1", cancelable: true, signal: new AbortController().signal };
  const result = host.invoke("PNL", ["fy26"], options);
  const service = "Microsoft.ExcelServices.CustomFunctions";
  call(service, "_SetOsfControlContainerReadyForCustomFunctions");
  await new Promise((resolve) => setTimeout(resolve));
  expect(posted.map(({ _data }) => _data.ArrayData[0].slice(0, 2))).toEqual([[1, 1000]]);
  expect(call(service, "_GetEnabledFeatures")).toEqual([1, 2, 3, 4]);
  call(service, "setInvocationArrayResults", [[1, true, 42, [0]]]);
  expect(await result).toBe(42);
});

test("A ribbon's command runs from its event to its completion", async () => {
  const { host, ask, execute } = stage();
  const done = host.runCommand("refresh", "Insights.Refresh");
  const event = await ask("appCommandInvoked", null, 1);
  expect(event!._data).toMatchObject({ 1: "refresh" });
  await execute(94, { 0: event!._data[0], 1: 0, 2: "{}" });
  await expect(done).resolves.toBeUndefined();
});

test("The add-in shows and hides its pane, and hears when a person does", async () => {
  const { host, pane, ask, call, posted } = stage();
  const service = "Microsoft.AppRuntime.AppRuntimeService";
  call(service, "setAppRuntimeState", "Background");
  expect([pane.shown, call(service, "getAppRuntimeState")]).toEqual([false, "Background"]);
  call(service, "setAppRuntimeState", "Visible");
  expect([pane.shown, call(service, "getAppRuntimeState")]).toEqual([true, "Visible"]);
  await ask("richApiMessage", null, 1);
  host.paneTurned(false);
  expect(posted.at(-1)!._data.ArrayData[0].slice(0, 4)).toEqual([65536, 65539, "", '{"visibility":"Hidden"}']);
});

test("Whether the add-in starts with the document is kept in it", () => {
  const { call, kept } = stage();
  const service = "Microsoft.AppRuntime.AppRuntimePersistenceService";
  expect(call(service, "getAppRuntimeStartState")).toBe("Inactive");
  call(service, "setAppRuntimeStartState", "Background");
  expect(kept.start).toBe("Background");
});
