/** What an answer says, by plain walking of its JSON: knows nothing of how the client reads it. */

type Json = Record<string, unknown>;
type Plain = string | number | boolean;

/** A row as it stands in the answer: what is in it, in its pnl, and in the scenario element around it. */
export interface RawRow {
  readonly own: Json;
  readonly inner: Json;
  readonly around: Json;
}

export function rowsOfScenario(body: unknown, scenario: string): RawRow[] {
  const elements = elementsOf(body).filter(({ scenarioId }) => String(scenarioId) === scenario);
  return elements.flatMap((element) => {
    const { series, pnl } = element;
    const whole = isJson(pnl) ? [{ own: element, inner: pnl, around: {} }] : [];
    const list = Array.isArray(series) ? series.filter(isJson) : [];
    const around = elements.length > 1 ? element : { region: element["region"] };
    const parts = list.map((own) => ({ own, inner: isJson(own["pnl"]) ? own["pnl"] : {}, around }));
    return [...whole, ...parts];
  });
}

function elementsOf(body: unknown): Json[] {
  return isJson(body) && Array.isArray(body["scenarios"]) ? body["scenarios"].filter(isJson) : [];
}

/** The rows of an item: those that spell it alike, else those that spell it in other letters. */
export function rowsOfItem(
  rows: readonly RawRow[],
  key: string,
  item: string,
  notTexts: readonly string[],
): readonly RawRow[] {
  const exact = rows.filter((row) => itemsOf(row, key, notTexts).includes(item));
  if (exact.length > 0) return exact;
  return rows.filter((row) => itemsOf(row, key, notTexts).some((text) => text.toLowerCase() === item.toLowerCase()));
}

/** The item of a row: by the key of the grouping, or any other text where the row does not have that. */
function itemsOf(row: RawRow, key: string, notTexts: readonly string[]): string[] {
  const own = groupOf(row, key);
  const texts = [row.around, row.own, row.inner].flatMap((part) =>
    Object.entries(part).flatMap(([name, value]) =>
      typeof value === "string" && ![...notTexts, ...NAMES_OF_ELEMENTS].includes(name) ? [value] : [],
    ),
  );
  return (own === undefined ? texts : [own]).map((text) => text.trim().normalize());
}

/** What names a period or a scenario, and divides nothing. */
const NAMES_OF_ELEMENTS = ["period", "scenarioId", "scenarioName", "scenarioColor"];

/** All that the row says under a name, outside and inside pnl. What names the element around a pnl is none of its fields. */
export function said({ own, inner }: RawRow, name: string): Plain[] {
  const isName = NAMES_OF_ELEMENTS.slice(1).includes(name) && own["pnl"] === inner;
  return [...(isName ? [] : [own]), inner]
    .filter((part) => Object.hasOwn(part, name))
    .map((part) => part[name])
    .filter(isPlain);
}

function isPlain(value: unknown): value is Plain {
  return ["string", "number", "boolean"].includes(typeof value);
}

/** The one number under a name; undefined where there is none, NaN where there are several or it is none. */
export function numberAt(row: RawRow, name: string): number | undefined {
  const [value, ...more] = said(row, name);
  if (value === undefined) return undefined;
  if (more.length > 0) return Number.NaN;
  const isNumeric =
    typeof value === "number" || (typeof value === "string" && /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(value));
  return isNumeric ? Number(value) : Number.NaN;
}

export function periodOf(row: RawRow): string {
  const [value, ...more] = said(row, "period");
  return more.length > 0 ? "(several)" : String(value ?? "");
}

/** The text that divides the row from others by this key. */
export function groupOf(row: RawRow, key: string): string | undefined {
  const value = said(row, key).find((one) => typeof one !== "boolean") ?? row.around[key];
  return typeof value === "string" || typeof value === "number" ? String(value) : undefined;
}

/** YYYY-MM of the labels that the mutations know. */
export function monthNamed(label: string): string | undefined {
  const text = label.trim();
  if (text === "Jan 2026") return "2026-01";
  const [, year, month] = /^(\d{4})[-/](\d{1,2})(?:-\d{2})?$/.exec(text) ?? [];
  return month && `${year}-${month.padStart(2, "0")}`;
}

/** The currencies that an answer, its scenario elements and their rows name, without regard to case. */
export function currenciesIn(body: unknown): string[] {
  const meta = isJson(body) ? [body["meta"]] : [];
  const parts = elementsOf(body).flatMap((element) => {
    const rows = [element, ...(Array.isArray(element["series"]) ? element["series"] : [])].filter(isJson);
    return [...rows, ...rows.map((row) => row["pnl"])];
  });
  const named = [...meta, ...parts].filter(isJson).map((part) => part["currency"]);
  const codes = named.flatMap((code) => (typeof code === "string" ? code.trim().toUpperCase() : []));
  return [...new Set(codes)].filter((code) => code !== "");
}

/** What the specification says of a plan or scenario. */
function contentOf({ id, name = id, currency, flags, scenarios }: Json): Json {
  const members = Array.isArray(scenarios) ? scenarios.filter(isJson).map(contentOf) : [];
  return { id, name: name ?? id, currency: currency ?? "", flags: flags ?? [], scenarios: members };
}

/** The id of the only member that a text means, by id, name or flag; undefined if there are several, or contents differ. */
export function idNamed(list: unknown, text: string): string | undefined {
  const members = Array.isArray(list) ? list.filter(isJson) : [];
  const same = (value: unknown) => String(value).trim().toLowerCase() === text.toLowerCase();
  const byId = members.filter(({ id }) => id === text);
  const byName = members.filter(({ id, name }) => same(name ?? id));
  const byFlag = members.filter(({ flags }) => Array.isArray(flags) && flags.some(same));
  const named = [byId, byName].find((tier) => tier.length > 0) ?? byFlag;
  const ids = new Set(named.map(({ id }) => id));
  const contents = members.filter(({ id }) => ids.has(id)).map((member) => JSON.stringify(contentOf(member)));
  const [id] = ids;
  return ids.size === 1 && new Set(contents).size === 1 ? String(id) : undefined;
}

/** Whether the answer says that it, or a row of it, is one to another question. */
export function isOther(body: unknown, plan: string, interval: string): boolean {
  const meta = isJson(body) && isJson(body["meta"]) ? body["meta"] : {};
  const differs = (name: string, asked: string) => {
    const value = meta[name];
    return isPlain(value) && String(value).toUpperCase() !== asked.toUpperCase();
  };
  return differs("planId", plan) || differs("interval", interval) || elementsOf(body).some(hasRowOfOther);
}

function hasRowOfOther({ scenarioId, pnl, series }: Json): boolean {
  const rows = [pnl, ...(Array.isArray(series) ? series : [])].filter(isJson);
  const parts = [...rows, ...rows.map((row) => row["pnl"]).filter(isJson)];
  return parts.some((part) => isPlain(part["scenarioId"]) && String(part["scenarioId"]) !== String(scenarioId));
}

function isJson(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
