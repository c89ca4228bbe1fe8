/** The gateway of deploy/, as an administrator starts it: a build for another environment, released, behind the real Caddy. */
import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { request } from "node:https";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createCA, createCert } from "mkcert";
import { startServer, type SandboxServer } from "../../../sandbox/server";

const ROOT = resolve(__dirname, "../../..");

/** The binary under test: `CADDY` names another than that of the machine. */
const CADDY = process.env.CADDY ?? "caddy";

/** Every name below "localhost" is this machine, in browsers and in Node. */
export const HOST = "insights.localhost";

export interface Gateway {
  origin: string;
  /** What was built for its address. */
  build: string;
  /** The folder that is served. */
  files: string;
  /** The workbench's page, for the same environment. */
  workbenchPage: string;
  sandbox: SandboxServer;
  /** All that Caddy has written to its log. */
  log(): string;
  /** Headers in lower case. */
  get(path: string, options?: { method?: string; headers?: Record<string, string> }): Promise<Answer>;
  close(): Promise<void>;
}

export interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

/** @throws Error that says what to install if there is no Caddy. */
export async function startGateway(): Promise<Gateway> {
  const folder = mkdtempSync(join(tmpdir(), "insights-gateway-"));
  const port = await freePort();
  const origin = `https://${HOST}:${port}`;
  const files = join(folder, "served");
  build(origin, folder);
  release(join(folder, "dist"), files);
  const sandbox = await startServer({ port: 0 });
  const caddy = await startCaddy({ folder, port, files, service: sandbox.url });
  return {
    origin,
    build: join(folder, "dist"),
    files,
    workbenchPage: join(folder, "workbench"),
    sandbox,
    log: caddy.log,
    get: caddy.get,
    async close() {
      await caddy.close();
      // A test may have ended it before.
      await sandbox.close().catch(() => undefined);
      rmSync(folder, { recursive: true });
    },
  };
}

export interface RunningCaddy extends Pick<Gateway, "log" | "get" | "close"> {
  /** The port without encryption. */
  httpPort: number;
}

/**
 * Starts Caddy with the configuration of deploy/.
 * @param given `folder` is for Caddy's own files, `service` the address of the planning service.
 * @throws Error that says what to install if there is no Caddy.
 */
export async function startCaddy(given: {
  folder: string;
  port: number;
  files: string;
  service: string;
  /** Host and port of the server of agents. @default none */
  agents?: string;
  /** A second environment, whose block of the configuration is in use then. */
  test?: { port: number; files: string; service: string };
}): Promise<RunningCaddy> {
  requireCaddy();
  const { folder, port, files, service, agents, test } = given;
  const tls = await writeCertificate(folder);
  const config = join(folder, "Caddyfile");
  const text = readFileSync(join(ROOT, "deploy/Caddyfile"), "utf8");
  writeFileSync(config, test ? text.replace(/^# (?=\{\$|\t|\}$)/gm, "") : text);
  const httpPort = await freePort();
  const caddy = runCaddy(folder, config, {
    ...(test && {
      INSIGHTS_TEST_ADDRESS: `https://${HOST}:${test.port}`,
      INSIGHTS_TEST_TLS: tls,
      INSIGHTS_TEST_FILES: test.files,
      INSIGHTS_TEST_SERVICE: test.service,
    }),
    INSIGHTS_ADDRESS: `https://${HOST}:${port}`,
    INSIGHTS_TLS: tls,
    INSIGHTS_FILES: files,
    INSIGHTS_SERVICE: service,
    ...(agents && { INSIGHTS_AGENTS: agents }),
    INSIGHTS_HTTP_PORT: String(httpPort),
  });
  const get: Gateway["get"] = (path, options = {}) => ask(port, path, options);
  await started(caddy, () => get("/taskpane.html"));
  return { log: () => caddy.output.join(""), get, httpPort, close: () => ended(caddy.process) };
}

function requireCaddy(): void {
  if (spawnSync(CADDY, ["version"]).status === 0) return;
  throw new Error("This test runs the real gateway, and there is no Caddy. Install it: apt-get install caddy");
}

export function freePort(): Promise<number> {
  return new Promise((settle) => {
    const server = createServer().listen(0, () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => settle(port));
    });
  });
}

