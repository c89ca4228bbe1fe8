/** deploy/night: the Kubernetes manifest against the types that kubernetes-types makes of Kubernetes' OpenAPI schema, and the image. */
import { readFileSync } from "node:fs";
import type { CronJob } from "kubernetes-types/batch/v1";
import type { Secret } from "kubernetes-types/core/v1";
import type { NetworkPolicy } from "kubernetes-types/networking/v1";
import { resolve } from "node:path";
import { parseAllDocuments } from "yaml";
import { bin, engines } from "../../package.json";
import { DONE, EXIT_STATUS } from "../../src/headless/standalone/failure";
import { problemsOf } from "./manifestTypes";

const read = (name: string) => readFileSync(resolve(__dirname, "../../deploy/night", name), "utf8");
const MANIFEST = read("job.yaml");
const SECRET = read("secret.yaml");
const NETWORK = read("network.yaml");
const CONTAINERFILE = read("Containerfile");

const [secret, cronJob, ...others] = [SECRET, MANIFEST].flatMap((text) =>
  parseAllDocuments(text).map((each) => each.toJS() as unknown),
) as [Secret, CronJob];
const spec = cronJob.spec!.jobTemplate.spec!;
const pod = spec.template.spec!;
const [container] = pod.containers;

/** The manifest with one mistake, and what is said about it. */
const MISTAKES: [name: string, right: string, wrong: string, problem: RegExp][] = [
  ["a misspelt key", "timeZone:", "timezone:", /timezone.* does not exist in type 'CronJobSpec'/],
  ["a misspelt key of the job", "backoffLimitPerIndex:", "backoffLimitPerIndexes:", /in type 'JobSpec'/],
  ["a misspelt key of a rule", "onExitCodes:", "onExitCode:", /in type 'PodFailurePolicyRule'/],
  ["a misspelt key of the pod", "restartPolicy:", "restartpolicy:", /in type 'PodSpec'/],
  ["a misspelt key of the container", "volumeMounts:", "volumeMount:", /in type 'Container'/],
  [
    "a key at the wrong depth",
    "spec:\n  schedule:",
    "spec:\n  completions: 16\n  schedule:",
    /completions.* in type 'CronJobSpec'/,
  ],
  ["a text for a number", "completions: 16", 'completions: "16"', /'string' is not assignable to type 'number'/],
  ["a missing key", 'schedule: "30 2 * * *"', "", /'schedule' is missing/],
  ["a kind that does not exist", "kind: CronJob", "kind: CronJobs", /CronJobs/],
];

test("Every object of the manifests is of its kind's type", () => {
  expect(problemsOf([SECRET, MANIFEST, NETWORK])).toEqual([[], [], []]);
});

// The job is applied again with each change of its own.
test("The job's manifest has no key", () => {
  expect([cronJob.kind, others]).toEqual(["CronJob", []]);
  expect(MANIFEST).not.toContain("API_KEY");
});

test("Each mistake in the manifest is found", () => {
  const wrongs = MISTAKES.map(([, right, wrong]) => MANIFEST.replace(right, wrong));
  expect(wrongs.filter((wrong) => wrong === MANIFEST)).toEqual([]);
  const found = problemsOf(wrongs);
  for (const [at, [name, , , problem]] of MISTAKES.entries())
    expect([name, found[at]!.join("\n")]).toEqual([name, expect.stringMatching(problem)]);
});

test("Each index of the job refreshes its own part of all parts", () => {
  expect(spec.completionMode).toBe("Indexed");
  expect(container!.args!.join(" ")).toContain(`--shard "$((JOB_COMPLETION_INDEX + 1))/${spec.completions}"`);
});

test("The network's policy is of the job's pods, and lets them ask for names and by https alone", () => {
  const { podSelector, policyTypes, ingress, egress } = (parseAllDocuments(NETWORK)[0]!.toJS() as NetworkPolicy).spec!;
  expect(spec.template.metadata!.labels).toEqual(podSelector.matchLabels);
  expect([policyTypes, ingress]).toEqual([["Ingress", "Egress"], []]);
  expect(egress!.flatMap(({ ports }) => ports!.map(({ protocol, port }) => `${protocol} ${port}`))).toEqual([
    "UDP 53",
    "TCP 53",
    "TCP 443",
  ]);
});

test("A night ends before the next one begins", () => {
  expect(spec.activeDeadlineSeconds).toBeLessThan(24 * 3600);
});

test("A part is tried again only after failures that may pass", () => {
  const [rule] = spec.podFailurePolicy!.rules;
  expect(rule!.onExitCodes!.containerName).toBe(container!.name);
  const { file, outage, timeout, unexpected, interrupted } = EXIT_STATUS;
  const passing = new Set<number>([DONE.clean, file, outage, timeout, unexpected, interrupted]);
  const statuses = [...new Set<number>([...Object.values(DONE), ...Object.values(EXIT_STATUS)])];
  const final = statuses.filter((each) => !passing.has(each)).sort((one, other) => one - other);
  expect(rule!.onExitCodes!.values).toEqual(final);
});

/** As `npm run package` names the package. */
const PACKED = "build/scenario-insights-cli.tgz";

test("The image gets the command line's package, and no other file of the clone", () => {
  const [all, ...allowed] = read("Containerfile.dockerignore").trimEnd().split("\n");
  const copies = [...CONTAINERFILE.matchAll(/^(?:COPY|ADD) (.*) (\S+)$/gm)].map(([, from, to]) => [from, to]);
  expect([all, allowed]).toEqual(["*", copies.map(([from]) => `!${from}`)]);
  expect(copies).toHaveLength(1);
  // A pattern would install an earlier package too, or in its place.
  const [[from = "", to = ""] = []] = copies;
  expect(from).toBe(PACKED);
  expect(CONTAINERFILE).toMatch(new RegExp(`^RUN npm install .*--offline.* ${to} && rm ${to}$`, "m"));
  for (const guide of [read("README.md"), readFileSync(resolve(__dirname, "../../docs/administrators.md"), "utf8")])
    expect([...guide.matchAll(/\S+\.tgz/g)].map(([name]) => name)).toEqual([`./${PACKED}`]);
});

test("The image runs the package's command on a Node that it allows, as nobody in particular", () => {
  const [, node = ""] = /^FROM node:(\d+)\.[\d.]+-\S+@sha256:[0-9a-f]{64}$/m.exec(CONTAINERFILE) ?? [];
  expect(engines.node).toMatch(new RegExp(String.raw`(\^|>=)${node}\.`));
  expect(CONTAINERFILE).toMatch(/^USER node$/m);
  expect(CONTAINERFILE).toMatch(/^ENTRYPOINT \["insights"\]$/m);
  expect(container!.args!.join(" ")).toMatch(/^exec insights refresh /);
  expect(bin).toHaveProperty("insights");
});

test("The container has the connection of the secret, and its volume", () => {
  expect(container!.envFrom).toEqual([{ secretRef: { name: secret.metadata!.name } }]);
  expect(Object.keys(secret.stringData!)).toEqual(["INSIGHTS_URL", "INSIGHTS_API_KEY"]);
  const volumes = pod.volumes!.map(({ name }) => name);
  expect(container!.volumeMounts!.map(({ name }) => name)).toEqual(volumes);
});
