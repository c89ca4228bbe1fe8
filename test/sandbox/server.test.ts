import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { request as requestPlainly } from "node:http";
import { request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { X509Certificate } from "node:crypto";
import { readCertificate } from "../../sandbox/certificate";
import { fieldsOf } from "../../src/insights";
import { HELP, readOptions, readStartOptions, START_HELP } from "../../sandbox/options";
import { startServer, type SandboxServer } from "../../sandbox/server";

const NO_GAPS = {
  changingItems: false,
  missingLines: [],
  missingInActuals: [],
  losses: false,
  priorYear: false,
  plans: 0,
};

let server: SandboxServer | undefined;

afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function statusOf(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { rejectUnauthorized: false }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    sent.on("error", reject).end();
  });
}

/** In June 2026. */
const startOptions = (args: readonly string[]) => readStartOptions(args, Date.UTC(2026, 5, 15));

describe("the server", () => {
  it("serves the sandbox on a free port", async () => {
    server = await startServer({ port: 0 });
    const body = JSON.stringify({ apiKey: server.apiKey });
    const headers = { "Content-Type": "application/json" };
    const token = await (await fetch(`${server.url}/api/auth/v1/token`, { method: "POST", headers, body })).json();
    const Authorization = `Bearer ${token.accessToken}`;
    const plans = await fetch(`${server.url}/insights/v1/plans`, { headers: { Authorization } });
    expect(plans.status).toBe(200);
    expect((await plans.json()).plans).toHaveLength(server.sandbox.planning.plans.length);
    expect(server.certificate).toBeUndefined();
  });

  it("keeps an idle connection open for two minutes", async () => {
    server = await startServer({ port: 0 });
    const { headers } = await fetch(`${server.url}/insights/v1/plans`);
    expect(headers.get("Keep-Alive")).toBe("timeout=120");
  });

  it("says that its port is taken", async () => {
    server = await startServer({ port: 0 });
    const port = Number(new URL(server.url).port);
    await expect(startServer({ port })).rejects.toMatchObject({ code: "EADDRINUSE" });
  });

  it("answers nothing once it is closed", async () => {
    const { url, close } = await startServer({ port: 0 });
    await fetch(`${url}/insights/v1/plans`);
    await close();
    await expect(fetch(`${url}/insights/v1/plans`)).rejects.toThrow();
  });

  it("serves https", async () => {
    server = await startServer({ port: 0, https: true });
    expect(server.url).toMatch(/^https:\/\/localhost:\d+$/);
    expect(await statusOf(`${server.url}/insights/v1/plans`)).toBe(401);
  });
});

describe("the server, asked by others than its own pages", () => {
  /** `fetch` sets Host and Origin itself. */
  const send = (path: string, headers: Record<string, string>, { method = "POST", body = "" } = {}) =>
    new Promise<{ status: number; body: string }>((resolve, reject) => {
      const sent = requestPlainly(new URL(path, server?.url), { method, headers }, (response) => {
        let text = "";
        response.on("data", (chunk) => (text += String(chunk)));
        response.on("end", () => resolve({ status: response.statusCode ?? 0, body: text }));
      });
      sent.on("error", reject).end(body);
    });
  const generatedAt = async () => {
    const { apiKey, url } = server!;
    const headers = { "Content-Type": "application/json" };
    const post = { method: "POST", headers, body: JSON.stringify({ apiKey }) };
    const { accessToken } = await (await fetch(`${url}/api/auth/v1/token`, post)).json();
    const query = "planId=fy26&scenarioIds=fy26-committed";
    const Authorization = `Bearer ${accessToken}`;
    const answer = await fetch(`${url}/insights/v1/pnl-summary?${query}`, { headers: { Authorization } });
    return (await answer.json()).meta.generatedAt as string;
  };

  beforeEach(async () => (server = await startServer({ port: 0 })));

  it.each([
    ["none, as curl", {}, 204],
    ["the server's own", { Origin: "own" }, 204],
    ["another site", { Origin: "https://evil.example" }, 403],
    ["another server of this machine", { Origin: "http://localhost:1" }, 403],
    ["a page of no origin", { Origin: "null" }, 403],
  ])(
    "moves the plans on for its own pages and for programs: origin %s",
    async (_what, { Origin }: { Origin?: string }, status) => {
      const before = await generatedAt();
      const origin = Origin === "own" ? server!.url : Origin;
      expect((await send("/sandbox/step", { ...(origin && { Origin: origin }) })).status).toBe(status);
      expect((await generatedAt()) !== before).toBe(status === 204);
    },
  );

  it.each([
    ["localhost", true],
    ["127.0.0.1", true],
    ["[::1]", true],
    ["evil.example", false],
    ["localhost.evil.example", false],
  ])("answers under local names only: %s", async (name, isAnswered) => {
    const host = `${name}:${new URL(server!.url).port}`;
    const { status, body } = await send("/insights/v1/plans", { Host: host }, { method: "GET" });
    expect([status, JSON.parse(body).message]).toEqual(
      isAnswered ? [401, expect.any(String)] : [403, expect.stringContaining("localhost only")],
    );
  });

  it.each([
    ["of a known length", {}],
    ["in chunks", { "Transfer-Encoding": "chunked" }],
  ])("refuses a body that is too large, %s", async (_how, headers) => {
    const body = JSON.stringify({ apiKey: "x".repeat(100_000) });
    const refused = await send("/api/auth/v1/token", { "Content-Type": "application/json", ...headers }, { body });
    expect([refused.status, JSON.parse(refused.body).message]).toEqual([413, expect.stringContaining("at most 65536")]);
  });
});

