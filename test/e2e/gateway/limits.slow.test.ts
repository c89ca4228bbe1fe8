/** What the gateway lets nobody do: hold the service's connections, send it large bodies, or ask by other methods and names. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import {
  createServer,
  get,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect, type TLSSocket } from "node:tls";
import { launchBrowser } from "../browser";
import { freePort, HOST, startCaddy, type RunningCaddy } from "./gateway";

const TOKEN = "/api/auth/v1/token";

let folder: string;
let port: number;
let testPort: number;
let testFiles: string;
let caddy: RunningCaddy;
let service: Server;
/** The bytes of bodies that the service got, its open connections, and the headers of the last request. */
const seen = { bytes: 0, open: 0, headers: {} as IncomingHttpHeaders };

/** What a careless service does: its answer is a page that repeats the path, and sets whatever it likes. */
function answer(path: string, response: ServerResponse): void {
  if (!path.startsWith("/insights/")) return void response.end("{}");
  const headers = {
    "Set-Cookie": "a=b",
    "Access-Control-Allow-Origin": "*",
    "Clear-Site-Data": '"storage"',
    Refresh: "0; url=https://example.com",
    "Content-Security-Policy": "default-src *",
    "Content-Type": "text/html",
  };
  response.writeHead(200, headers).end(`<title>page</title>${decodeURIComponent(path)}`);
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "insights-limits-"));
  service = createServer((request, response) => {
    request.on("data", (part: Buffer) => (seen.bytes += part.length));
    seen.headers = request.headers;
    request.on("end", () => answer(request.url ?? "", response));
  }).on("connection", (socket) => {
    seen.open += 1;
    socket.on("close", () => (seen.open -= 1));
  });
  await new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve));
  port = await freePort();
  const address = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  testPort = await freePort();
  testFiles = join(folder, "test");
  mkdirSync(testFiles);
  writeFileSync(join(folder, "taskpane.html"), "production");
  writeFileSync(join(testFiles, "taskpane.html"), "test");
  const test = { port: testPort, files: testFiles, service: address };
  caddy = await startCaddy({ folder, port, files: folder, service: address, test });
});

afterAll(async () => {
  await caddy?.close();
  service?.closeAllConnections();
  service?.close();
  rmSync(folder, { recursive: true });
});

beforeEach(() => (seen.bytes = 0));

/** Opens a connection, and sends the beginning of a request. */
function send(beginning: string, at = port): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const given = {
      host: "127.0.0.1",
      port: at,
      servername: HOST,
      rejectUnauthorized: false,
      ALPNProtocols: ["http/1.1"],
    };
    const socket = connect(given, () => socket.write(beginning, () => resolve(socket)));
    socket.once("error", reject);
  });
}

/** Resolves to the answer, "" for none, when the gateway has closed the connection. */
function answerOf(socket: TLSSocket): Promise<string> {
  return new Promise((resolve) => {
    let text = "";
    socket.on("data", (part) => (text += String(part)));
    socket.on("error", () => undefined);
    socket.on("close", () => resolve(text));
  });
}

