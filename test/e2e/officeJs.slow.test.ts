/** The built page as it is hosted, with Microsoft's homes of office.js played by a server of this machine. */
import { existsSync, readFileSync } from "node:fs";
import { createServer, type Server } from "node:https";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { readCertificate } from "../../sandbox/certificate";
import { startWorkbench, type WorkbenchServer } from "../../workbench/server/server";
import { launchBrowser } from "./browser";
import { FOLDERS, openWorkbench, type Workbench } from "./workbench/open";
import { planShown } from "./sections";

const HOME = { host: "officeapis.public.onecdn.static.microsoft", path: "/1/" };
const FORMER_HOME = { host: "appsforoffice.microsoft.com", path: "/lib/1/hosted/" };

/** What the request for a file of office.js meets: nothing that answers, another address, or no end. */
type Fault = "none" | "refused" | "redirected" | "held";

let faults: Record<string, Fault>;
let homes: Server;
let browser: Browser;
let server: WorkbenchServer;
let workbench: Workbench | undefined;
/** The hosts that sent office.js itself. */
let served: string[];
/** Ends the answers that are held. */
let release: (() => void)[];

beforeAll(async () => {
  homes = createServer({ ...(await readCertificate()) }, answer);
  await new Promise<void>((settle) => homes.listen(0, "127.0.0.1", settle));
  const { port } = homes.address() as AddressInfo;
  const rules = [HOME, FORMER_HOME].map(({ host }) => `MAP ${host}:443 127.0.0.1:${port}`).join(",");
  [browser, server] = await Promise.all([
    launchBrowser([`--host-resolver-rules=${rules}`]),
    // Without the package's office.js it serves the page as it was built.
    startWorkbench({ port: 0, folders: { addin: FOLDERS.addin, page: FOLDERS.page } }),
  ]);
});

afterAll(async () => {
  await browser?.close();
  await server?.close();
  homes?.closeAllConnections();
  homes?.close();
});

beforeEach(() => {
  [served, release] = [[], []];
});

afterEach(async () => {
  await workbench?.close();
  workbench = undefined;
});

function answer(request: IncomingMessage, response: ServerResponse): void {
  const { host = "" } = request.headers;
  const fault = faults[host] ?? "none";
  if (fault === "refused") return void response.destroy();
  if (fault === "held") return void release.push(() => send(request, response));
  if (fault === "none") return send(request, response);
  const file = (request.url ?? "").slice(HOME.path.length);
  response
    .writeHead(302, {
      Location: `https://${FORMER_HOME.host}${FORMER_HOME.path}${file}`,
      "Access-Control-Allow-Origin": "*",
    })
    .end();
}

function send({ url = "", headers: { host = "" } }: IncomingMessage, response: ServerResponse): void {
  const { path } = host === HOME.host ? HOME : FORMER_HOME;
  if (url === `${path}office.js`) served.push(host);
  const file = join(FOLDERS.officeJs, url.slice(path.length));
  // Microsoft's homes have more than the package, such as the page that asks whether a host on the web may be trusted.
  if (!existsSync(file)) return void response.writeHead(404).end();
  response
    .writeHead(200, { "Content-Type": "text/javascript", "Access-Control-Allow-Origin": "*" })
    .end(readFileSync(file));
}

async function open(of: Partial<Record<"home" | "former", Fault>>): Promise<Workbench> {
  faults = { [HOME.host]: of.home ?? "none", [FORMER_HOME.host]: of.former ?? "none" };
  workbench = await openWorkbench({ browser, server });
  return workbench;
}

const CASES: [string, Parameters<typeof open>[0], string][] = [
  ["the documented home", {}, HOME.host],
  ["the former home if the documented one is refused", { home: "refused" }, FORMER_HOME.host],
  ["the home that a redirect names", { home: "redirected" }, FORMER_HOME.host],
];

test.each(CASES)("the add-in runs with office.js from %s", async (_, given, host) => {
  const { pane, problems, values } = await open(given);
  await planShown(pane);
  expect((await values("'P&L'!A7:B9")).flat()).toContainEqual(expect.any(Number));
  expect(served).toEqual([host]);
  expect(problems.filter((problem) => problem.startsWith("content security policy: script"))).toEqual([]);
});

describe("without the workbench around it, the page", () => {
  async function page(given: Record<string, Fault>) {
    faults = given;
    const context = await browser.newContext({ ignoreHTTPSErrors: true });
    const opened = await context.newPage();
    await opened.clock.install();
    await opened.goto(new URL("/taskpane.html", server.url).href, { waitUntil: "commit" });
    return opened;
  }

  test("says which addresses to allow if neither home answers, and tries again", async () => {
    const opened = await page({ [HOME.host]: "refused", [FORMER_HOME.host]: "refused" });
    const notice = opened.getByRole("alert");
    await notice.getByText("could not load Microsoft's office.js").waitFor();
    expect(await notice.innerText()).toContain(`https://${HOME.host} and https://${FORMER_HOME.host}`);

    faults = {};
    await notice.getByRole("button", { name: "Try again" }).click();
    await opened.waitForFunction(() => "Office" in window);
    await opened.getByRole("alert").waitFor({ state: "detached" });
    await opened.context().close();
  });

  test("says that it waits while office.js neither comes nor fails", async () => {
    const opened = await page({ [HOME.host]: "held" });
    await opened.clock.runFor(15_000);
    const notice = opened.getByRole("alert").getByText("is waiting for Microsoft's office.js");
    await notice.waitFor();
    faults = {};
    for (const each of release) each();
    await opened.waitForFunction(() => "Office" in window);
    await notice.waitFor({ state: "detached" });
    await opened.context().close();
  });
});