describe("the certificate", () => {
  let directory: string;
  beforeEach(async () => (directory = await mkdtemp(join(tmpdir(), "certificate-"))));
  afterEach(async () => rm(directory, { recursive: true }));

  it("is temporary where none is installed, and good for localhost", async () => {
    const { cert, origin } = await readCertificate(directory);
    expect(origin).toBe("temporary");
    expect(new X509Certificate(cert).checkHost("localhost")).toBe("localhost");
  });

  it("is the installed one where there is one", async () => {
    const { key, cert } = await readCertificate(directory);
    await Promise.all([
      writeFile(join(directory, "localhost.key"), key),
      writeFile(join(directory, "localhost.crt"), cert),
    ]);
    expect(await readCertificate(directory)).toEqual({ key, cert, origin: "installed" });
  });

  it("is temporary where the installed one is broken", async () => {
    const names = ["localhost.key", "localhost.crt"];
    await Promise.all(names.map((name) => writeFile(join(directory, name), "broken")));
    expect((await readCertificate(directory)).origin).toBe("temporary");
  });
});

describe("the command line", () => {
  it("has a default for everything", () => {
    expect(readOptions([])).toEqual({
      port: 4400,
      https: false,
      latency: 0,
      preview: false,
      seed: 1,
      dialect: {},
      gaps: NO_GAPS,
    });
  });

  it("takes every option", () => {
    const args = "--port 0 --https --latency 200 --preview --seed 7 --dialect groups=rows,periods=named".split(" ");
    const dialect = { groups: "rows", periods: "named" };
    expect(readOptions(args)).toEqual({
      port: 0,
      https: true,
      latency: 200,
      preview: true,
      seed: 7,
      dialect,
      gaps: NO_GAPS,
    });
  });

  it("takes every option of the data, with the sandbox and with the workbench", () => {
    const args =
      "--actuals-to 2026-04 --one-month 2026-02 --changing-items --missing-lines cogs --missing-in-actuals transport,ebit";
    const more = "--losses --prior-year --plans 1000";
    const gaps = {
      actualsTo: "2026-04",
      oneMonth: "2026-02",
      changingItems: true,
      missingLines: ["cogs"],
      missingInActuals: ["transport", "ebit"],
      losses: true,
      priorYear: true,
      plans: 1000,
    };
    for (const read of [readOptions, startOptions]) {
      expect(read(`${args} ${more}`.split(" "))).toMatchObject({ seed: 1, gaps });
    }
  });

  it("ends the actuals of `npm start` with the month before today, unless another month or day is given", () => {
    const ends = (...args: string[]) => startOptions(args)?.gaps?.actualsTo;
    expect(ends()).toBe("2026-05");
    expect(ends("--actuals-to", "2026-02")).toBe("2026-02");
    expect(ends("--today", "2026-01-31")).toBe("2025-12");
    // No month is simulated after 2026: nothing ends.
    expect(ends("--today", "2028-03-01")).toBeUndefined();
    expect(() => startOptions(["--today", "soon"])).toThrow("--today is 'soon', but must be a day such as 2026-06-15.");
  });

  it("takes a port for the workbench, and none for an Excel, whose manifest names it", () => {
    expect([startOptions([])?.port, startOptions(["--port", "0"])?.port]).toEqual([undefined, 0]);
    expect(() => startOptions(["--port", "80000"])).toThrow("--port is '80000'");
    expect(() => startOptions(["--excel", "--port", "4000"])).toThrow("--port does not go with --excel");
  });

  it("accepts the lines of the P&L as the client knows them", () => {
    const names = fieldsOf("pnl").map(({ name }) => name);
    expect(startOptions(["--missing-lines", names.join(",")])?.gaps?.missingLines).toEqual(names);
  });

  it("shows help that names every option and choice", () => {
    expect(readOptions(["--help"])).toBeUndefined();
    expect(startOptions(["--help"])).toBeUndefined();
    for (const part of ["--excel", "--port", "--today"]) expect(START_HELP).toContain(part);
    expect([startOptions([]), startOptions(["--excel"])]).toMatchObject([{ isForExcel: false }, { isForExcel: true }]);
    for (const part of ["--actuals-to", "--one-month", "--changing-items", "--missing-lines", "--losses", "--plans"]) {
      expect(START_HELP).toContain(part);
      expect(HELP).toContain(part);
    }
    for (const part of [
      "--port",
      "--https",
      "--latency",
      "--preview",
      "--seed",
      "--dialect",
      "monthlyPnl=flat|nested",
    ]) {
      expect(HELP).toContain(part);
    }
  });

  it.each([
    [["--prot", "1"], "--prot"],
    [["extra"], "extra"],
    [["--port", "70000"], "--port is '70000', but must be a whole number from 0 to 65535"],
    [["--port", "-1"], "--port"],
    [["--latency", "fast"], "--latency is 'fast'"],
    [["--seed", "1.5"], "--seed is '1.5'"],
    [["--dialect", "groups=columns"], "--dialect has 'groups=columns', but accepts only groups=keys|rows|scenarios"],
    [["--dialect", "rows"], "--dialect has 'rows'"],
    [["--actuals-to", "2026-13"], "--actuals-to is '2026-13', but must be a month from 2024-01 to 2026-12"],
    [["--one-month", "2023-12"], "--one-month is '2023-12'"],
    [["--missing-lines", "cogs,taxes"], "--missing-lines has 'taxes', but accepts only grossFIESales,"],
    [["--plans", "6000"], "--plans is '6000', but must be a whole number from 0 to 5000"],
  ])("refuses %p in one line", (args, message) => {
    expect(() => readOptions(args)).toThrow(message);
  });
});