const head = (length: number) =>
  `POST ${TOKEN} HTTP/1.1\r\nHost: ${HOST}:${port}\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;

test("A request as the add-in sends it is passed on", async () => {
  const socket = await send(`${head(14)}{"apiKey":"k"}`);
  const answer = answerOf(socket);
  await new Promise((resolve) => socket.once("data", resolve));
  socket.end();
  expect(await answer).toMatch(/^HTTP\/1\.1 200 /);
  expect(seen.bytes).toBe(14);
});

test("A body over 64 KB is refused, and the service does not get it", async () => {
  const length = 2_000_000;
  const answer = await send(head(length)).then((socket) => {
    const answered = answerOf(socket);
    socket.write("x".repeat(length));
    return answered;
  });
  expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  expect(seen.bytes).toBeLessThanOrEqual(64_000);
});

test("200 slow headers and 200 slow bodies are ended, and others are answered meanwhile", async () => {
  const slowly = (beginning: string) => Promise.all(Array.from({ length: 200 }, () => send(beginning)));
  const sockets = [...(await slowly(`GET /taskpane.html HTTP/1.1\r\nHost: ${HOST}`)), ...(await slowly(head(1000)))];
  const ended = sockets.map(answerOf);
  for (let times = 0; times < 20; times += 1) expect((await caddy.get("/api/insights/v1/plans")).status).toBe(200);
  // The gateway ends them: the test does not.
  await Promise.all(ended);
  while (seen.open > 50) await new Promise((resolve) => setTimeout(resolve, 100));
  expect((await caddy.get("/api/insights/v1/plans")).status).toBe(200);
});

/** The first line of the answer, and its last. */
async function linesOf(
  method: string,
  path: string,
  { host = HOST, at = port } = {},
): Promise<[status: string, body: string]> {
  const socket = await send(`${method} ${path} HTTP/1.1\r\nHost: ${host}:${at}\r\nConnection: close\r\n\r\n`, at);
  const lines = (await answerOf(socket)).split("\r\n");
  return [lines[0] ?? "", lines.at(-1) ?? ""];
}

test.each(["POST", "PUT", "DELETE", "TRACE", "PATCH"])("A file is not answered by %s", async (method) => {
  expect((await linesOf(method, "/taskpane.html"))[0]).toMatch(/^HTTP\/1\.1 405 /);
});

test.each(["PUT", "DELETE", "TRACE", "PATCH", "OPTIONS", "POST"])(
  "The service gets no %s for results",
  async (method) => {
    expect((await linesOf(method, "/api/insights/v1/plans"))[0]).toMatch(/^HTTP\/1\.1 405 /);
  },
);

test("The service gets no GET for a token: it would stand in logs", async () => {
  expect((await linesOf("GET", `${TOKEN}?apiKey=k`))[0]).toMatch(/^HTTP\/1\.1 (404|405) /);
});

test("The service gets the headers that the add-in sends, and no others", async () => {
  const sent = { Authorization: "Bearer t", Accept: "application/json" };
  const unsent = {
    Cookie: "session=1",
    Origin: "https://example.com",
    Referer: "https://example.com/",
    Forwarded: "for=1.2.3.4",
    "Accept-Language": "de",
    "Sec-Fetch-Site": "cross-site",
    "Proxy-Authorization": "Basic x",
    "X-HTTP-Method-Override": "DELETE",
    "X-Original-URL": "/admin",
    "X-Forwarded-For": "1.2.3.4",
    "User-Agent": "a person's browser",
    From: "ada@example.com",
    Via: "1.1 a-persons-computer",
  };
  expect((await caddy.get("/api/insights/v1/plans", { headers: { ...sent, ...unsent } })).status).toBe(200);
  // Caddy adds those of its own.
  const own = ["accept-encoding", "host", "user-agent"];
  expect(Object.keys(seen.headers).sort()).toEqual([...own, "accept", "authorization"].sort());
  expect(seen.headers).toMatchObject({ authorization: "Bearer t", "user-agent": "insights-gateway" });
});

test("An answer of the service keeps none of its rules for browsers", async () => {
  const { headers, body } = await caddy.get("/insights/v1/plans");
  expect(body).toContain("<title>page</title>");
  expect(headers).toMatchObject({
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
    "x-content-type-options": "nosniff",
    "cache-control": "no-store",
  });
  for (const name of ["set-cookie", "access-control-allow-origin", "clear-site-data", "refresh"])
    expect([name, headers[name]]).toEqual([name, undefined]);
});

test("A page that the service answers runs no script at the add-in's address", async () => {
  const browser = await launchBrowser();
  const page = await (await browser.newContext({ ignoreHTTPSErrors: true })).newPage();
  const script = "<script>document.title = typeof localStorage</script>";
  await page.goto(`https://${HOST}:${port}/insights/v1/page?${encodeURIComponent(script)}`);
  const title = await page.title();
  await browser.close();
  expect(title).toBe("page");
});

test("Another name than the gateway's gets nothing", async () => {
  const [status, body] = await linesOf("GET", "/taskpane.html", { host: "other.example" });
  expect(status).toMatch(/^HTTP\/1\.1 421 /);
  expect(body).not.toContain("production");
});

test.each([
  [HOST, 308, `https://${HOST}/taskpane.html`],
  ["other.example", 421, undefined],
  ["insights", 421, undefined],
  ["127.0.0.1", 421, undefined],
])("Without encryption, %s gets %i", async (host, status, location) => {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const given = { host: "127.0.0.1", port: caddy.httpPort, path: "/taskpane.html", headers: { Host: host } };
    get(given, resolve).on("error", reject);
  });
  answer.resume();
  expect([answer.statusCode, answer.headers.location]).toEqual([status, location]);
});

test("Two environments stand side by side, each with its own files", async () => {
  expect((await linesOf("GET", "/taskpane.html"))[1]).toBe("production");
  expect((await linesOf("GET", "/taskpane.html", { at: testPort }))[1]).toBe("test");
});
