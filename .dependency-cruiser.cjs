// `npm run rooms`: which room may import which, as docs/walkthrough.md draws it; types count as imports too.

/** The floors of `src`, from below, with those that each may import. Sandbox and workbench prove the add-in, and are no part of it. */
const FLOORS = {
  spreadsheet: "",
  insights: "",
  numbers: "insights spreadsheet",
  reporting: "numbers insights spreadsheet",
  excel: "reporting numbers insights spreadsheet",
  headless: "reporting numbers insights spreadsheet",
};
const BESIDE_SRC = ["sandbox", "workbench"];

/**
 * Which rooms of its own floor and of those below a room may import. A room with "(types)" may be imported for its types only; a path
 * stands for files of a room.
 */
const ARROWS = {
  "spreadsheet/cells": "",
  "spreadsheet/formulas": "cells",
  "spreadsheet/engine": "formulas cells",
  "spreadsheet/xlsx": "formulas cells",
  "spreadsheet/documents": "xlsx formulas cells",
  insights: "",
  "numbers/language": "insights formulas cells",
  "numbers/analysis": "language insights cells",
  "numbers/functions": "language analysis insights cells",
  "reporting/saved": "language formulas cells",
  // The commentary shows what is kept of comments.
  "reporting/reports": "saved language formulas insights cells",
  // Tables look like reports.
  "reporting/tables": "reports language saved insights cells",
  "reporting/headings": "tables reports language insights cells",
  "reporting/roll": "headings language formulas insights cells",
  "excel/workbook": "reports analysis saved formulas language insights cells",
  "excel/hostChecks": "workbook language/environment cells",
  // Functions are offered as Excel is told of them.
  "excel/actions":
    "workbook hostChecks roll headings tables reports analysis saved formulas language insights cells xlsx functions/functions.json",
  "excel/commands": "actions(types)",
  "excel/taskpane":
    "actions(types) actions/format/formatLanguage workbook(types) roll(types) headings(types) tables(types) reports(types) analysis(types) saved(types) language insights cells/address",
  "excel/addin": "commands taskpane actions workbook functions saved insights",
  "headless/standalone": "engine functions saved language insights xlsx",
  "headless/agents": "standalone analysis engine functions(types) saved language insights cells",
  // The command starts the server, which evaluates formulas as the command does.
  "headless/cli": "agents standalone engine documents xlsx saved functions analysis language formulas insights cells",
  // It answers under the paths of the endpoints' table, so a new endpoint asks for its route.
  sandbox: "insights(types) insights/endpoints",
  // The sample of a first run is calculated as the command line calculates.
  workbench: "standalone engine sandbox xlsx cells",
};

/** The folders of `workbook`. The files beside them tie them together. */
const WORKBOOK = {
  cells: "",
  customXml: "cells",
  ledger: "customXml cells",
  refresh: "ledger cells",
  changes: "refresh ledger customXml cells",
  explain: "refresh ledger cells insertion tableStyles",
  errors: "refresh ledger cells",
  checks: "refresh ledger cells dateSystem",
  comments: "cells dateSystem",
  reports: "comments customXml cells dateSystem",
  snapshot: "reports ledger cells",
  format: "refresh ledger cells",
};

/**
 * A rule for each room that forbids all arrows but its own.
 * @param {string} folder of the rooms, as a pattern
 * @param {Readonly<Record<string, string>>} arrows
 * @param {(room: string) => string} pathOf of a room, from the folder
 */
function rulesOf(folder, arrows, pathOf = (room) => room) {
  const within = (/** @type {string} */ room) => `^${folder}${pathOf(room)}(/|\\.|$)`;
  return Object.entries(arrows).flatMap(([room, reached]) => {
    const words = reached.split(" ").filter(Boolean);
    const types = words.flatMap((word) => /^(.*)\(types\)$/.exec(word)?.[1] ?? []);
    const all = words.filter((word) => !word.endsWith("(types)"));
    const from = { path: within(room) };
    const to = { path: `^${folder}[^/]+`, pathNot: [room, ...all, ...types].map(within) };
    const values = { path: types.map(within), pathNot: all.map(within), dependencyTypesNot: ["type-only"] };
    const forbid = (/** @type {object} */ to) => ({ name: `imports of ${room}`, severity: "error", from, to });
    return [forbid(to), ...(types.length > 0 ? [forbid(values)] : [])];
  });
}

/** Such as "spreadsheet/cells" for "cells", and "spreadsheet/cells/area" for "cells/area". */
function pathOfRoom(/** @type {string} */ name) {
  const [first = "", ...file] = name.split("/");
  const room = Object.keys(ARROWS).find((each) => each.split("/").at(-1) === first);
  return room === undefined ? name : [room, ...file].join("/");
}

/** What stands at the top beside `src`, and `src` itself, as one folder. */
const TOP = `(src/|(?=(${BESIDE_SRC.join("|")})/))`;

/** @type {import("dependency-cruiser").IConfiguration} */
module.exports = {
  forbidden: [
    ...rulesOf("src/", FLOORS).map((rule) => ({
      ...rule,
      name: rule.name.replace("imports of", "imports of the floor"),
    })),
    ...rulesOf(TOP, ARROWS, pathOfRoom),
    ...rulesOf("src/excel/workbook/", WORKBOOK),
    {
      name: "unknown room",
      severity: "error",
      from: { path: "^src/", pathNot: `^src/(${Object.keys(ARROWS).join("|")})(/|\\.)` },
      to: {},
    },
    {
      name: "unknown folder of workbook",
      severity: "error",
      from: {
        path: "^src/excel/workbook/[^/]+/",
        pathNot: `^src/excel/workbook/(${Object.keys(WORKBOOK).join("|")})/`,
      },
      to: {},
    },
    {
      name: "a workbook's file knows nothing of the run",
      severity: "error",
      from: { path: "^src/headless/cli/book/" },
      to: { path: "^src/headless/cli/(command|run)/" },
    },
    {
      name: "what people get needs nothing of the builds",
      severity: "error",
      from: { path: "^src/" },
      to: { path: "^scripts/" },
    },
    { name: "circle", severity: "error", from: {}, to: { circular: true } },
    {
      name: "actions work without the pane",
      severity: "error",
      from: { path: "^src/excel/(actions|commands)/" },
      to: { path: "^src/excel/taskpane/|node_modules/(react|react-dom|@fluentui)/", reachable: true },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
  },
};
