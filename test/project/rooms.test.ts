import { type Import, importsOf, roomOf, target } from "./imports";
import { readSources, type Sources } from "./sources";

/** Which rooms, or single files of them, each room may use: the arrows that the design draws between the rooms of src. */
const ARROWS: Record<string, string> = {
  addin: "insights functions workbook actions commands taskpane saved",
  taskpane: "actions(types) formulas insights",
  commands: "actions(types)",
  functions: "language insights grid",
  // What the arguments of a call name, for every room that reads calls.
  language: "insights grid",
  // The functions are offered as Excel is told of them.
  actions: "workbook saved formulas xlsx insights grid functions/functions.json",
  workbook: "language saved formulas insights grid",
  saved: "grid",
  insights: "",
  grid: "",
  formulas: "grid",
  // Both read formulas by the tokens of `formulas`, in linear time.
  engine: "formulas grid",
  xlsx: "formulas grid",
  // The sandbox answers under the paths of the endpoints' table, so that a new endpoint asks for its route.
  sandbox: "insights(types) insights/endpoints",
  // Its server calculates the sample of a first run by the command line's code.
  workbench: "engine sandbox grid cli/sheetsLedger",
  cli: "engine xlsx saved formulas functions insights grid ../package.json",
  start: "sandbox cli workbench",
};

/** Which of its other folders, or of the files beside them, each folder of `workbook` may use. The files beside them tie it together. */
const WORKBOOK: Record<string, string> = {
  cells: "",
  customXml: "cells",
  ledger: "customXml cells",
  refresh: "ledger cells",
  changes: "refresh ledger customXml cells",
  explain: "changes refresh ledger cells insertion cellFormats",
  errors: "refresh ledger cells",
  reports: "customXml cells dateSystem",
  snapshot: "reports ledger cells",
  checks: "ledger insertion dateSystem documentFile",
};

function isAllowed(found: Import, path: string): boolean {
  const room = roomOf(found.from);
  const reached = roomOf(path);
  const arrows = (ARROWS[room] ?? "").split(" ");
  if (reached === room || arrows.includes(reached) || arrows.includes(path)) return true;
  return found.typeOnly && arrows.includes(`${reached}(types)`);
}

/** What breaks the arrows, one sentence an import. */
function violations(files: Sources): string[] {
  return Object.entries(files)
    .flatMap(([path, text]) => importsOf(path, text))
    .flatMap((found) => {
      const room = roomOf(found.from);
      const path = target(found);
      if (!(room in ARROWS)) return [`${found.from}: "${room}" is not a room of the design`];
      if (path === undefined || isAllowed(found, path)) return [];
      return [`${found.from}: ${room} may not use ${path}`];
    });
}

