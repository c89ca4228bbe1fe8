/** Answers that are whole and say something else than they should. */
import type { FaultKind } from "./schedule";

const DISTORTIONS = ["clock", "duplicate", "missing", "extra", "shape"] as const satisfies readonly FaultKind[];

export type Distortion = (typeof DISTORTIONS)[number];

export function isDistortion(kind: FaultKind): kind is Distortion {
  return DISTORTIONS.some((distortion) => distortion === kind);
}

type Json = Record<string, unknown>;

/** The body of an answer about scenarios, distorted; any other as it is. */
export function distort(kind: Distortion, body: unknown, choice: number): unknown {
  if (!isResults(body)) return body;
  if (kind === "clock") return withDate(body, choice);
  const at = choice % Math.max(1, body.scenarios.length);
  const scenarios = body.scenarios.flatMap((element, index) =>
    index === at ? changes[kind](element, choice) : [element],
  );
  return { ...body, scenarios: kind === "extra" ? [...scenarios, NOT_ASKED] : scenarios };
}

/** A day before or after. */
function withDate(body: Json, choice: number): Json {
  const meta = body["meta"] as { generatedAt?: string } | undefined;
  const time = Date.parse(meta?.generatedAt ?? "");
  if (Number.isNaN(time)) return body;
  return { ...body, meta: { ...meta, generatedAt: new Date(time + (choice % 2 ? 1 : -1) * 86_400_000).toISOString() } };
}

const NOT_ASKED = { scenarioId: "nobody-asked", pnl: {}, series: [] };

/** Long after every plan. */
const EXTRA_PERIOD = "2099-12";

const changes: Record<Exclude<Distortion, "clock">, (element: Json, choice: number) => Json[]> = {
  duplicate: (element, choice) => {
    const rows = rowsOf(element);
    const row = rows[choice % Math.max(1, rows.length)];
    return row && choice % 3 > 0 ? [{ ...element, series: [...rows, row] }] : [element, element];
  },
  missing: (element, choice) => {
    const rows = rowsOf(element);
    return rows.length > 0 ? [{ ...element, series: rows.filter((_, index) => index !== choice % rows.length) }] : [];
  },
  extra: (element) => {
    const rows = rowsOf(element);
    const [row] = rows;
    return [row ? { ...element, series: [...rows, { ...row, period: EXTRA_PERIOD }] } : element];
  },
  shape: (element) => {
    const rows = rowsOf(element);
    const history = { previousYear: { period: "1999-01", ebit: -1, demandVolume: -1 }, notes: ["preliminary"] };
    if (rows.length > 0) return [{ ...element, series: rows.map((row) => ({ ...row, ...history })) }];
    return [{ ...element, pnl: { ...(element["pnl"] as Json), ...history } }];
  },
};

function rowsOf({ series }: Json): Json[] {
  return Array.isArray(series) ? (series as Json[]) : [];
}

function isResults(body: unknown): body is Json & { scenarios: Json[] } {
  return typeof body === "object" && body !== null && "scenarios" in body && Array.isArray(body.scenarios);
}
