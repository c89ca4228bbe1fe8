import { readBodyText } from "../../src/insights/body";
import { createHttp } from "../../src/insights/http";
import { createClock } from "./clock";
import { createMockFetch, type Reply } from "./mockFetch";
import { outcome } from "./setup";

const URL = "https://planning.example/api/insights/v1/plans";
const encoder = new TextEncoder();

/** A body that goes on for ever, and what was taken of it. */
function flood(part = "[1,") {
  const taken = { bytes: 0, cancelled: false };
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        taken.bytes += part.length;
        controller.enqueue(encoder.encode(part));
      },
      cancel: () => void (taken.cancelled = true),
    },
    { highWaterMark: 0 },
  );
  return { taken, response: new Response(body) };
}

function openLine(reply: Reply, bodyLimit?: number) {
  const clock = createClock();
  const { fetch, calls } = createMockFetch(reply);
  const http = createHttp({ fetch, timers: clock.timers, random: () => 0.5, ...(bodyLimit ? { bodyLimit } : {}) });
  const send = (signal = new AbortController().signal, decode = (body: unknown) => body) =>
    outcome(http.send({ url: URL, init: { method: "GET" }, decode, signal }));
  return { clock, calls, send };
}

describe("a body is read up to a limit", () => {
  test("and refused with a clear error beyond it, which is not tried again", async () => {
    const { taken, response } = flood("x".repeat(1024));
    const { clock, calls, send } = openLine(() => response, 1024 * 1024);
    const sent = send();
    await clock.settle();
    expect(sent.error).toMatchObject({
      kind: "malformed",
      message: `${URL} answered with more than 1 MB, the limit. Narrow the question: fewer scenarios, a shorter time, a longer interval.`,
    });
    expect(calls).toHaveLength(1);
    expect(taken).toEqual({ bytes: 1024 * 1024 + 1024, cancelled: true });
  });

  test.each([
    [8, "fulfilled"],
    [7, "rejected"],
  ])("of %i bytes, the last of which counts: %s", async (limit, state) => {
    const { clock, send } = openLine(() => new Response('"éé12"'), limit);
    const sent = send();
    await clock.settle();
    expect(sent.state).toBe(state);
  });

  test("also that of a refusal", async () => {
    const { response } = flood("x".repeat(1024));
    const { clock, send } = openLine(() => new Response(response.body, { status: 403 }), 2 ** 19);
    const sent = send();
    await clock.settle();
    expect(sent.error).toMatchObject({ message: expect.stringContaining("more than 0.5 MB") });
  });

  test("of 64 MB where no other is set", async () => {
    const { taken, response } = flood(" ".repeat(4 * 1024 * 1024));
    const { clock, send } = openLine(() => response);
    const sent = send();
    for (let turn = 0; turn < 50 && sent.state === "pending"; turn += 1) await clock.settle();
    expect(sent.error).toMatchObject({ message: expect.stringContaining("more than 64 MB") });
    expect(taken.bytes).toBe(68 * 1024 * 1024);
  });

  test("as it is unpacked, since a small body may unpack to a large one", async () => {
    const packed = new Blob(["0".repeat(1_000_000)]).stream().pipeThrough(new CompressionStream("gzip"));
    const small = await new Response(packed).arrayBuffer();
    expect(small.byteLength).toBeLessThan(5_000);
    const unpacked = new Blob([small]).stream().pipeThrough(new DecompressionStream("gzip"));
    expect(await readBodyText(new Response(unpacked), 100_000, new AbortController().signal)).toBeUndefined();
  });
});

describe("the text of a body", () => {
  test("is the same however its bytes are cut", async () => {
    const bytes = encoder.encode('\ufeff{"größe":"😀 £"}');
    for (let at = 0; at <= bytes.length; at += 1) {
      const parts = [bytes.slice(0, at), bytes.slice(at)];
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          for (const part of parts) controller.enqueue(part);
          controller.close();
        },
      });
      expect(await readBodyText(new Response(body), 100, new AbortController().signal)).toBe('{"größe":"😀 £"}');
    }
  });

  test("is empty where there is no body", async () => {
    expect(await readBodyText(new Response(null, { status: 204 }), 100, new AbortController().signal)).toBe("");
  });
});

describe("reading stops", () => {
  test("when the request is cancelled, even if its fetch ignores that", async () => {
    const taken = { cancelled: false };
    const silent = new ReadableStream({ cancel: () => void (taken.cancelled = true) });
    const { clock, send } = openLine(() => new Response(silent));
    const controller = new AbortController();
    const sent = send(controller.signal);
    await clock.settle();
    controller.abort(new Error("Nobody waits"));
    await clock.settle();
    expect(sent.error?.message).toBe("Nobody waits");
    expect(taken.cancelled).toBe(true);
    expect(clock.pending).toBe(0);
  });

  test("when time is up", async () => {
    const silent = { cancelled: 0 };
    const { clock, send } = openLine(
      () => new Response(new ReadableStream({ cancel: () => void (silent.cancelled += 1) })),
    );
    const sent = send();
    await clock.pass(90_000);
    expect(sent.error).toMatchObject({ kind: "timeout" });
    expect(silent.cancelled).toBeGreaterThan(0);
  });

  test("at a redirect, whose body nobody wants", async () => {
    const { taken, response } = flood();
    const { clock, send } = openLine(() => new Response(response.body, { status: 302 }));
    send();
    await clock.settle();
    expect(taken).toEqual({ bytes: 0, cancelled: true });
  });
});

test("decoding counts in the time limit", async () => {
  const { clock, send } = openLine(() => Response.json({ ok: true }));
  let now = clock.timers.now();
  jest.spyOn(clock.timers, "now").mockImplementation(() => now);
  const sent = send(undefined, () => {
    now += 30_000;
    return "late";
  });
  for (let attempt = 0; attempt < 4; attempt += 1) await clock.pass(10_000);
  expect(sent.error).toMatchObject({ kind: "timeout" });
});