/** Builds for the gateway's address and the environment "test", as `npm run build` does, into folders of its own. */
function build(origin: string, folder: string): void {
  const env = { ...process.env, ADDIN_URL: origin, SERVICE_URL: origin, ADDIN_ENVIRONMENT: "test" };
  const webpack = [require.resolve("webpack/bin/webpack.js"), "--mode", "production", "--stats", "errors-warnings"];
  run(process.execPath, [...webpack, "--output-path", join(folder, "dist")], env);
  run(process.execPath, [join(ROOT, "scripts/bundle.cjs"), "workbench", folder], env);
}

/** Copies the build into the served folder, as the guide says. */
export function release(from: string, to: string): void {
  run("sh", [join(ROOT, "deploy/release.sh"), from, to, "8"], process.env);
}

function run(command: string, args: readonly string[], env: NodeJS.ProcessEnv): void {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: ROOT, env, encoding: "utf8" });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} ended with ${status}:\n${stdout}${stderr}`);
}

/** Returns the two files' names, as the gateway takes them. */
async function writeCertificate(folder: string): Promise<string> {
  const names = { organization: "Scenario Insights tests", countryCode: "US", state: "-", locality: "-" };
  const ca = await createCA({ ...names, validity: 1 });
  const { key, cert } = await createCert({ ca, domains: [HOST], validity: 1 });
  const [certFile, keyFile] = [join(folder, "gateway.pem"), join(folder, "gateway.key")];
  writeFileSync(certFile, cert);
  writeFileSync(keyFile, key);
  return `${certFile} ${keyFile}`;
}

interface Caddy {
  process: ChildProcess;
  output: string[];
}

function runCaddy(folder: string, config: string, environment: Record<string, string>): Caddy {
  const process_ = spawn(CADDY, ["run", "--config", config, "--adapter", "caddyfile"], {
    // What Caddy keeps of its own goes into the folder too.
    env: { PATH: process.env.PATH, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output: string[] = [];
  for (const stream of [process_.stdout, process_.stderr]) stream.on("data", (data) => output.push(String(data)));
  return { process: process_, output };
}

/** Resolves when Caddy answers. @throws Error with its log if it ends instead. */
async function started(caddy: Caddy, ask: () => Promise<Answer>): Promise<void> {
  for (;;) {
    if (caddy.process.exitCode !== null) throw new Error(`Caddy ended:\n${caddy.output.join("")}`);
    if (await ask().catch(() => undefined)) return;
    await new Promise((settle) => setTimeout(settle, 50));
  }
}

function ended(child: ChildProcess): Promise<void> {
  return new Promise((settle) => {
    child.once("close", () => settle());
    child.kill("SIGTERM");
  });
}

/** The certificate is the test's own, so nothing vouches for it. */
function ask(port: number, path: string, { method = "GET", headers = {} }: Parameters<Gateway["get"]>[1] = {}) {
  return new Promise<Answer>((settle, reject) => {
    const given = { host: "127.0.0.1", servername: HOST, port, path, method, rejectUnauthorized: false };
    request({ ...given, headers: { Host: `${HOST}:${port}`, ...headers } }, (response) => {
      const parts: Buffer[] = [];
      response.on("data", (part: Buffer) => parts.push(part));
      response.on("end", () =>
        settle({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(parts).toString("utf8"),
        }),
      );
    })
      .on("error", reject)
      .end();
  });
}

/** A file that stands beside the tests' own pages: the text, with the type that browsers want. */
export function fileAnswer(path: string): { body: Buffer; contentType: string } {
  const types: Record<string, string> = { html: "text/html", css: "text/css", js: "text/javascript" };
  return { body: readFileSync(path), contentType: types[path.split(".").at(-1) ?? ""] ?? "application/octet-stream" };
}
