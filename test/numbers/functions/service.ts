/** A small service that a test scripts, for what the sandbox never does. */

const PLANS = {
  plans: [
    {
      id: "p1",
      name: "Plan One",
      currency: "USD",
      scenarios: [
        { id: "s1", name: "Base", flags: ["actual"] },
        { id: "s2", name: "Upside", flags: [] },
      ],
    },
  ],
};

/** One request to an Insights endpoint. */
export interface Asked {
  path: string;
  planId: string;
  scenarioIds: string[];
  interval: string | undefined;
  query: URLSearchParams;
  signal: AbortSignal | null | undefined;
}

/** A body, a whole response, or nothing for the usual answer. */
export type Reply = (asked: Asked) => unknown;

/** Answers a token, the plans above, and whatever `reply` says. */
export function serve(reply: Reply = () => undefined): typeof globalThis.fetch {
  return async (input, init) => {
    const url = new URL(input as string);
    if (url.pathname.endsWith("/token")) return Response.json({ accessToken: "token", expiresIn: 3600 });
    const query = url.searchParams;
    const asked: Asked = {
      path: url.pathname.replace(/^.*\/v1/, ""),
      planId: query.get("planId") ?? "",
      scenarioIds: (query.get("scenarioIds") ?? "").split(","),
      interval: query.get("interval") ?? undefined,
      query,
      signal: init?.signal,
    };
    const said = (await reply(asked)) || (asked.path === "/plans" ? PLANS : undefined);
    return said instanceof Response ? said : Response.json(said ?? pnlOf(asked, { ebit: 100 }));
  };
}

/** An answer with this P&L for each scenario; a list of rows with periods makes a series of it. */
export function pnlOf(asked: Asked, pnl: object | readonly object[]): object {
  return resultsOf(asked, Array.isArray(pnl) ? { series: pnl } : { pnl });
}

export function resultsOf({ planId, scenarioIds }: Asked, content: object): object {
  return { meta: { planId }, scenarios: scenarioIds.map((scenarioId) => ({ scenarioId, ...content })) };
}

/** The service's error body (API specification §7). */
export function refusal(status: number, message: string): Response {
  return Response.json({ statusCode: status, error: "Refused", message }, { status });
}
