import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DONE, EXIT_STATUS } from "../../src/cli/failure";
import { parseCommand } from "../../src/cli/arguments";
import { USAGE } from "../../src/cli/usage";

const read = (path: string) => readFileSync(join(__dirname, "../..", path), "utf8");
const optionsIn = (text: string) => [...new Set(text.match(/(?<![\w-])--[a-z][a-z-]+/g))].sort();
const OPTIONS = USAGE.slice(USAGE.indexOf("\nOptions\n"), USAGE.indexOf("\nConnection"));
const LISTED = [...OPTIONS.matchAll(/^ {2}(--[a-z-]+)/gm)].map(([, option]) => option);

test("The page on files and the help name the same options of a refresh", () => {
  const general = ["--help", "--version", "--stats"];
  expect(optionsIn(read("docs/files.md"))).toEqual(LISTED.filter((each) => !general.includes(each ?? "")).sort());
});

test("The page on files and the help list the exit statuses of the code", () => {
  const statuses = [...new Set<number>([...Object.values(DONE), ...Object.values(EXIT_STATUS)])].sort();
  const page = read("docs/files.md");
  const ofPage = page.slice(page.indexOf("## Exit status")).split("\n## ")[0] ?? "";
  const ofHelp = USAGE.slice(USAGE.indexOf("\nExit status"));
  expect([...ofPage.matchAll(/^\| `?(\d+)`? +\|/gm)].map(([, status]) => Number(status))).toEqual(statuses);
  expect([...ofHelp.matchAll(/^ {2}(\d+) {2}/gm)].map(([, status]) => Number(status))).toEqual(statuses);
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
