import { failure, open, openSandbox, type ExcelOptions } from "./excel";
import { pnlOf, refusal, resultsOf, serve, type Asked, type Reply } from "./service";

const CELL = { plan: "p1", scenario: "s1", field: "ebit" };

/** What PNL and KPI say when the service replies like this to the P&L. */
async function fail(reply: Reply, options: ExcelOptions = {}) {
  const onlyPnl: Reply = (asked) => (asked.path === "/pnl-summary" ? reply(asked) : undefined);
  const errors = ["PNL", "KPI"].map((name) => failure(open(serve(onlyPnl), options).call(name as "PNL", CELL)));
  const [error, other] = await Promise.all(errors);
  expect(other!.code).toBe(error!.code);
  return error!;
}

/** Time that passes at once, so that no retry waits. */
const hurried = {
  now: () => 0,
  after: (milliseconds: number, run: () => void) => (milliseconds < 20_000 ? run() : undefined, () => {}),
};

describe("a value that does not exist is #N/A", () => {
  test("where the service says that there is no such plan", async () => {
    const error = await fail(() => refusal(404, "There is no plan p1"));
    expect(error.code).toBe("#N/A");
    expect(error.message).toContain("There is no plan p1");
  });

  test("where the service leaves out the scenario", async () => {
    expect((await fail((asked) => resultsOf({ ...asked, scenarioIds: [] }, {}))).code).toBe("#N/A");
  });

  test("where the service leaves out the field, or everything", async () => {
    expect((await fail((asked) => pnlOf(asked, { dpm: 1 }))).code).toBe("#N/A");
    expect((await fail((asked) => pnlOf(asked, {}))).code).toBe("#N/A");
    expect((await fail((asked) => pnlOf(asked, []))).code).toBe("#N/A");
  });

  test("only in its own column, where other scenarios are returned", async () => {
    const reply: Reply = (asked) =>
      asked.path === "/pnl-summary" && pnlOf({ ...asked, scenarioIds: ["s1"] }, { ebit: 7 });
    const cells: unknown = await open(serve(reply)).call("PNL", { plan: "p1", field: "ebit" });
    expect(cells).toEqual([
      ["", "Base", "Upside"],
      ["EBIT", 7, ""],
    ]);
  });
});

