/** A `fetch` that records every request and answers by script. */

export interface Call {
  readonly url: URL;
  readonly method: string;
  readonly headers: Headers;
  readonly body: string;
  readonly signal: AbortSignal;
  readonly init: RequestInit;
}

export type Reply = (call: Call) => Response | Promise<Response>;

export interface MockFetch {
  readonly fetch: typeof globalThis.fetch;
  /** Every request so far. */
  readonly calls: Call[];
  /** The most requests that were under way at a time. */
  readonly most: number;
  /** The requests whose path ends so. */
  to(ending: string): Call[];
}

export function createMockFetch(reply: Reply): MockFetch {
  const calls: Call[] = [];
  let underWay = 0;
  let most = 0;
  return {
    async fetch(input, init = {}) {
      const call: Call = {
        url: new URL(input as string),
        method: init.method ?? "GET",
        headers: new Headers(init.headers),
        body: typeof init.body === "string" ? init.body : "",
        signal: init.signal!,
        init,
      };
      calls.push(call);
      underWay += 1;
      most = Math.max(most, underWay);
      try {
        return await reply(call);
      } finally {
        underWay -= 1;
      }
    },
    calls,
    get most() {
      return most;
    },
    to: (ending) => calls.filter(({ url }) => url.pathname.endsWith(ending)),
  };
}
