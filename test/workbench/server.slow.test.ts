import { serviceOf } from "../../src/insights";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { request } from "node:https";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { built } from "../project/dist";
import { plainWorkbook } from "../e2e/workbench/plainWorkbook";
import { startWorkbench, type WorkbenchServer } from "../../workbench/server/server";

const CDN = "https://officeapis.public.onecdn.static.microsoft/1/office.js";
const ADDIN = built("");
const OFFICE_JS = dirname(require.resolve("@microsoft/office-js/dist/office.js"));
const PAGE = mkdtempSync(join(tmpdir(), "workbench-"));

let server: WorkbenchServer;

beforeAll(async () => {
  writeFileSync(join(PAGE, "index.html"), "<!doctype html>the page");
  writeFileSync(join(PAGE, "sample.json"), JSON.stringify({ data: plainWorkbook() }));
  server = await startWorkbench({ port: 0, folders: { addin: ADDIN, page: PAGE, officeJs: OFFICE_JS } });
});

afterAll(async () => {
  await server.close();
  rmSync(PAGE, { recursive: true });
});

interface Reply {
  status: number;
  type: string | undefined;
  location: string | undefined;
  /** The origins whose pages may read the answer. */
  allows: string | undefined;
  body: Buffer;
}

/** The certificate is nobody's, so `fetch` would refuse it. */
function get(path: string, { method = "GET", headers = {}, body = "" } = {}, { url } = server): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const sent = request(new URL(path, url), { method, headers, rejectUnauthorized: false }, (reply) => {
      const chunks: Buffer[] = [];
      reply.on("data", (chunk: Buffer) => chunks.push(chunk));
      reply.on("end", () => {
        const { "content-type": type, location, "access-control-allow-origin": allows } = reply.headers;
        resolve({ status: reply.statusCode!, type, location, allows, body: Buffer.concat(chunks) });
      });
    });
    sent.on("error", reject).end(body);
  });
}

function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => statSync(join(folder, path)).isFile());
}

test("The sample's ledger names the service of this computer, whatever the port", async () => {
  const { status, body } = await get("/sample-numbers.json");
  const { parts } = JSON.parse(body.toString()) as { parts: string[] };
  expect(status).toBe(200);
  expect(parts.map((part) => /xmlns="([^"]+)"/.exec(part)?.[1])).toEqual(
    ["ledger", "index"].map((name) => `urn:scenario-insights:workbook:${name}`),
  );
  expect(parts[1]).toContain(`service="${serviceOf(new URL(server.url).origin)}"`);
});

// Fails if they are kept beyond the simulation.
test("The sample's ledger has the sandbox's newest results", async () => {
  const before = await get("/sample-numbers.json");
  server.sandbox.step();
  expect((await get("/sample-numbers.json")).body.equals(before.body)).toBe(false);
});

test("Every built file except the page is served to the byte", async () => {
  const files = filesOf(ADDIN).filter((file) => file !== "taskpane.html");
  expect(files).toEqual(expect.arrayContaining(["addin.js", "functions.json", "manifest.xml", "assets/icon-32.png"]));
  for (const file of files) {
    const { status, body } = await get(`/${file}`);
    expect({ file, status, same: body.equals(readFileSync(join(ADDIN, file))) }).toEqual({
      file,
      status: 200,
      same: true,
    });
  }
});

test("The add-in's page is served as it was built, but for the address of office.js", async () => {
  const { status, type, body } = await get("/taskpane.html");
  expect({ status, type }).toEqual({ status: 200, type: expect.stringContaining("text/html") });
  const built = readFileSync(join(ADDIN, "taskpane.html"), "utf8");
  expect(body.toString()).not.toContain(CDN);
  expect(body.toString().split("/office-js/office.js").join(CDN)).toBe(built);
});

test("Microsoft's office.js and what it loads are the package's own files", async () => {
  for (const file of ["office.js", "excel-web-16.00.js", "en-us/office_strings.js"]) {
    const { status, type, body } = await get(`/office-js/${file}`);
    expect({ status, type }).toEqual({ status: 200, type: expect.stringContaining("javascript") });
    expect(body.equals(readFileSync(join(OFFICE_JS, file)))).toBe(true);
  }
});

test("A real Excel gets Microsoft's own office.js, and its pages on the web may read the files", async () => {
  const excel = await startWorkbench({ port: 0, folders: { addin: ADDIN, page: PAGE } });
  const page = await get("/taskpane.html", {}, excel);
  const metadata = await get("/functions.json", {}, excel);
  const trial = await get("/help/excel-trial.html", {}, excel);
  await excel.close();
  expect(page.body.toString()).toContain(CDN);
  expect(metadata).toMatchObject({ status: 200, allows: "*" });
  expect(trial.body.toString()).toContain('href="../manifest.xml"');
});

test("The workbench's page has its own path, to which the root leads", async () => {
  expect(await get("/")).toMatchObject({ status: 302, location: "/workbench/" });
  expect(String((await get("/workbench/")).body)).toBe("<!doctype html>the page");
});

test("The sandbox answers under both of its roots, with the key that the page is told", async () => {
  const { apiKey } = JSON.parse(String((await get("/sandbox.json")).body));
  const headers = { "Content-Type": "application/json" };
  const token = await get("/api/auth/v1/token", { method: "POST", headers, body: JSON.stringify({ apiKey }) });
  const { accessToken } = JSON.parse(String(token.body));
  for (const root of ["/api/insights/v1", "/insights/v1"]) {
    const { status, body } = await get(`${root}/plans`, { headers: { Authorization: `Bearer ${accessToken}` } });
    expect({ status, plans: JSON.parse(String(body)).plans.length }).toEqual({ status: 200, plans: 3 });
  }
});

test.each([
  "/nothing.js",
  "/workbench/nothing.js",
  "/office-js/nothing.js",
  "/..%2fpackage.json",
  "/office-js/..%2fpackage.json",
])("There is nothing at %s", async (path) => {
  expect((await get(path)).status).toBe(404);
});

test("A port that is taken is refused with its code", async () => {
  const port = Number(new URL(server.url).port);
  const folders = { addin: ADDIN, page: PAGE, officeJs: OFFICE_JS };
  await expect(startWorkbench({ port, folders })).rejects.toMatchObject({ code: "EADDRINUSE" });
});

test("Scripts fail to load as often as a test wants", async () => {
  const folders = { addin: ADDIN, page: PAGE, officeJs: OFFICE_JS };
  const busy = await startWorkbench({
    port: 0,
    folders,
    failsToLoad: (script, times) => script === "addin.js" && times < 2,
  });
  const statuses = async (path: string) => [
    (await get(path, {}, busy)).status,
    (await get(path, {}, busy)).status,
    (await get(path, {}, busy)).status,
  ];
  expect(await statuses("/addin.js")).toEqual([503, 503, 200]);
  expect(await statuses("/functions.json")).toEqual([200, 200, 200]);
  expect(await statuses("/office-js/office.js")).toEqual([200, 200, 200]);
  await busy.close();
});
