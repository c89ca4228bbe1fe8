import { readFileSync } from "node:fs";
import { join } from "node:path";
import { withOptions } from "../../../../scripts/guides/optionList";
import { DONE, EXIT_STATUS } from "../../../../src/headless/standalone/failure";
import { parseCommand } from "../../../../src/headless/cli/command/parsedCommand";
import { COMMANDS, usageOf } from "../../../../src/headless/cli/command/usage";

const read = (path: string) => readFileSync(join(__dirname, "../../../..", path), "utf8");
const optionsIn = (text: string) => [...new Set(text.match(/(?<![\w-])--[a-z][a-z-]+/g))].sort();
const USAGE = usageOf();
const OPTIONS = USAGE.slice(USAGE.indexOf("\nOptions\n"), USAGE.indexOf("\nConnection"));
const LISTED = [...new Set([...OPTIONS.matchAll(/^ {2}(--[a-z-]+)/gm)].map(([, option]) => option))];

test("The page on files and the help name the same options of a refresh", () => {
  const ofAgents = ["--http", "--url", "--oauth-issuer", "--oauth-audience", "--oauth-readers", "--oauth-scope"];
  const others = ["--help", "--version", "--stats", ...ofAgents];
  expect(optionsIn(read("docs/files.md"))).toEqual(LISTED.filter((each) => !others.includes(each ?? "")).sort());
});

test("The page on files lists the options as the code has them", () => {
  expect(withOptions(read("docs/files.md"))).toBe(read("docs/files.md"));
});

test("The page on files and the help list the exit statuses of the code", () => {
  const statuses = [...new Set<number>([...Object.values(DONE), ...Object.values(EXIT_STATUS)])].sort((a, b) => a - b);
  const page = read("docs/files.md");
  const ofPage = page.slice(page.indexOf("## Exit status")).split("\n## ")[0] ?? "";
  const ofHelp = USAGE.slice(USAGE.indexOf("\nExit status"));
  expect([...ofPage.matchAll(/^\| `?(\d+)`? +\|/gm)].map(([, status]) => Number(status))).toEqual(statuses);
  expect([...ofHelp.matchAll(/^ {2}(\d+) {2}/gm)].map(([, status]) => Number(status))).toEqual(statuses);
});

test("The help of a command has its own options and examples only", () => {
  const [refresh, plans] = [usageOf("refresh"), usageOf("plans")];
  expect(refresh).toContain("insights refresh [OPTION …]");
  expect(refresh).toContain("\n  --strict   write nothing");
  expect(refresh).not.toMatch(/insights (eval|plans)/);
  expect(plans).toContain("--stats");
  expect(plans).not.toMatch(/--strict {3}|insights refresh report|Examples/);
  for (const args of [
    ["refresh", "--help"],
    ["--help", "refresh"],
    ["help", "refresh"],
  ])
    expect(parseCommand(args)).toEqual({ help: true, of: "refresh" });
  expect(parseCommand(["--help"])).toEqual({ help: true, of: undefined });
});

test("No line of a help is longer than a terminal's", () => {
  for (const text of [USAGE, ...COMMANDS.map(usageOf)])
    expect(text.split("\n").filter((line) => line.length > 125)).toEqual([]);
});

test.each(["deploy/night/job.yaml", "deploy/night/README.md", "docs/files.md"])(
  "Commands in %s can be parsed",
  (page) => {
    const commands = [...read(page).matchAll(/^\W.*\binsights(?:\.cjs)? (refresh .*)$/gm)].map(
      ([, command = ""]) => command,
    );
    expect(commands.length).toBeGreaterThan(0);
    for (const command of commands) {
      const plain = command.replace(/>>.*$/, "").replaceAll("$((JOB_COMPLETION_INDEX + 1))", "16");
      const words = [...plain.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? "");
      expect(parseCommand(words)).toHaveProperty("refresh");
    }
  },
);
