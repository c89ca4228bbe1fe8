/** Answers that a service, or what stands before it, may give. */
import type { Call } from "./mockFetch";

export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), { status, headers: { "Content-Type": "application/json", ...headers } });
}

/** The error body of §7. */
export function refusal(status: number, message: string, headers: Record<string, string> = {}): Response {
  return json({ statusCode: status, error: "Error", message }, status, headers);
}

export function html(status = 200): Response {
  return new Response("<!doctype html><title>Welcome</title>", { status, headers: { "Content-Type": "text/html" } });
}

/** No answer until the request is called off. */
export function hang({ signal }: Call): Promise<Response> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
  });
}

/** No answer, and no heed of being called off. */
export function ignore(): Promise<Response> {
  return new Promise(() => {});
}

/** What both Node and browsers reject with. */
export function cutOff(): Promise<Response> {
  return Promise.reject(new TypeError("fetch failed"));
}

/** The beginning of a body that never ends. */
export function endless(status = 200, headers: Record<string, string> = {}): Response {
  const body = new ReadableStream({ start: (controller) => controller.enqueue(new TextEncoder().encode("{")) });
  return new Response(body, { status, headers });
}

/** A redirect as Node shows it. */
export function redirect(status: number): Response {
  return new Response(null, { status, headers: { Location: "https://elsewhere.example/" } });
}

/** A redirect as browsers show it. */
export function opaqueRedirect(): Response {
  const response = Response.error();
  return Object.defineProperty(response, "type", { value: "opaqueredirect" });
}