/** What breaks the arrows between the folders of `workbook`, one sentence an import. */
function violationsInWorkbook(files: Sources): string[] {
  return Object.entries(files)
    .filter(([path]) => /^workbook\/.*\//.test(path))
    .flatMap(([path, text]) => importsOf(path, text))
    .flatMap((found) => {
      const folder = partOfWorkbook(found.from);
      const path = target(found);
      if (!(folder in WORKBOOK)) return [`${found.from}: "${folder}" is not a folder of the design`];
      if (path === undefined || roomOf(path) !== "workbook") return [];
      const part = partOfWorkbook(path);
      const isLegal = part === folder || (WORKBOOK[folder] ?? "").split(" ").includes(part);
      return isLegal ? [] : [`${found.from}: ${folder} may not use ${path}`];
    });
}

/** The folder of `workbook` that a path leads into, or the file beside the folders. */
function partOfWorkbook(path: string): string {
  return roomOf(path.slice("workbook/".length));
}

describe("the rooms of src", () => {
  test("use each other only along the arrows of the design", () => {
    expect(violations(readSources())).toEqual([]);
  });

  test("are read at all", () => {
    expect(Object.keys(readSources())).toContain("insights/endpoints.ts");
  });

  test("have folders with imports in one direction, in large rooms such as workbook", () => {
    const files = readSources();
    expect(violationsInWorkbook(files)).toEqual([]);
    for (const folder of Object.keys(WORKBOOK))
      expect(Object.keys(files).some((path) => path.startsWith(`workbook/${folder}/`))).toBe(true);
  });
});

/** The modules that run when these rooms load, packages among them by their names. */
function modulesBehind(files: Sources, rooms: readonly string[]): Set<string> {
  const found = new Set<string>();
  const visit = (path: string): void => {
    if (found.has(path)) return;
    found.add(path);
    for (const each of importsOf(path, files[path] ?? "")) if (!each.typeOnly) visit(fileAt(files, each));
  };
  for (const path of Object.keys(files)) if (rooms.includes(roomOf(path))) visit(path);
  return found;
}

/** The file that an import reaches, or the package as the source names it. */
function fileAt(files: Sources, found: Import): string {
  const path = target(found);
  const candidates = [path, `${path}.ts`, `${path}.tsx`, `${path}/index.ts`];
  return candidates.find((each) => each !== undefined && each in files) ?? path ?? found.specifier;
}

describe("what a person can do, also without the pane,", () => {
  const modules = [...modulesBehind(readSources(), ["actions", "commands"])];

  test("needs nothing of the pane, nor React", () => {
    expect(modules.filter((path) => /^(taskpane\/|react|@fluentui\/)/.test(path))).toEqual([]);
  });

  test("is looked through as far as the rooms behind it", () => {
    expect(modules).toContain("actions/store.ts");
    expect(modules).toContain("insights/session.ts");
    expect(modulesBehind(readSources(), ["taskpane"])).toContain("@fluentui/react-components");
  });
});

describe("an import against the arrows is found", () => {
  test.each([
    ["static", "insights/session.ts", `import { sheet } from "../workbook/sheet";`],
    ["for its side effects", "formulas/parse.ts", `import "../insights";`],
    ["re-exporting", "engine/run.ts", `export * from "../insights";`],
    ["dynamic", "functions/pnl.ts", `const pane = () => import("../taskpane/pane");`],
    ["required", "xlsx/zip.ts", `const { run } = require("../engine/run");`],
    ["of a type", "insights/key.ts", `import type { Call } from "../formulas/calls";`],
    ["of a type, inline", "insights/key.ts", `let call: import("../formulas/calls").Call;`],
    ["in deeper folders", "sandbox/planning/model.ts", `import { cell } from "../../functions/cell";`],
    ["of the wiring", "taskpane/pane.tsx", `import { session } from "../addin";`],
    ["of values where only types are allowed", "sandbox/routes.ts", `import { ENDPOINTS } from "../insights";`],
    ["of another file than the one allowed", "sandbox/routes.ts", `import { createKey } from "../insights/key";`],
    ["by a room that the design does not know", "helpers/dates.ts", `import { key } from "../insights/key";`],
  ])("%s", (_kind, path, text) => {
    expect(violations({ [path]: text })).toHaveLength(1);
  });

  test.each([
    ["of another folder", "workbook/ledger/ledger.ts", `import { settle } from "../refresh/settle";`],
    ["of a type", "workbook/cells/cells.ts", `import type { Ledger } from "../ledger/ledger";`],
    ["loaded later", "workbook/refresh/following.ts", `const insert = () => import("../reports/report");`],
    ["of a file beside the folders", "workbook/cells/cells.ts", `import { createReader } from "../reader";`],
    ["by a folder that the design does not know", "workbook/helpers/dates.ts", `import "./days";`],
  ])("between the folders of workbook: %s", (_kind, path, text) => {
    expect(violationsInWorkbook({ [path]: text })).toHaveLength(1);
  });

  test("but not within a folder, along arrows, into other rooms, or by entrance files", () => {
    expect(
      violationsInWorkbook({
        "workbook/refresh/refresh.ts": `import { commit } from "./commit"; import { cellAt } from "../cells/cells";`,
        "workbook/reports/statement.ts": `import { MAX_ROWS } from "../../grid/limits"; import "react";`,
        "workbook/checks/file.ts": `import { readDocument } from "../documentFile";`,
        "workbook/chunk.ts": `export { insertReport } from "./reports/report";`,
      }),
    ).toEqual([]);
  });

  test("but not within a room, of a package, along an arrow, or of allowed types", () => {
    expect(
      violations({
        "insights/session.ts": `import pLimit from "p-limit"; import { key } from "./key";`,
        "sandbox/planning/model.ts": `import type { Interval } from "../../insights"; import { seed } from "./seed";`,
        "sandbox/routes.ts": `import { ENDPOINTS } from "../insights/endpoints";`,
        "addin/main.ts": `import { connect } from "../insights"; const pane = () => import("../taskpane/pane");`,
      }),
    ).toEqual([]);
  });
});
