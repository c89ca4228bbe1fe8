import fc from "fast-check";
import { parseCommand } from "../../../../src/headless/cli/command/parsedCommand";
import { usageOf } from "../../../../src/headless/cli/command/usage";
import { FILE_LIMITS } from "../../../../src/spreadsheet/xlsx/limits";

const formulasOf = (...args: string[]) => {
  const parsed = parseCommand(args);
  return "formulas" in parsed ? parsed.formulas : "help";
};

function mistake(...args: string[]): Error & { exitCode: number } {
  try {
    parseCommand(args);
  } catch (error) {
    return error as Error & { exitCode: number };
  }
  throw new Error(`insights ${args.join(" ")} is no mistake.`);
}

describe("insights eval", () => {
  test("takes its formulas from the arguments, in order", () => {
    expect(parseCommand(["eval", "=1", "=2"])).toEqual({
      help: false,
      formulas: ["=1", "=2"],
      isList: false,
      json: false,
      stats: false,
    });
  });

  test("takes them from standard input where there are none", () => {
    expect(formulasOf("eval")).toBeUndefined();
    expect(formulasOf("eval", "--json")).toBeUndefined();
  });

  test("takes its options anywhere", () => {
    const parsed = { help: false, formulas: ["=1", "=2"], isList: false, json: true, stats: true };
    expect(parseCommand(["eval", "--json", "--stats", "=1", "=2"])).toEqual(parsed);
    expect(parseCommand(["--stats", "eval", "=1", "--json", "=2"])).toEqual(parsed);
  });

  test("takes what follows -- as formulas, whatever it looks like", () => {
    expect(formulasOf("eval", "--", "-INSIGHTS.PNL()", "--json", "--help")).toEqual([
      "-INSIGHTS.PNL()",
      "--json",
      "--help",
    ]);
  });

  test("tells of -- where a formula looks like an option", () => {
    expect(mistake("eval", "-INSIGHTS.PNL()").message).toMatch(/Unknown option '-I'.*after '--'/s);
  });
});

describe("the short cuts", () => {
  test.each<[string[], string]>([
    [["plans"], "=INSIGHTS.PLANS()"],
    [["scenarios"], "=INSIGHTS.SCENARIOS()"],
    [["scenarios", "FY26 Plan"], '=INSIGHTS.SCENARIOS("FY26 Plan")'],
    [["scenarios", ""], '=INSIGHTS.SCENARIOS("")'],
    [["scenarios", "--", "-5%"], '=INSIGHTS.SCENARIOS("-5%")'],
    [["fields"], "=INSIGHTS.FIELDS()"],
    [["fields", "pnl"], '=INSIGHTS.FIELDS("pnl")'],
  ])("%j is a formula", (args, formula) => {
    expect(formulasOf(...args)).toEqual([formula]);
  });

  test("are one formula with one text, whatever the plan is called", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (plan) => {
        const [formula = ""] = formulasOf("scenarios", "--", plan) ?? [];
        const [, text] = /^=INSIGHTS\.SCENARIOS\("((?:[^"]|"")*)"\)$/s.exec(formula)!;
        expect(text!.replaceAll('""', '"')).toBe(plan);
      }),
    );
  });

  test.each<[string[], string]>([
    [["plans", "FY26"], "insights plans takes no argument."],
    [["scenarios", "a", "b"], "insights scenarios takes at most one argument."],
    [["fields", "pnl", "demand"], "insights fields takes at most one argument."],
  ])("%j is too much", (args, message) => {
    expect(mistake(...args)).toMatchObject({ exitCode: 2, message });
  });
});

describe("insights refresh --values", () => {
  test("needs another file, since the workbook's own formulas would be lost", () => {
    const refused = mistake("refresh", "book.xlsx", "--values");
    expect(refused).toMatchObject({ exitCode: 2, message: expect.stringContaining("needs another file") });
  });

  test("writes to another file", () => {
    expect(parseCommand(["refresh", "book.xlsx", "--values", "-o", "copy.xlsx"])).toMatchObject({
      refresh: { files: ["book.xlsx"], out: "copy.xlsx", valuesOnly: true },
    });
  });
});

describe("insights refresh --limit", () => {
  const limitsOf = (...args: string[]) => {
    const parsed = parseCommand(["refresh", "book.xlsx", ...args]);
    return "refresh" in parsed ? parsed.refresh.limits : undefined;
  };

  test("raises the limits that it names, and leaves the others", () => {
    expect(limitsOf()).toEqual(FILE_LIMITS);
    expect(limitsOf("--limit", "cells=5000000", "--limit=ratio=500")).toEqual({
      ...FILE_LIMITS,
      cells: 5_000_000,
      ratio: 500,
    });
  });

  test.each(["cells", "cells=", "cells=0", "cells=-1", "cells=many", "rows=5", "toString=5", ""])(
    "says which limits there are, for %j",
    (limit) => {
      expect(mistake("refresh", "book.xlsx", "--limit", limit)).toMatchObject({
        exitCode: 2,
        message: expect.stringMatching(
          /--limit needs NAME=NUMBER\. The names and defaults are unpacked=1000, .*cells=1500000/,
        ),
      });
    },
  );

  test("is for refresh alone", () => {
    expect(mistake("eval", "--limit", "cells=5", "=1").message).toContain(
      "--limit is an option of insights refresh only",
    );
  });
});

