/** The add-in built for a host, behind the real gateway, from the first run to a refresh. */
import { existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Browser, BrowserContext } from "playwright-core";
import { launchBrowser } from "../browser";
import { FOLDERS, openWorkbench, type Workbench } from "../workbench/open";
import { fileAnswer, release, startGateway, type Gateway } from "./gateway";
import { choosePlan, showSection } from "../sections";

const CDN = "https://officeapis.public.onecdn.static.microsoft/1";

let gateway: Gateway;
let browser: Browser;

beforeAll(async () => {
  gateway = await startGateway();
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser?.close();
  await gateway?.close();
});

/** Microsoft's CDN and the workbench's own page are answered here; everything else is the gateway's. */
async function answerForOthers(context: BrowserContext): Promise<void> {
  await context.route(`${CDN}/**`, (route) => {
    const path = resolve(FOLDERS.officeJs, new URL(route.request().url()).pathname.slice("/1/".length));
    return existsSync(path) ? route.fulfill(fileAnswer(path)) : route.fulfill({ status: 404 });
  });
  await context.route(`${gateway.origin}/workbench/**`, (route) => {
    const name = new URL(route.request().url()).pathname.slice("/workbench/".length) || "index.html";
    return route.fulfill(fileAnswer(join(gateway.workbenchPage, name)));
  });
  await context.route(`${gateway.origin}/sandbox.json`, (route) => route.fulfill({ json: { apiKey: "" } }));
  await context.route(`${gateway.origin}/sample-numbers.json`, (route) =>
    route.fulfill({ json: { parts: [], results: [] } }),
  );
}

describe("in the workbench behind the gateway,", () => {
  let workbench: Workbench;
  const origins = new Set<string>();
  const preflights: string[] = [];

  beforeAll(async () => {
    workbench = await openWorkbench(
      { browser, server: { url: `${gateway.origin}/workbench/` } },
      "?first-run",
      (context) => {
        context.on("request", (request) => {
          const { protocol, origin } = new URL(request.url());
          if (protocol === "https:") origins.add(origin);
          if (request.method() === "OPTIONS") preflights.push(request.url());
        });
        return answerForOthers(context);
      },
    );
  });
  afterAll(() => workbench?.close());

  const button = (name: string) => workbench.pane.getByRole("button", { name, exact: true });

  test("a new user needs only a key, and connects", async () => {
    const { pane } = workbench;
    await pane.getByRole("heading", { name: "Your plans in Excel, in three steps" }).waitFor();
    expect(await pane.getByLabel("Service address").count()).toBe(0);
    await pane.getByText(gateway.origin, { exact: true }).waitFor();
    await pane.getByLabel("API key").fill(gateway.sandbox.apiKey);
    await button("Connect").click();
    await choosePlan(pane);
    await workbench.settled();
  });

  test("formulas have the environment's namespace, and those of another are unknown", async () => {
    await workbench.enter({
      "'P&L'!G30": '=INSIGHTSTEST.KPI("FY26 Plan","committed","ebit")',
      "'P&L'!G31": '=INSIGHTS.KPI("FY26 Plan","committed","ebit")',
    });
    expect((await workbench.cell("'P&L'!G30")).value).toBeCloseTo(40_098_737, -1);
    expect((await workbench.cell("'P&L'!G31")).value).toBe("#NAME?");
    expect(await workbench.page.getByText("Scenario Insights (test)").count()).toBeGreaterThan(0);
  });

  test("the builder writes formulas of the environment", async () => {
    const { pane, page } = workbench;
    await page.evaluate(() => window.workbench!.select("'P&L'!G34"));
    await showSection(pane, "Formula");
    await pane.getByText('=INSIGHTSTEST.PNL("FY26 Plan")').waitFor();
  });

  test("a report of the environment is inserted, and shows the plan's numbers", async () => {
    const { pane } = workbench;
    await showSection(pane, "Reports");
    await button("Insert P&L statement").click();
    await pane
      .getByRole("button", { name: /^Select|P&L statement FY26 Plan/ })
      .first()
      .waitFor();
    await workbench.settled();
    const { formula, value } = await workbench.cell("'P&L statement FY26 Plan'!C20");
    expect(formula).toContain("INSIGHTSTEST.KPI(");
    expect(value).toEqual(expect.any(Number));
    const values = await workbench.values("'P&L statement FY26 Plan'!B1:G25");
    expect(values.flat().filter((each) => String(each).startsWith("#"))).toEqual([]);
  });

  test("a refresh brings new results into all cells", async () => {
    const { pane } = workbench;
    const before = (await workbench.cell("'P&L'!G30")).value;
    gateway.sandbox.sandbox.step();
    await showSection(pane, "Activity");
    await button("Refresh").click();
    await pane.getByRole("heading", { name: /^Refreshed at/ }).waitFor();
    await workbench.settled();
    const { value } = await workbench.cell("'P&L'!G30");
    expect(value).toEqual(expect.any(Number));
    expect(value).not.toBe(before);
  });

  test("every request went to the gateway or Microsoft's CDN, without a CORS preflight", () => {
    expect([...origins].sort()).toEqual([gateway.origin, new URL(CDN).origin]);
    expect(preflights).toEqual([]);
    expect(gateway.log()).not.toContain('"method":"OPTIONS"');
    const others = workbench.problems.filter((problem) => !problem.startsWith(`another host: ${CDN}/`));
    expect(others).toEqual([]);
  });
});