describe("a failure is #VALUE!, so that IFNA never makes a zero of it", () => {
  test("without a connection, and the way to one is told", async () => {
    for (const name of ["PLANS", "SCENARIOS", "PNL", "DEMAND", "KPI", "SUPPLY", "SUSTAINABILITY", "ASOF"] as const) {
      const given = name === "PLANS" ? {} : name === "KPI" ? CELL : { plan: "p1" };
      expect(await failure(open(serve(), { connected: false }).call(name, given))).toMatchObject({
        code: "#VALUE!",
        message: "Not connected to the planning service. Connect in the Insights pane.",
      });
    }
  });

  test.each([400, 403, 409, 422, 408, 429, 500, 502, 503])(
    "when the service answers %i, in its own words",
    async (status) => {
      const error = await fail(() => refusal(status, "Because of the weather"), { timers: hurried });
      expect(error.code).toBe("#VALUE!");
      expect(error.message).toContain(`answered ${status}: Because of the weather`);
    },
  );

  test("when the key is refused", async () => {
    const error = await failure(openSandbox({}, { apiKey: "secret-that-nobody-sees" }).call("PNL", CELL));
    expect(error.code).toBe("#VALUE!");
    expect(error.message).toContain("The API key was refused: ");
    expect(error.message).not.toContain("secret-that-nobody-sees");
  });

  test("when the token is refused again and again", async () => {
    expect((await fail(() => refusal(401, "Expired"))).code).toBe("#VALUE!");
  });

  test("when a key may not read Insights", async () => {
    const { sandbox } = openSandbox();
    const excel = openSandbox({}, { apiKey: sandbox.keys.plansOnly });
    const error = await failure(excel.call("KPI", { plan: "fy26", scenario: "actual", field: "ebit" }));
    expect(error.code).toBe("#VALUE!");
    expect(error.message).toContain("insights:read");
  });

  test("when nothing can be reached", async () => {
    const error = await failure(
      open(() => Promise.reject(new TypeError("Failed to fetch")), { timers: hurried }).call("PNL", CELL),
    );
    expect(error.code).toBe("#VALUE!");
    expect(error.message).toContain("No connection to planning.example");
  });

  test("when the service never answers, after a while", async () => {
    const waits: (() => void)[] = [];
    const timers = { now: () => 0, after: (_milliseconds: number, run: () => void) => (waits.push(run), () => {}) };
    let sent!: () => void;
    const reached = new Promise<void>((resolve) => (sent = resolve));
    const silent: Reply = (asked) => (asked.path === "/pnl-summary" ? (sent(), new Promise(() => {})) : undefined);
    const cell = failure(open(serve(silent), { timers, retries: 0 }).call("PNL", CELL));
    await reached;
    waits.forEach((pass) => pass());
    expect(await cell).toMatchObject({ code: "#VALUE!", message: expect.stringContaining("seconds") });
  });

  test.each<[string, Reply]>([
    ["a page", () => new Response("<html>Sign in</html>", { headers: { "Content-Type": "text/html" } })],
    ["a page that is not there", () => new Response("<html>404</html>", { status: 404 })],
    ["nothing", () => new Response("")],
    ["null", () => new Response("null")],
    ["a list", () => []],
    ["texts for numbers", (asked) => pnlOf(asked, { ebit: "1,000" })],
    [
      "numbers that are too large for a cell",
      (asked) => new Response(JSON.stringify(pnlOf(asked, { ebit: 7 })).replace("7", "1e999")),
    ],
    ["another plan", (asked) => ({ ...pnlOf(asked, { ebit: 1 }), meta: { planId: "p2" } })],
    ["another interval", (asked) => ({ ...pnlOf(asked, { ebit: 1 }), meta: { interval: "M" } })],
  ])("when the service answers with %s", async (_what, reply) => {
    expect((await fail(reply)).code).toBe("#VALUE!");
  });

  test("when the service answers in another currency", async () => {
    const error = await fail((asked) => ({ ...pnlOf(asked, { ebit: 1 }), meta: { currency: "USD" } }), {
      settings: { currency: "EUR" },
    });
    expect(error).toMatchObject({
      code: "#VALUE!",
      message: expect.stringContaining("currency 'USD' instead of 'EUR'"),
    });
  });

  test("when there is no list of plans where it was sought", async () => {
    const nowhere: Reply = ({ path }) => path === "/plans" && refusal(404, "No such page");
    for (const name of ["PLANS", "PNL", "ASOF"] as const) {
      const error = await failure(open(serve(nowhere)).call(name, name === "PLANS" ? {} : { plan: "p1" }));
      expect(error.code).toBe("#VALUE!");
    }
  });

  test("when sums are too large for a cell", async () => {
    const rows = ["2026-01", "2026-02"].map((period) => ({ period, ebit: 1.7e308 }));
    const excel = open(serve((asked) => asked.path === "/pnl-summary" && pnlOf(asked, rows)));
    expect((await failure(excel.call("KPI", { ...CELL, period: "2026-01:2026-02" }))).code).toBe("#VALUE!");
  });

  test("when the add-in itself fails, with what is known of it", async () => {
    const broken = {
      timers: {
        now: () => {
          throw new RangeError("no clock");
        },
        after: () => () => {},
      },
    };
    const error = await failure(open(serve(), broken).call("PNL", CELL));
    expect(error).toMatchObject({ code: "#VALUE!", message: expect.stringContaining("no clock") });
  });

  test("when several rows stand where a statement has one place", async () => {
    const rows = [
      { period: "2026-01", ebit: 1, area: "A · B" },
      { period: "2026-01", ebit: 1, area: "A", branch: "B" },
    ];
    const excel = open(serve((asked) => asked.path === "/pnl-summary" && pnlOf(asked, rows)));
    expect(await failure(excel.call("PNL", { ...CELL, interval: "M" }))).toMatchObject({
      code: "#VALUE!",
      message: expect.stringContaining("several rows for 2026-01, area A, branch B (scenario s1 of /pnl-summary)"),
    });
  });

  test("with a message that can be read at a glance, however long the service's own is", async () => {
    const error = await fail(() => refusal(400, "too ".repeat(5000)));
    expect(error.message.length).toBeLessThanOrEqual(300);
    expect(error.message).toContain("answered 400: too too");
  });
});

describe("a failure passes", () => {
  test("with the next calculation, since it is not kept", async () => {
    let works = false;
    const reply: Reply = (asked) => (asked.path === "/pnl-summary" && !works ? refusal(400, "Not now") : undefined);
    const excel = open(serve(reply));
    await failure(excel.call("PNL", CELL));
    works = true;
    expect(await excel.call("PNL", CELL)).toEqual([[100]]);
  });
});

