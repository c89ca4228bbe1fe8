import { createClock, NOON, type Clock } from "./clock";
import { createHttp, type Http, type HttpOptions } from "../../src/insights/http";
import { outcome } from "./setup";
import { cutOff, endless, hang, html, ignore, json, opaqueRedirect, redirect, refusal } from "./replies";
import { createMockFetch, type Reply, type MockFetch } from "./mockFetch";

const URL = "https://planning.example/api/insights/v1/plans?planId=p";

interface Line {
  readonly http: Http;
  readonly clock: Clock;
  readonly mockFetch: MockFetch;
  send(signal?: AbortSignal): ReturnType<typeof outcome<unknown>>;
}

function openLine(reply: Reply, options: Partial<HttpOptions> = {}): Line {
  const clock = createClock();
  const mockFetch = createMockFetch(reply);
  const http = createHttp({ fetch: mockFetch.fetch, timers: clock.timers, random: () => 0.5, ...options });
  const send = (signal = new AbortController().signal) =>
    outcome(http.send({ url: URL, init: { method: "GET" }, decode: (body) => body, signal }));
  return { http, clock, mockFetch, send };
}

/** Answers the first attempts with these, in turn, and the rest with `{ok: true}`. */
function enqueue(...replies: Reply[]): Reply {
  return (call) => (replies.shift() ?? (() => json({ ok: true })))(call);
}

describe("a request", () => {
  test("sends no cookies, follows no redirect and takes no copy of the browser's", async () => {
    const { clock, mockFetch, send } = openLine(enqueue());
    send();
    await clock.settle();
    expect(mockFetch.calls[0]?.init).toMatchObject({ redirect: "manual", credentials: "omit", cache: "no-store" });
  });

  test("gives others their turn before a long answer is parsed, and after", async () => {
    const clock = createClock();
    const order: string[] = [];
    const after: typeof clock.timers.after = (milliseconds, run) =>
      clock.timers.after(milliseconds, () => (milliseconds === 0 && order.push("others"), run()));
    const { send } = openLine(() => json({ text: "x".repeat(2 ** 24) }), { timers: { ...clock.timers, after } });
    const parse = jest.spyOn(JSON, "parse").mockImplementation((text) => (order.push("parse"), text.length));
    const sent = send();
    for (let turn = 0; turn < 1000 && sent.state === "pending"; turn += 1) await clock.pass(1);
    parse.mockRestore();
    expect([order, sent.value]).toEqual([["others", "parse", "others"], 2 ** 24 + 11]);
  });

  test("leaves no timer behind", async () => {
    const { clock, send } = openLine(enqueue(() => refusal(503, "Busy")));
    const sent = send();
    await clock.pass(1000);
    expect(sent.value).toEqual({ ok: true });
    expect(clock.pending).toBe(0);
  });
});

describe("is made again, and succeeds, after", () => {
  test.each<[string, Reply]>([
    ["a network failure", cutOff],
    [
      "a body that breaks off",
      () => new Response(new ReadableStream({ start: (c) => c.error(new TypeError("terminated")) })),
    ],
    ["408", () => refusal(408, "Too slow")],
    ["429", () => refusal(429, "Too many")],
    ["500", () => html(500)],
    ["502", () => html(502)],
    ["503", () => refusal(503, "Busy")],
    ["599", () => new Response("", { status: 599 })],
  ])("%s", async (_what, reply) => {
    const { clock, http, mockFetch, send } = openLine(enqueue(reply));
    const sent = send();
    await clock.pass(499);
    expect(sent.state).toBe("pending");
    await clock.pass(1);
    expect(sent.value).toEqual({ ok: true });
    expect(mockFetch.calls).toHaveLength(2);
    expect(http.retries).toBe(1);
  });

  test("an attempt without an answer in 30 seconds", async () => {
    const { clock, mockFetch, send } = openLine(enqueue(hang));
    const sent = send();
    await clock.pass(29_999);
    expect(mockFetch.calls[0]?.signal.aborted).toBe(false);
    await clock.pass(1);
    expect(mockFetch.calls[0]?.signal.aborted).toBe(true);
    await clock.pass(500);
    expect(sent.value).toEqual({ ok: true });
  });
});

