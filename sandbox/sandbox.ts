/** The whole Insights API as a `fetch` function: plans, simulated results, tokens and refusals, with no network and no account. */
import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { cors } from "hono/cors";
import { HTTPException } from "hono/http-exception";
import { methodNotAllowed } from "hono/method-not-allowed";
import { ENDPOINTS, type EndpointName } from "../src/insights/endpoints";
import { CLIENT, exchangeKey, grantClient, KEYS, type Grant } from "./credentials";
import { USUAL_DIALECT, type Dialect } from "./dialect";
import { withFaults } from "./faults/faults";
import type { FaultSchedule } from "./faults/schedule";
import type { Gaps } from "./planning/gaps";
import { sharedPlanning, type Planning } from "./planning/planning";
import { createRefusalBody, refuse, type RefusalStatus } from "./refusal";
import { ROUTES, type SimulatedService } from "./routes";
import { createTokens, requireScope, type Tokens } from "./token";

export interface SandboxOptions {
  /** Seed of the simulation. @default 1 */
  seed?: number;
  /** Milliseconds since the epoch; decides token expiry and generatedAt. @default Date.now */
  now?: () => number;
  /** Milliseconds that every Insights answer waits. @default 0 */
  latency?: number;
  /** Serve the announced endpoints too. @default false */
  preview?: boolean;
  /** The service's choices where the specification says "not shown". */
  dialect?: Partial<Dialect>;
  /** Gaps in the data, and plans beside the usual ones. @default none */
  gaps?: Gaps;
  /** Faults and their rates. @default none */
  faults?: FaultSchedule;
}

export interface Sandbox {
  /** The whole API; takes what the global fetch takes, and the origin is irrelevant. */
  fetch: typeof globalThis.fetch;
  /** A key with insights:read and plans:read. */
  apiKey: string;
  /** Keys by what they may do: both read scopes, one of them, or everything. */
  keys: { full: string; insightsOnly: string; plansOnly: string; admin: string };
  client: { id: string; secret: string };
  /** The data behind the answers. */
  readonly planning: Planning;
  /** Simulates new results, computed now. */
  step(): void;
}

/** Both Insights roots of API specification §4. */
const ROOTS = ["/api/insights/v1", "/insights/v1"];

/** In bytes; a token request, the only one with a body, has some hundred. */
const MAX_BODY = 64 * 1024;

/** The simulation ended this long before the sandbox was made, in milliseconds. */
const AGE = 15 * 60_000;

export function createSandbox(options: SandboxOptions = {}): Sandbox {
  const { seed = 1, now = Date.now, latency = 0, preview = false, dialect, gaps = {}, faults } = options;
  let generation = 0;
  const service: SimulatedService = {
    planning: sharedPlanning(seed, 0, gaps),
    dialect: { ...USUAL_DIALECT, ...dialect },
    gaps,
    generatedAt: new Date(now() - AGE).toISOString(),
  };
  const tokens = createTokens(now);
  const app = createApp();
  serveTokens(app, tokens, service.dialect);
  serveInsights(app, tokens, service, { latency, preview });
  return {
    fetch: faults ? withFaults(fetchFrom(app), faults) : fetchFrom(app),
    apiKey: KEYS.full,
    keys: KEYS,
    client: CLIENT,
    get planning() {
      return service.planning;
    },
    step() {
      generation += 1;
      service.planning = sharedPlanning(seed, generation, gaps);
      service.generatedAt = new Date(now()).toISOString();
    },
  };
}

function createApp(): Hono {
  const app = new Hono();
  app.use(cors({ origin: "*", allowHeaders: ["Authorization", "Content-Type"], allowMethods: ["GET", "POST"] }));
  app.use(
    methodNotAllowed({
      app,
      onMethodNotAllowed: (context, methods) => {
        const message = `${context.req.method} is not offered at ${context.req.path}; accepted: ${methods.join(", ")}.`;
        return context.json(createRefusalBody(405, message), 405, { Allow: methods.join(", ") });
      },
    }),
  );
  const tooLarge = () => refuse(413, `A request's body has at most ${MAX_BODY} bytes here.`);
  app.use(bodyLimit({ maxSize: MAX_BODY, onError: tooLarge }));
  app.notFound((context) => context.json(createRefusalBody(404, `There is no endpoint ${context.req.path}.`), 404));
  app.onError((error, context) => {
    if (!(error instanceof HTTPException)) return context.json(createRefusalBody(500, error.message), 500);
    return context.json(createRefusalBody(error.status as RefusalStatus, error.message), error.status);
  });
  return app;
}

/** API specification §4.1 and §4.2. */
function serveTokens(app: Hono, tokens: Tokens, dialect: Dialect): void {
  const serve = (path: string, identify: (contentType: string | undefined, body: string) => Grant) =>
    app.post(path, async (context) => {
      const { subject, scopes } = identify(context.req.header("Content-Type"), await context.req.text());
      const token = await tokens.issue(subject, scopes);
      return context.json(dialect.fields === "quickstart" ? token : { ...token, tokenType: "Bearer" });
    });
  serve("/api/oauth/v1/token", grantClient);
  serve("/api/auth/v1/token", exchangeKey);
}

/** API specification §4.3 to §4.6. */
function serveInsights(
  app: Hono,
  tokens: Tokens,
  service: SimulatedService,
  { latency, preview }: { latency: number; preview: boolean },
): void {
  const names = (Object.keys(ENDPOINTS) as EndpointName[]).filter((name) => preview || isOffered(name));
  for (const root of ROOTS) {
    for (const name of names) {
      const { path } = ENDPOINTS[name];
      app.get(root + path, async (context) => {
        if (latency > 0) await new Promise((resolve) => setTimeout(resolve, latency));
        const scopes = await tokens.read(context.req.header("Authorization"));
        requireScope(name === "plans" ? "plans:read" : "insights:read", scopes, path);
        return context.json(ROUTES[name](service, (parameter) => context.req.query(parameter) || undefined));
      });
    }
  }
}

function isOffered(name: EndpointName): boolean {
  const endpoint = ENDPOINTS[name];
  return !("available" in endpoint) || endpoint.available;
}

/** Like the global fetch, it rejects when the request is aborted, however long the answer still takes. */
function fetchFrom(app: Hono): typeof globalThis.fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const { signal } = request;
    signal.throwIfAborted();
    const aborted = new Promise<never>((_, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
    });
    return Promise.race([app.fetch(request), aborted]);
  };
}