describe("the gateway's headers", () => {
  const chunkName = () => readdirSync(gateway.files).find((file) => /^client\.[0-9a-f]{8}\.js$/.test(file))!;
  const caching = async (path: string) => (await gateway.get(path)).headers["cache-control"];

  test("let caches keep chunks for ever, images for a day, and nothing else unasked", async () => {
    expect(await caching(`/${chunkName()}`)).toBe("public, max-age=31536000, immutable");
    expect(await caching(`/${chunkName()}.map`)).toBe("public, max-age=31536000, immutable");
    expect(await caching("/assets/icon-32.png")).toBe("public, max-age=86400");
    for (const path of ["/taskpane.html", "/help.html", "/addin.js", "/functions.json", "/manifest.xml"]) {
      const { status, headers } = await gateway.get(path);
      expect([path, status, headers["cache-control"], typeof headers["etag"]]).toEqual([
        path,
        200,
        "no-cache",
        "string",
      ]);
    }
  });

  test("let no cache remember that a chunk is missing", async () => {
    expect(await gateway.get("/client.0123abcd.js")).toMatchObject({
      status: 404,
      headers: { "cache-control": "no-cache" },
    });
  });

  test("let Excel on the web read the files from its own pages", async () => {
    const { headers } = await gateway.get("/functions.json", {
      headers: { Origin: "https://excel.officeapps.live.com" },
    });
    expect(headers["access-control-allow-origin"]).toBe("*");
    expect(headers["x-content-type-options"]).toBe("nosniff");
  });

  test("let no other site read the service's answers", async () => {
    const { status, headers } = await gateway.get("/api/insights/v1/plans", {
      headers: { Origin: "https://example.com" },
    });
    expect([status, headers["cache-control"]]).toEqual([401, "no-store"]);
    expect(headers["access-control-allow-origin"]).toBeUndefined();
  });

  test("are those of the whole file for a part of it, and for its headers alone", async () => {
    const part = await gateway.get("/addin.js", { headers: { Range: "bytes=0-9" } });
    expect([part.status, part.body.length, part.headers["cache-control"]]).toEqual([206, 10, "no-cache"]);
    const head = await gateway.get("/taskpane.html", { method: "HEAD" });
    expect([head.status, head.body, head.headers["content-security-policy"]]).toEqual([
      200,
      "",
      expect.stringContaining("frame-ancestors"),
    ]);
  });

  test.each([
    "/../Caddyfile",
    "/..%2fgateway.key",
    "/assets/%2e%2e/%2e%2e/gateway.key",
    "/assets/..%5c..%5cgateway.key",
  ])("come with no file outside of the served folder: %s", async (path) => {
    expect(await gateway.get(path)).toMatchObject({ status: 404, body: "" });
  });

  test("pass on the service's paths, and no other", async () => {
    for (const path of ["/api/insights/v1/plans", "/insights/v1/plans"])
      expect([path, (await gateway.get(path)).status]).toEqual([path, 401]);
    const around = "/api/insights/v1/%2e%2e/%2e%2e/%2e%2e/sandbox.json";
    const twice = ["//api/insights/v1/plans", "/api//insights/v1/plans", "/api/insights/v1//plans", "//mcp"];
    const odd = ["/..;/..;/admin", "/..%5c..%5cadmin", "/%252e%252e/admin", "/x%00y", "/a;b", "/a\\b", "/.hidden"];
    const read = ["/admin/../api/insights/v1/plans", "/admin/..%2fapi/insights/v1/plans", "/api%2finsights/v1/plans"];
    const readOtherwise = [...twice, ...read, ...odd.map((path) => `/api/insights/v1${path}`)];
    for (const path of ["/sandbox/step", "/api/other/v1/plans", "/api", around, ...readOtherwise])
      expect([path, (await gateway.get(path)).status]).toEqual([path, 404]);
  });
});