describe("is not made again after", () => {
  test.each([400, 401, 403, 404, 405, 409, 410, 413, 422])("%i", async (status) => {
    const { clock, mockFetch, send } = openLine(() => refusal(status, "No"));
    const sent = send();
    await clock.settle();
    expect(sent.error).toMatchObject({ name: "InsightsError", status, said: expect.any(String) });
    expect(mockFetch.calls).toHaveLength(1);
  });

  test.each<[string, Reply]>([
    ["301", () => redirect(301)],
    ["302", () => redirect(302)],
    ["307", () => redirect(307)],
    ["308", () => redirect(308)],
    ["a redirect in a browser", opaqueRedirect],
    ["a redirect with a body that never ends", () => endless(302, { Location: "https://elsewhere.example/" })],
  ])("%s, which is not followed", async (_what, reply) => {
    const { clock, mockFetch, send } = openLine(reply);
    const sent = send();
    await clock.settle();
    expect(sent.error).toMatchObject({ kind: "address", message: expect.stringMatching(/redirects.*final address/) });
    expect(mockFetch.calls).toHaveLength(1);
  });

  test.each<[string, Reply]>([
    ["HTML", () => html()],
    ["nothing", () => new Response("")],
    ["no content", () => new Response(null, { status: 204 })],
    ["half a JSON text", () => new Response('{"plans": [')],
  ])("%s instead of JSON", async (_what, reply) => {
    const { clock, mockFetch, send } = openLine(reply);
    const sent = send();
    await clock.settle();
    expect(sent.error).toMatchObject({
      kind: "malformed",
      message: "https://planning.example/api/insights/v1/plans did not answer with JSON. Check the service address.",
    });
    expect(mockFetch.calls).toHaveLength(1);
  });
});

describe("the pauses between attempts", () => {
  async function attemptsAt(random: number, ...replies: Reply[]): Promise<number[]> {
    const times: number[] = [];
    const answer = enqueue(...replies);
    const line = openLine(
      (call) => {
        times.push(line.clock.timers.now() - NOON);
        return answer(call);
      },
      { random: () => random },
    );
    line.send();
    for (let step = 0; step < 400; step += 1) await line.clock.pass(250);
    return times;
  }

  const busy = (header: string) => () => refusal(429, "Too many", { "Retry-After": header });

  test("double", async () => {
    expect(await attemptsAt(0.5, cutOff, cutOff, cutOff)).toEqual([0, 500, 1500, 3500]);
  });

  test("are spread over many clients", async () => {
    expect(await attemptsAt(0, cutOff, cutOff, cutOff)).toEqual([0, 250, 750, 1750]);
    expect(await attemptsAt(1, cutOff, cutOff, cutOff)).toEqual([0, 750, 2250, 5250]);
  });

  test("last as many seconds as the service asks for", async () => {
    expect(await attemptsAt(0.5, busy("7"))).toEqual([0, 7000]);
  });

  test("last until the date that the service names", async () => {
    expect(await attemptsAt(0.5, busy(new Date(NOON + 12_000).toUTCString()))).toEqual([0, 12_000]);
  });

  test.each(["0", "soon", "-3", "", new Date(NOON - 60_000).toUTCString()])(
    "are the usual ones when the service asks for '%s'",
    async (header) => {
      expect(await attemptsAt(0.5, busy(header), busy(header))).toEqual([0, 500, 1500]);
    },
  );
});

describe("a wait that is longer than the time left", () => {
  test.each([
    ["90", "90 seconds"],
    ["119", "119 seconds"],
    ["600", "10 minutes"],
    [new Date(NOON + 3_600_000).toUTCString(), "60 minutes"],
    ["10800", "3 hours"],
    ["9".repeat(400), "24 hours"],
    ["Fri, 31 Dec 9999 23:59:59 GMT", "24 hours"],
  ])("of %s fails at once, and says how long to wait", async (header, told) => {
    const { clock, mockFetch, send } = openLine(() => refusal(429, "Slow down.", { "Retry-After": header }));
    const sent = send();
    await clock.settle();
    expect(sent.error).toMatchObject({ kind: "unavailable", status: 429 });
    expect(sent.error?.message).toBe(
      `https://planning.example/api/insights/v1/plans answered 429: Slow down. Try again in ${told}.`,
    );
    expect(mockFetch.calls).toHaveLength(1);
  });

  test("is told when it comes with a later attempt", async () => {
    const { clock, mockFetch, send } = openLine(enqueue(cutOff, () => refusal(503, "Down", { "Retry-After": "90" })));
    const sent = send();
    await clock.pass(500);
    expect(sent.error).toMatchObject({ kind: "unavailable", message: expect.stringContaining("90 seconds") });
    expect(mockFetch.calls).toHaveLength(2);
  });
});

