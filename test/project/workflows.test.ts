/** What GitHub runs for the project: .github. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { scriptsIn } from "./docs";

const ROOT = join(__dirname, "../..");
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");

interface Step {
  uses?: string;
  run?: string;
  with?: Record<string, unknown>;
}

interface Job {
  "timeout-minutes"?: number;
  permissions?: Record<string, string>;
  steps: Step[];
}

interface Workflow {
  permissions: Record<string, string>;
  jobs: Record<string, Job>;
}

const FILES = readdirSync(join(ROOT, ".github/workflows"));
const { scripts, dependencies, devDependencies } = JSON.parse(read("package.json"));

describe.each(FILES)("The workflow %s", (file) => {
  const text = read(`.github/workflows/${file}`);
  const workflow = parse(text) as Workflow;
  const jobs = Object.values(workflow.jobs);
  const steps = jobs.flatMap((job) => job.steps);

  test("runs actions by their commits, which nobody can change, and names their versions", () => {
    const actions = [...text.matchAll(/uses: (.*)/g)].map(([, action = ""]) => action);
    expect(actions).toHaveLength(steps.filter(({ uses }) => uses).length);
    expect(actions.filter((action) => !/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action))).toEqual([]);
  });

  test("runs scripts only that there are", () => {
    const runs = steps.flatMap(({ run }) => run ?? []);
    expect(scriptsIn(runs.join("\n")).filter((script) => !(script in scripts))).toEqual([]);
    expect(runs.filter((run) => run.startsWith(".") && !existsSync(join(ROOT, run)))).toEqual([]);
  });

  test("can change nothing where packages run their scripts, and ends", () => {
    expect(workflow.permissions).toEqual({ contents: "read" });
    expect(jobs.filter((job) => !job["timeout-minutes"])).toEqual([]);
    const checkouts = steps.filter(({ uses }) => uses?.startsWith("actions/checkout@"));
    expect(checkouts.filter((step) => step.with?.["persist-credentials"] !== false)).toEqual([]);
    const powerful = jobs.filter(({ permissions }) => permissions);
    expect(powerful.flatMap((job) => job.steps).filter(({ run }) => run && /\bnpm\b|\.ci/.test(run))).toEqual([]);
  });
});

test("New versions are proposed for packages and actions, but not for those that have a reason to stay", () => {
  const { updates } = parse(read(".github/dependabot.yml"));
  expect(updates.map((each: { "package-ecosystem": string }) => each["package-ecosystem"])).toEqual([
    "npm",
    "github-actions",
  ]);
  const ignored: string[] = updates[0].ignore.map((each: { "dependency-name": string }) => each["dependency-name"]);
  expect(ignored).toEqual(expect.arrayContaining(["@univerjs/*", "numfmt", "typescript"]));
  const names = Object.keys({ ...dependencies, ...devDependencies });
  const isThere = (pattern: string) => names.some((name) => name.startsWith(pattern.replace("*", "")));
  expect(ignored.filter((pattern) => !isThere(pattern))).toEqual([]);
  const reasons = read("docs/decisions/dependencies.md");
  expect(ignored.filter((pattern) => !reasons.includes(`- **${pattern.replace("*", "")}**`))).toEqual([]);
});