describe("help", () => {
  test.each([[["--help"]], [["-h"]], [["help"]], [["eval", "=1", "--help"]], [["plans", "a", "b", "-h"]]])(
    "is given for %j",
    (args) => expect(parseCommand(args)).toMatchObject({ help: true }),
  );
});

describe("the address of --http", () => {
  test.each([
    ["8765", { host: "127.0.0.1", port: 8765 }],
    ["0", { host: "127.0.0.1", port: 0 }],
    ["localhost:80", { host: "localhost", port: 80 }],
    ["0.0.0.0:8765", { host: "0.0.0.0", port: 8765 }],
    ["[::1]:8765", { host: "::1", port: 8765 }],
  ])("%s", (text, http) => {
    expect(parseCommand(["mcp", "--http", text])).toEqual({ help: false, mcp: { http } });
  });

  test.each(["", "here", "65536", "host:", "::1:80", "http://host:80", "host:80/mcp"])("'%s' is refused", (text) => {
    expect(mistake("mcp", `--http=${text}`)).toMatchObject({
      exitCode: 2,
      message: expect.stringContaining("--http needs [HOST:]PORT"),
    });
  });

  test("is of insights mcp only", () => {
    for (const args of [["eval", "=1"], ["refresh", "a.xlsx"], ["plans"]])
      expect(mistake(...args, "--http", "80")).toMatchObject({ message: "--http is an option of insights mcp only." });
    expect(mistake("mcp", "8765")).toMatchObject({
      message: "insights mcp takes no arguments.",
    });
  });

  const OAUTH = {
    "oauth-issuer": "https://login.example/v2.0",
    "oauth-audience": "api://insights",
    "oauth-readers": "roles=Planning.Reader=EMEA",
  };
  const options = (given: object) => Object.entries(given).map(([name, value]) => `--${name}=${String(value)}`);

  test("comes with who may ask, by an identity provider", () => {
    const url = "https://insights.example/mcp";
    const { "oauth-issuer": issuer, "oauth-audience": audience } = OAUTH;
    const oauth = { issuer, audience, readers: { claim: "roles", value: "Planning.Reader=EMEA" } };
    expect(parseCommand(["mcp", "--http=80", ...options({ ...OAUTH, url })])).toMatchObject({
      mcp: { http: { url: new URL(url), oauth } },
    });
  });

  test.each<[string, object, RegExp]>([
    ["without a rule of who may read", { ...OAUTH, url: "https://a.example", "oauth-readers": "" }, /CLAIM=VALUE/],
    ["without its own address", OAUTH, /needs --url/],
    ["without all three", { url: "https://a.example", "oauth-issuer": "https://b.example" }, /Give all three/],
    ["with a scope alone", { url: "https://a.example", "oauth-scope": "read" }, /Give all three/],
    ["over a network in clear", { url: "http://a.example" }, /--url needs an address that begins with https/],
    ["by a provider in clear", { ...OAUTH, "oauth-issuer": "http://b.example" }, /--oauth-issuer needs an address/],
  ])("is refused %s", (_words, given, message) => {
    const refused = mistake("mcp", "--http=80", ...options(given));
    expect(refused).toMatchObject({ exitCode: 2, message: expect.stringMatching(message) });
  });

  test("is needed for the options of who may ask", () => {
    expect(mistake("mcp", "--url=https://a.example")).toMatchObject({ message: expect.stringContaining("add --http") });
  });

  test.each(["json", "stats"])("makes a server of agents, which has no --%s", (name) => {
    expect(mistake("mcp", "--http", "80", `--${name}`)).toMatchObject({
      exitCode: 2,
      message: `--${name} is no option of insights mcp.`,
    });
    expect(usageOf("mcp")).not.toContain(`--${name}`);
  });
});

describe("wrong usage has the exit status 2 and says what there is", () => {
  test.each<[string[], RegExp]>([
    [
      [],
      /There is no command. Try insights eval, refresh, plans, scenarios, fields, comments, mcp, or insights --help\./,
    ],
    [["--json"], /There is no command/],
    [
      ["evaluate"],
      /'evaluate' is not a command. The commands are eval, refresh, plans, scenarios, fields, comments and mcp\./,
    ],
    [["=1+1"], /'=1\+1' is not a command/],
    [["constructor"], /'constructor' is not a command/],
    [["eval", "--jsno"], /Unknown option '--jsno'/],
    [["eval", "--json=yes"], /--json/],
    [["eval", "--api-key", "secret"], /Unknown option '--api-key'/],
  ])("%j", (args, message) => {
    expect(mistake(...args)).toMatchObject({ exitCode: 2, message: expect.stringMatching(message) });
  });
});
