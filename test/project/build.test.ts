/** @jest-environment jsdom */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { built, builtText } from "./dist";

/** The modules that a built script was made of, as its source map names them: `./src/excel/addin/main.ts`, `./node_modules/react/…`. */
function modulesOf(script: string): string[] {
  const { sources } = JSON.parse(builtText(`${script}.map`));
  return sources.map((source: string) => source.replace(/^webpack:\/\/[^/]*\//, ""));
}

/** What loads with every workbook: the wiring, which answers Excel at once, and beside it the functions and the client. */
const OPENING = /^(addin|(functions|client)\.\w+)\.js$/;

const scripts = () => readdirSync(built("")).filter((file) => file.endsWith(".js"));
const openingScripts = () => scripts().filter((file) => OPENING.test(file));

/** The scripts that are loaded only when they are needed. */
const lazyScripts = () => scripts().filter((file) => !OPENING.test(file));

/** The ids and names under which the built add-in gives its functions and commands to an Excel that never gets ready. */
function associations(): { functions: string[]; commands: string[] } {
  const functions = jest.fn<void, [string]>();
  const commands = jest.fn<void, [string]>();
  const names = (associate: typeof functions) => associate.mock.calls.map(([name]) => name);
  const nothing = () => undefined;
  const window = {
    CustomFunctions: { associate: functions },
    Office: { onReady: () => new Promise(nothing), actions: { associate: commands } },
    // A page whose scripts never arrive.
    document: {
      getElementById: () => null,
      getElementsByTagName: () => [],
      createElement: () => ({ setAttribute: nothing }),
      head: { appendChild: nothing },
    },
    setTimeout: nothing,
  };
  runInNewContext(builtText("addin.js"), { ...window, self: window });
  return { functions: names(functions), commands: names(commands) };
}

const page = (name: string) => new DOMParser().parseFromString(builtText(name), "text/html");
const elements = (name: string, tag: string) => [...page(name).querySelectorAll(tag)];

describe("what a workbook loads when it opens", () => {
  const modules = openingScripts().flatMap(modulesOf);

  test("has the functions and the client", () => {
    expect(modules).toContain("./src/numbers/functions/functions.ts");
    expect(modules).toContain("./src/insights/session.ts");
  });

  test("has no words for numbers: those wait until somebody speaks of one", () => {
    expect(
      modules.filter((module) => /language\/(figure|nameTexts|shareWords)|functions\/figure/.test(module)),
    ).toEqual([]);
  });

  test("has no second copy of what all scripts share", () => {
    const shared =
      /^\.\/src\/(insights|spreadsheet\/(cells|formulas)|numbers\/language\/(figure|names|periods|signatures))\b/;
    const copies = scripts().flatMap((script) =>
      [...new Set(modulesOf(script))].filter((module) => shared.test(module)),
    );
    expect(copies.length).toBeGreaterThan(40);
    expect(copies.filter((module, at) => copies.indexOf(module) < at)).toEqual([]);
  });

  test("has neither React nor Fluent UI: those wait until the pane is shown", () => {
    expect(
      modules.filter((module) => /node_modules\/(react|react-dom|scheduler|@fluentui|@griffel)\//.test(module)),
    ).toEqual([]);
    expect(lazyScripts().flatMap(modulesOf)).toContainEqual(expect.stringContaining("node_modules/@fluentui/"));
  });

  test("contains no code for the pane or the ribbon, which loads on demand", () => {
    expect(modules.filter((module) => /src\/excel\/(actions\/store|taskpane\/)/.test(module))).toEqual([]);
    expect(lazyScripts().flatMap(modulesOf)).toContain("./src/excel/actions/store.ts");
  });

  test("has nothing of the pane in what the ribbon and the clock load", () => {
    const store = lazyScripts()
      .map(modulesOf)
      .filter((each) => each.includes("./src/excel/actions/store.ts"));
    expect(store).toHaveLength(1);
    expect(
      store.flat().filter((module) => /src\/excel\/taskpane\/|node_modules\/(react|@fluentui)/.test(module)),
    ).toEqual([]);
  });

  test("has nothing that is for development", () => {
    expect(
      modules.filter((module) =>
        /^\.\/(sandbox|workbench)\/|src\/(headless|spreadsheet\/(engine|xlsx))\//.test(module),
      ),
    ).toEqual([]);
  });
});

test("No script has modules of the command line or of agents", () => {
  const modules = scripts().flatMap(modulesOf);
  expect(
    modules.filter((module) =>
      /src\/headless\/(cli|agents)\/|node_modules\/(@modelcontextprotocol|zod)\//.test(module),
    ),
  ).toEqual([]);
});

test("Only the copy's script needs Safari 16.4: no other has a look-behind, which earlier ones fail to load", () => {
  const needy = scripts().filter((script) => /\(\?<[=!]/.test(builtText(script)));
  expect(needy.map((script) => script.split(".")[0])).toEqual(["copy"]);
});

test("Every script of the build is in the table of what is loaded when", () => {
  const table = readFileSync(join(__dirname, "../../docs/decisions/loading.md"), "utf8").matchAll(/^\| `(\w+)`/gm);
  const names = scripts().map((script) => script.split(".")[0]);
  expect([...table].map(([, name]) => name).sort()).toEqual([...new Set(names)].sort());
});

describe("the add-in", () => {
  test("describes its functions in less than the megabyte that Excel on a desktop takes", () => {
    expect(Buffer.byteLength(builtText("functions.json"))).toBeLessThan(1_000_000);
  });

  test("gives Excel exactly the functions that it is told of, and the ribbon's commands", () => {
    const { functions } = JSON.parse(builtText("functions.json"));
    expect(associations().functions.sort()).toEqual(functions.map(({ id }: { id: string }) => id).sort());
    const { enums } = JSON.parse(builtText("functions.json"));
    for (const { values } of enums as { values: Record<string, string>[] }[])
      expect(values.map(({ value }) => value)).toEqual(values.map(({ stringValue }) => stringValue));
    // Each name stays when its button goes: Excel shows the ribbon of an earlier manifest until it reads the new one.
    expect(associations().commands.sort()).toEqual([
      "explainCell",
      "explainError",
      "formatCells",
      "refresh",
      "sendCopy",
      "showReports",
      "takeSnapshot",
    ]);
  });
});

const OFFICE_JS = [
  "https://officeapis.public.onecdn.static.microsoft/1/office.js",
  "https://appsforoffice.microsoft.com/lib/1/hosted/office.js",
];

describe("the page", () => {
  test("hears whether office.js comes, loads it from one of two homes, then the add-in", () => {
    const scripts = elements("taskpane.html", "script");
    expect(scripts.map((script) => script.getAttribute("src"))).toEqual([null, OFFICE_JS[0], "addin.js"]);
    expect(scripts.map((script) => script.getAttribute("data-otherwise"))).toEqual([null, OFFICE_JS[1], null]);
    expect(scripts.map((script) => /delayInitialization\(\)/.test(script.textContent))).toEqual([true, false, false]);
  });

  test("allows its own scripts and Microsoft's, no other inline scripts and no eval", () => {
    const policy = elements("taskpane.html", "meta")
      .find((meta) => meta.hasAttribute("http-equiv"))
      ?.getAttribute("content");
    const rules = Object.fromEntries(
      (policy ?? "").split("; ").map((rule) => [rule.split(" ")[0], rule.split(" ").slice(1)]),
    );
    const inline = elements("taskpane.html", "script").find((script) => !script.hasAttribute("src"))?.textContent ?? "";
    const hash = createHash("sha256").update(inline).digest("base64");
    expect(rules["default-src"]).toEqual(["'none'"]);
    const homes = OFFICE_JS.map((address) => new URL(address).origin);
    expect(rules["script-src"]).toEqual(["'self'", ...homes, `'sha256-${hash}'`]);
    expect(rules["frame-src"]).toEqual(homes);
    expect(rules["connect-src"]).toEqual(["https:", "http://localhost:*", "http://127.0.0.1:*"]);
  });
});

test("Source maps name the modules, and hold none of their texts", () => {
  const maps = readdirSync(built("")).filter((file) => file.endsWith(".map"));
  expect(maps.length).toBeGreaterThan(0);
  expect(maps.filter((file) => JSON.parse(builtText(file)).sourcesContent !== undefined)).toEqual([]);
});