describe("the security policy of the gateway", () => {
  /** The pane within a frame within a page, as SharePoint shows Excel and Excel the pane. */
  async function isShownIn(outer: string, inner: string): Promise<boolean> {
    // Chromium asks before a page of a public address loads one of this machine.
    const permissions = ["local-network-access"];
    const context = await browser.newContext({ ignoreHTTPSErrors: true, permissions });
    const html = (body: string) => ({ contentType: "text/html", body });
    await context.route(`${inner}/**`, (route) =>
      route.fulfill(html(`<iframe src="${gateway.origin}/help.html"></iframe>`)),
    );
    await context.route(`${outer}/**`, (route) => route.fulfill(html(`<iframe src="${inner}/inner"></iframe>`)));
    const page = await context.newPage();

    await page.goto(`${outer}/outer`, { waitUntil: "load" });
    const frame = page.frames().find((each) => each.parentFrame()?.parentFrame());
    const shown = (await frame?.title().catch(() => "")) ?? "";
    await context.close();
    return shown.startsWith("Scenario Insights");
  }

  test.each([
    ["https://contoso.sharepoint.com", "https://excel.officeapps.live.com"],
    ["https://contoso-my.sharepoint.us", "https://excel.gov.online.office365.us"],
    ["https://contoso.sharepoint-mil.us", "https://excel.dod.online.office365.us"],
    ["https://contoso.sharepoint.cn", "https://excel.partner.officewebapps.cn"],
    ["https://excel.cloud.microsoft", "https://excel.officeapps.live.com"],
  ])("lets %s with %s show the pane", async (outer, inner) => {
    expect(await isShownIn(outer, inner)).toBe(true);
  });

  test.each([
    ["https://example.com", "https://excel.officeapps.live.com"],
    ["https://contoso.sharepoint.com", "https://example.com"],
    ["https://sharepoint.com.example.com", "https://excel.officeapps.live.com"],
  ])("does not let %s with %s show it", async (outer, inner) => {
    expect(await isShownIn(outer, inner)).toBe(false);
  });
});

describe("the gateway's log", () => {
  test("has the requests, but no query, key or token", async () => {
    const token = "token-that-nobody-may-read";
    await gateway.get("/api/insights/v1/pnl-summary?planId=secret-plan", {
      headers: { Authorization: `Bearer ${token}` },
    });
    const entries = gateway
      .log()
      .split("\n")
      .filter((line) => line.includes('"handled request"'));
    expect(entries.some((line) => line.includes('"uri":"/api/insights/v1/pnl-summary"'))).toBe(true);
    const sender = ["127.0.0.1", "remote_ip", "remote_port", "client_ip"];
    for (const entry of entries) for (const each of sender) expect(entry).not.toContain(each);
    for (const secret of ["?", "planId", "secret-plan", token, "Bearer", gateway.sandbox.apiKey, "Authorization"])
      expect([secret, gateway.log().includes(secret)]).toEqual([secret, false]);
  });

  test("has the reason, but no query, where the service cannot be reached", async () => {
    await gateway.sandbox.close();
    const { status } = await gateway.get("/api/insights/v1/pnl-summary?planId=other-plan");
    expect(status).toBe(502);
    expect(gateway.log()).toContain("connection refused");
    expect(gateway.log()).not.toContain("other-plan");
  });
});

describe("a new release", () => {
  const DAY = 24 * 3600_000;
  const ago = (days: number) => new Date(Date.now() - days * DAY);

  test("keeps the chunks of earlier ones for weeks, and replaces all other files", () => {
    const { files } = gateway;
    const put = (name: string, days: number) => {
      writeFileSync(join(files, name), "old");
      utimesSync(join(files, name), ago(days), ago(days));
    };
    put("client.00000001.js", 40);
    put("client.00000002.js", 70);
    put("addin.js", 70);
    put("assets/former-32.png", 700);
    release(gateway.build, files);
    expect(existsSync(join(files, "client.00000001.js"))).toBe(true);
    expect(existsSync(join(files, "client.00000002.js"))).toBe(false);
    expect(existsSync(join(files, "assets/former-32.png"))).toBe(true);
    const builtText = (name: string) => readFileSync(join(gateway.build, name), "utf8");
    expect(readFileSync(join(files, "addin.js"), "utf8")).toBe(builtText("addin.js"));
    expect(readdirSync(files).filter((name) => name.endsWith(".new"))).toEqual([]);
  });
});
