/** @jest-environment jsdom */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readManifest } from "../../workbench/page/manifest";

const MANIFEST = readFileSync(join(__dirname, "../../manifest.xml"), "utf8");

test("The manifest names pages, namespace and buttons", () => {
  expect(readManifest(MANIFEST)).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    name: "Scenario Insights",
    namespace: "INSIGHTS",
    page: "taskpane.html",
    metadata: "functions.json",
    tabs: [{ label: "Home", groups: [{ label: "Scenario Insights", buttons: expect.any(Array) }] }],
    cellMenus: [expect.objectContaining({ id: "Insights.Cell", label: "Scenario Insights" })],
  });
  expect(readManifest(MANIFEST).tabs[0]!.groups[0]!.buttons.slice(0, 2)).toEqual([
    {
      id: "Insights.Pane",
      label: "Insights",
      tip: { title: "Insights", description: expect.stringContaining("Connect to the planning service") },
      icon: "assets/icon-32.png",
      command: undefined,
      items: [],
    },
    {
      id: "Insights.Refresh",
      label: "Refresh",
      tip: { title: "Refresh", description: expect.stringContaining("present state") },
      icon: "assets/refresh-32.png",
      command: "refresh",
      items: [],
    },
  ]);
  const more = readManifest(MANIFEST).tabs[0]!.groups[0]!.buttons.at(-1)!;
  expect([more.label, more.items.map(({ command }) => command)]).toEqual([
    "More",
    ["formatCells", "takeSnapshot", "sendCopy"],
  ]);
  const [menu] = readManifest(MANIFEST).cellMenus;
  expect(menu!.items.map(({ label, command }) => [label, command])).toEqual([
    ["Explain this cell", "explainCell"],
    ["What is wrong here", "explainError"],
    ["Refresh", "refresh"],
  ]);
});

test("Paths are below the add-in's address, wherever that is", () => {
  const hosted = MANIFEST.replaceAll("https://localhost:3000", "https://example.com/add-ins/insights");
  expect(readManifest(hosted)).toEqual(readManifest(MANIFEST));
});

test("A manifest that lacks something is refused by what it lacks", () => {
  expect(() => readManifest(MANIFEST.replace(/<Namespace[^>]*>/, ""))).toThrow("The manifest has no Namespace");
});