describe("a key without plans:read", () => {
  const ids = { plan: "fy26", field: "ebit" };
  const restricted = (settings = {}) => {
    const { sandbox } = openSandbox();
    return openSandbox({}, { apiKey: sandbox.keys.insightsOnly, settings });
  };

  test("works with ids", async () => {
    const excel = restricted({ plan: "fy26" });
    const whole = await openSandbox().call("KPI", { ...ids, scenario: "actual" });
    expect(await excel.call("KPI", { ...ids, scenario: "fy26-actual" })).toBe(whole);
    expect(await excel.call("PNL", { scenario: "fy26-actual", field: "ebit" })).toEqual([[whole]]);
    const cells: unknown[][] = await excel.call("PNL", { ...ids, scenario: [["fy26-actual", "", "fy26-actual"]] });
    expect(cells).toEqual([
      ["USD", "Actual", "Actual"],
      ["EBIT", whole, whole],
    ]);
    expect(await excel.call("ASOF", { plan: "fy26", scenario: "fy26-actual" })).toBeGreaterThan(46_000);
  });

  test("cannot tell what all scenarios are", async () => {
    for (const name of ["PNL", "DEMAND", "KPI", "ASOF"] as const) {
      const given = name === "KPI" ? ids : { plan: "fy26" };
      const error = await failure(restricted().call(name, given));
      expect(error.code).toBe("#VALUE!");
      expect(error.message).toContain("plans:read");
    }
  });

  test("takes no id with a comma, which the service would take for two", async () => {
    const excel = restricted();
    const error = await failure(excel.call("KPI", { ...ids, scenario: "fy26-actual,fy26-committed" }));
    expect(error.code).toBe("#VALUE!");
    expect(error.message).toContain("comma");
    expect(excel.requests).toEqual(["/plans"]);
  });
});

describe("a preview in the formula bar", () => {
  const preview = { isInValuePreview: true };

  test("never sends a request", async () => {
    let sent = 0;
    const service = serve();
    const excel = open((...request) => ((sent += 1), service(...request)));
    for (const name of ["PLANS", "SCENARIOS", "PNL", "DEMAND", "KPI", "SUPPLY", "SUSTAINABILITY", "ASOF"] as const) {
      const given = name === "PLANS" ? {} : name === "KPI" ? CELL : { plan: "p1" };
      const error = await failure(excel.call(name, given, preview));
      expect(error).toMatchObject({ code: "#VALUE!", message: "The value appears when you enter the formula." });
    }
    expect(sent).toBe(0);
  });

  test("shows what is in memory", async () => {
    const excel = open(serve());
    const asOf = await excel.call("ASOF", { plan: "p1" });
    const asked = [...excel.requests];
    expect(await excel.call("PNL", CELL, preview)).toEqual([[100]]);
    expect(await excel.call("KPI", CELL, preview)).toBe(100);
    expect(await excel.call("PLANS", {}, preview)).toHaveLength(2);
    expect(await excel.call("ASOF", { plan: "p1" }, preview)).toBe(asOf);
    await failure(excel.call("PNL", { ...CELL, interval: "M" }, preview));
    expect(excel.requests).toEqual(asked);
  });
});

describe("a cell that is cancelled", () => {
  const hanging = () => {
    const asked: Asked[] = [];
    let arrived!: () => void;
    const arrival = new Promise<void>((resolve) => (arrived = resolve));
    const reply: Reply = (request) => {
      if (request.path !== "/pnl-summary") return undefined;
      asked.push(request);
      arrived();
      return new Promise((_resolve, reject) =>
        request.signal?.addEventListener("abort", () => reject(new Error("off"))),
      );
    };
    return { excel: open(serve(reply)), asked, arrival };
  };

  test("cancels its request if no other cell waits for it", async () => {
    const { excel, asked, arrival } = hanging();
    const [one, other] = [{}, {}] as { onCanceled?: () => void }[];
    const cells = [failure(excel.call("PNL", CELL, one)), failure(excel.call("KPI", CELL, other))];
    await arrival;
    one!.onCanceled!();
    expect(await cells[0]).toMatchObject({ code: "#VALUE!", message: "The calculation was cancelled." });
    expect(asked.map(({ signal }) => signal!.aborted)).toEqual([false]);
    other!.onCanceled!();
    expect((await cells[1])!.message).toBe("The calculation was cancelled.");
    expect(asked.map(({ signal }) => signal!.aborted)).toEqual([true]);
  });

  test("before it has sent anything sends nothing", async () => {
    const { excel, asked } = hanging();
    const invocation: { onCanceled?: () => void } = {};
    const cell = failure(excel.call("PNL", CELL, invocation));
    invocation.onCanceled!();
    expect((await cell).message).toBe("The calculation was cancelled.");
    expect(asked).toEqual([]);
  });
});