describe("settles within 90 seconds", () => {
  test.each<[string, Reply]>([
    ["a fetch that never answers", hang],
    ["a fetch that never answers and ignores its signal", ignore],
    ["a body that never ends", () => endless()],
    ["a refusal whose body never ends", () => endless(400)],
  ])("%s", async (_what, reply) => {
    const { clock, send, mockFetch } = openLine(reply);
    const sent = send();
    await clock.pass(89_999);
    expect(sent.state).toBe("pending");
    await clock.pass(1);
    expect(sent.error).toMatchObject({ kind: "timeout", message: expect.stringContaining("/plans") });
    expect(mockFetch.calls.length).toBeLessThanOrEqual(4);
    expect(clock.pending).toBe(0);
  });

  test("after four attempts, with the last failure", async () => {
    const { clock, http, mockFetch, send } = openLine(() => refusal(500, "Broken"));
    const sent = send();
    await clock.pass(3500);
    expect(sent.error).toMatchObject({ kind: "unavailable", status: 500 });
    expect(sent.error?.message).toMatch(/answered 500: Broken\. Try again in a while\./);
    expect(mockFetch.calls).toHaveLength(4);
    expect(http.retries).toBe(3);
  });
});

describe("an error", () => {
  test("passes on the service's own message (§7)", async () => {
    const { clock, send } = openLine(() => refusal(403, "Scope plans:read is missing."));
    const sent = send();
    await clock.settle();
    expect(sent.error).toMatchObject({ kind: "forbidden", said: expect.any(String) });
    expect(sent.error?.message).toBe(
      "https://planning.example/api/insights/v1/plans answered 403: Scope plans:read is missing. " +
        "Use a key with the scopes insights:read and plans:read.",
    );
  });

  test.each<[string, Reply]>([
    ["HTML", () => html(403)],
    ["a list", () => json([], 403)],
    ["null", () => json(null, 403)],
    ["another object", () => json({ message: "Missing Authentication Token" }, 403)],
  ])("with %s as its body is not taken for the service's own", async (_what, reply) => {
    const { clock, send } = openLine(reply);
    const sent = send();
    await clock.settle();
    expect(sent.error).toMatchObject({ kind: "forbidden", said: undefined });
  });

  test("is short however much the service says", async () => {
    const { clock, send } = openLine(() => refusal(400, "x".repeat(100_000)));
    const sent = send();
    await clock.settle();
    expect(sent.error!.message.length).toBeLessThan(700);
  });

  test("of the network says what to check", async () => {
    const { clock, send } = openLine(cutOff);
    const sent = send();
    await clock.pass(3500);
    expect(sent.error).toMatchObject({
      kind: "unreachable",
      message: expect.stringMatching(/^No connection to planning\.example\. Check the address and the network/),
    });
  });

  test("of the network says which failure it was where that is known", async () => {
    const cause = Object.assign(new Error("certificate"), { code: "DEPTH_ZERO_SELF_SIGNED_CERT" });
    const { clock, send } = openLine(() => Promise.reject(new TypeError("fetch failed", { cause })));
    const sent = send();
    await clock.pass(10_000);
    expect(sent.error).toMatchObject({
      kind: "unreachable",
      message: expect.stringMatching(
        /No connection to planning\.example \(DEPTH_ZERO_SELF_SIGNED_CERT\)\. Check the address/,
      ),
    });
  });
});

describe("a cancelled request", () => {
  test("rejects at once with the reason, whatever its fetch does", async () => {
    const { clock, mockFetch, send } = openLine(ignore);
    const controller = new AbortController();
    const sent = send(controller.signal);
    await clock.settle();
    controller.abort(new Error("Nobody waits"));
    await clock.settle();
    expect(sent.error?.message).toBe("Nobody waits");
    expect(mockFetch.calls[0]?.signal.aborted).toBe(true);
    expect(clock.pending).toBe(0);
  });

  test("is not made again when it was in a pause", async () => {
    const { clock, mockFetch, send } = openLine(cutOff);
    const controller = new AbortController();
    const sent = send(controller.signal);
    await clock.settle();
    controller.abort(new Error("Nobody waits"));
    await clock.settle();
    expect(sent.error?.message).toBe("Nobody waits");
    expect(clock.pending).toBe(0);
    await clock.pass(90_000);
    expect(mockFetch.calls).toHaveLength(1);
  });

  test("before it is sent is not sent", async () => {
    const { clock, mockFetch, send } = openLine(enqueue());
    const sent = send(AbortSignal.abort(new Error("Nobody waits")));
    await clock.settle();
    expect(sent.error?.message).toBe("Nobody waits");
    expect(mockFetch.calls).toHaveLength(0);
  });
});

test("no more than six have their turn at a time, and every end makes room", async () => {
  const { clock, http } = openLine(enqueue());
  let underWay = 0;
  let most = 0;
  const works = Array.from({ length: 40 }, (_, index) =>
    http
      .enqueue(async () => {
        most = Math.max(most, (underWay += 1));
        await new Promise<void>((resolve) => void clock.timers.after(10, resolve));
        underWay -= 1;
        if (index % 3 === 0) throw new Error("Failed");
      })
      .catch(() => {}),
  );
  await clock.pass(10 * Math.ceil(40 / 6));
  await Promise.all(works);
  expect(most).toBe(6);
});
