/**
 * The workbench behind one https address: its page, the add-in's built files where a production server has them, Microsoft's
 * office.js, and the sandbox under its own paths. Nothing here needs the network.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { serveStatic } from "@hono/node-server/serve-static";
import { Hono, type MiddlewareHandler } from "hono";
import { readCertificate, type Certificate } from "../../sandbox/certificate";
import { createSandbox, type Sandbox, type SandboxOptions } from "../../sandbox/sandbox";
import { listen, stepOr } from "../../sandbox/server";
import { createSampleNumbers, type SampleNumbers } from "./sampleNumbers";

/** Folders of files to serve. */
export interface Folders {
  /** The add-in as it was built for production. */
  addin: string;
  /** The workbench's own page. */
  page: string;
  /** `dist` of the package @microsoft/office-js; left out for a real Excel, which loads Microsoft's own. */
  officeJs?: string;
}

export interface WorkbenchOptions extends SandboxOptions {
  /** 0 takes any free port. */
  port: number;
  folders: Folders;
  /**
   * True if a script, such as "addin.js", must fail to load this time, as on a bad network. `times` counts its earlier requests.
   * @default never
   */
  failsToLoad?: ((script: string, times: number) => boolean) | undefined;
}

export interface WorkbenchServer {
  /** The workbench's address. */
  url: string;
  sandbox: Sandbox;
  certificate: Certificate["origin"];
  /** Ends open connections too. */
  close(): Promise<void>;
}

const CDN = "https://officeapis.public.onecdn.static.microsoft/1/office.js";
const OFFICE_JS = "/office-js";

/** @throws Error with the code EADDRINUSE or EACCES if the port is not available. */
export async function startWorkbench({
  port,
  folders,
  failsToLoad,
  ...options
}: WorkbenchOptions): Promise<WorkbenchServer> {
  const sandbox = createSandbox(options);
  const certificate = await readCertificate();
  const numbersOf = createSampleNumbers(join(folders.page, "sample.json"), sandbox);
  const app = createApp(sandbox, numbersOf, folders, failsToLoad);
  const { url, close } = await listen((request) => app.fetch(request), port, certificate);
  // Ready before the browser asks; who asks is told of a failure.
  numbersOf(new URL(url).origin).catch(() => undefined);
  return { url: `${url}/workbench/`, sandbox, certificate: certificate.origin, close };
}

function createApp(
  sandbox: Sandbox,
  numbersOf: (service: string) => Promise<SampleNumbers>,
  { addin, page, officeJs }: Folders,
  failsToLoad: WorkbenchOptions["failsToLoad"],
): Hono {
  const app = new Hono();
  const answer = (context: { req: { raw: Request } }) => stepOr(sandbox, context.req.raw);
  app.all("/api/*", answer);
  app.all("/insights/*", answer);
  app.all("/sandbox/*", answer);
  app.get("/", (context) => context.redirect("/workbench/"));
  app.get("/sandbox.json", (context) => context.json({ apiKey: sandbox.apiKey }));
  app.get("/sample-numbers.json", async (context) => context.json(await numbersOf(new URL(context.req.url).origin)));
  app.use("/workbench/*", files("/workbench", page));
  if (officeJs) {
    app.use(`${OFFICE_JS}/*`, files(OFFICE_JS, officeJs));
    app.get("/taskpane.html", async (context) => {
      const built = await readFile(join(addin, "taskpane.html"), "utf8");
      return context.html(built.replace(CDN, `${OFFICE_JS}/office.js`));
    });
  } else
    app.use("*", async (context, next) => {
      await next();
      // Excel on the web reads the functions' metadata and the icons from pages of its own.
      context.header("Access-Control-Allow-Origin", "*");
      context.header("Cross-Origin-Resource-Policy", "cross-origin");
    });
  if (failsToLoad) app.use("/:script{[^/]+\\.js}", failing(failsToLoad));
  app.use("*", files("", addin));
  return app;
}

/** Answers 503 for a script that must fail. */
function failing(failsToLoad: (script: string, times: number) => boolean): MiddlewareHandler {
  const asked = new Map<string, number>();
  return async (context, next) => {
    const script = context.req.path.slice(1);
    const times = asked.get(script) ?? 0;
    asked.set(script, times + 1);
    return failsToLoad(script, times) ? context.text("The server is busy.", 503) : next();
  };
}

function files(path: string, folder: string) {
  return serveStatic({ root: folder, rewriteRequestPath: (requested) => requested.slice(path.length) });
}
