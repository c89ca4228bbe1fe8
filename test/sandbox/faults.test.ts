import { FAULT_KINDS, readSchedule } from "../../sandbox/faults/schedule";
import { withFaults } from "../../sandbox/faults/faults";
import { HELP, readOptions } from "../../sandbox/options";
import { createSandbox } from "../../sandbox/sandbox";

const ROW = { period: "2026-01", ebit: 5 };
const RESULTS = {
  meta: { planId: "p", generatedAt: "2026-03-02T00:00:00Z" },
  scenarios: [{ scenarioId: "s", series: [ROW, { period: "2026-02", ebit: 6 }] }],
};
const URL = "https://sandbox.example/insights/v1/pnl-summary";
const TOKEN = "https://sandbox.example/api/auth/v1/token";

/** A service that always answers the same, under this fault at every request; what waits, waits until `after` runs it. */
function under(faults: string, after?: (milliseconds: number, run: () => void) => () => void) {
  const service: typeof fetch = async (input) => {
    const { url } = input as Request;
    return Response.json(url === TOKEN ? { accessToken: "issued", expiresIn: 3600 } : RESULTS);
  };
  return withFaults(service, readSchedule(faults), after);
}

const bodyUnder = async (faults: string, url = URL) => (await under(faults)(url)).json();

describe("a schedule", () => {
  it("has a seed, and shares by kind or for all kinds alike", () => {
    expect(readSchedule("seed=7,loss=0.1,429=0.2")).toEqual({
      seed: 7,
      rates: new Map([
        ["loss", 0.1],
        ["429", 0.2],
      ]),
    });
    const { seed, rates } = readSchedule("all=0.4");
    expect(seed).toBe(1);
    expect([...rates.keys()]).toEqual(Object.keys(FAULT_KINDS));
    expect([...rates.values()].reduce((sum, rate) => sum + rate)).toBeCloseTo(0.4);
  });

  it.each(["fire=0.1", "loss", "loss=2", "loss=x", "seed=x", "all=1e1"])(
    "is refused with what it takes: %s",
    (text) => {
      expect(() => readSchedule(text)).toThrow(`--faults has '${text}', but accepts only seed=<n>, all=<rate>`);
    },
  );

  it("comes to at most all requests", () => {
    expect(() => readSchedule("loss=0.6,half=0.6")).toThrow("must not exceed 1");
  });

  it("is an option of the command, whose help lists every kind", () => {
    expect(readOptions(["--faults", "seed=7,html=0.5"])?.faults).toEqual(readSchedule("seed=7,html=0.5"));
    expect(readOptions([])).not.toHaveProperty("faults");
    for (const [kind, meaning] of Object.entries(FAULT_KINDS)) expect(HELP).toMatch(new RegExp(`${kind} +${meaning}`));
  });

  it("gives the same faults for the same seed", async () => {
    const statuses = async (seed: number) => {
      const fetch = under(`seed=${seed},500=0.3,404=0.3`);
      const all: number[] = [];
      for (let count = 0; count < 30; count += 1) all.push((await fetch(URL)).status);
      return all.join();
    };
    expect(await statuses(3)).toBe(await statuses(3));
    expect(await statuses(3)).not.toBe(await statuses(4));
  });
});

describe("each kind of fault is what it says", () => {
  it.each([401, 403, 404, 408, 429, 500, 503])("%i, with the error body of the API", async (status) => {
    const response = await under(`${status}=1`)(URL);
    expect([response.status, (await response.json()).statusCode]).toEqual([status, status]);
    expect(response.headers.has("Retry-After")).toBe(status === 429 || status === 503);
  });

  it("a page, a reset, half a body", async () => {
    expect(await (await under("html=1")(URL)).text()).toContain("<title>");
    await expect(under("reset=1")(URL)).rejects.toMatchObject({ cause: { code: "ECONNRESET" } });
    await expect((await under("half=1")(URL)).text()).rejects.toThrow("terminated");
  });

  it("no answer until the request is cancelled, and no timer after that", async () => {
    const controller = new AbortController();
    const answer = under("loss=1")(URL, { signal: controller.signal });
    controller.abort(new Error("Left"));
    await expect(answer).rejects.toThrow("Left");
  });

  it("waits, which a test may hand in", async () => {
    const waits: number[] = [];
    const atOnce = (milliseconds: number, run: () => void) => {
      waits.push(milliseconds);
      queueMicrotask(run);
      return () => {};
    };
    expect(await (await under("drip=1", atOnce)(URL)).json()).toEqual(RESULTS);
    expect(waits).toEqual(Array(8).fill(250));
    expect(await (await under("latency=1", atOnce)(URL)).json()).toEqual(RESULTS);
    expect(waits.at(-1)).toBeLessThan(3000);
  });

  it("tokens that do not last", async () => {
    expect(await bodyUnder("short=1", TOKEN)).toEqual({ accessToken: "issued", expiresIn: 1 });
    expect(await bodyUnder("expired=1", TOKEN)).toEqual({ accessToken: "an-expired-token", expiresIn: 3600 });
    expect(await bodyUnder("short=1")).toEqual(RESULTS);
  });

  it("answers that say something else", async () => {
    expect((await bodyUnder("clock=1")).meta.generatedAt).toMatch(/^2026-03-0[13]T/);
    const twice = (await bodyUnder("duplicate=1")).scenarios;
    expect(twice.length + twice[0].series.length).toBeGreaterThan(3);
    expect((await bodyUnder("missing=1")).scenarios[0].series).toHaveLength(1);
    const extra = (await bodyUnder("extra=1")).scenarios;
    expect([extra.length, extra[0].series.at(-1).period]).toEqual([2, "2099-12"]);
    expect((await bodyUnder("shape=1")).scenarios[0].series[0]).toMatchObject({ ...ROW, previousYear: { ebit: -1 } });
  });
});

it("the sandbox takes a schedule, and without one meets no fault", async () => {
  const init = () => ({
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ apiKey: createSandbox().apiKey }),
  });
  expect((await createSandbox({ faults: readSchedule("503=1") }).fetch(TOKEN, init())).status).toBe(503);
  expect((await createSandbox().fetch(TOKEN, init())).status).toBe(200);
});
