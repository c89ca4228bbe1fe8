/** The diagnostic report for support: the add-in and its host. No key, no token, no number of a plan. */
import type { StoreContext } from "../context";

const SETS = [
  ["ExcelApi", "1.9", "1.12", "1.15"],
  ["CustomFunctionsRuntime", "1.3", "1.4", "1.5"],
  ["SharedRuntime", "1.1", "1.2"],
] as const;

/** Lines of "name: value". */
export function diagnosticsOf({ state, session, ledger, version, now }: StoreContext): string {
  const { access, settings, failure } = state;
  const calls = ledger.entries();
  const lines: [string, unknown][] = [
    ["Scenario Insights", version],
    ["Time", new Date(now()).toISOString()],
    ...hostLines(),
    ["Service", state.appUrl || "none"],
    ["Connection", state.status],
    ["Scopes", access?.scopes?.join(" ") ?? "not told"],
    ["Token until", access ? new Date(access.expiresAt).toISOString() : "none"],
    ["Plans", state.plans?.length ?? "not listed"],
    ["Settings", JSON.stringify(settings)],
    ["Activity", JSON.stringify(session.activity)],
    ["Traffic", JSON.stringify(session.traffic)],
    ["Calls", `${calls.length}, ${calls.filter((call) => call.state === "failed").length} failed`],
    ["Last failure", failure ? `${failure.kind ?? "excel"}: ${failure.message}` : "none"],
    ...(failure?.location ? [["Where", failure.location] as [string, unknown]] : []),
    ...state.activity.failures
      .slice(0, 20)
      .map(({ address, code, message }): [string, unknown] => [address, `${code} ${message}`]),
  ];
  return linesAsText(lines);
}

export function linesAsText(lines: readonly (readonly [name: string, value: unknown])[]): string {
  return lines.map(([name, value]) => `${name}: ${String(value)}`).join("\n");
}

/** The Excel that the add-in runs in. */
export function hostLines(): [string, unknown][] {
  const { diagnostics, requirements, contentLanguage, displayLanguage } = Office.context;
  const supported = SETS.map(([set, ...versions]) => {
    const last = versions.filter((version) => requirements.isSetSupported(set, version)).at(-1);
    return `${set} ${last ?? "none"}`;
  });
  return [
    ["Host", `${diagnostics.host} ${diagnostics.version} on ${diagnostics.platform}`],
    ["Languages", `${contentLanguage}, ${displayLanguage}`],
    ["Requirement sets", supported.join(", ")],
    ["Browser", navigator.userAgent],
  ];
}
