/**
 * Reads the rows of an answer into columns, so nothing ambiguous becomes a number: only the wrapping `pnl` is opened, no field
 * counts twice in a row, and no two rows have the same period and groups.
 * @see API specification §2.4, §2.5 and §9
 */
import { withoutDirection } from "./textDirection";
import type { SentRows, TextColumn } from "./columns";
import type { InsightsError } from "./errors";
import { isObject, type JsonObject } from "./jsonObject";
import { malformed, nameType } from "./malformed";

/** The place of a row, for messages, and the names that must be numbers there. */
export interface Place {
  readonly path: string;
  /** Called only for an error. */
  readonly where: () => string;
  readonly fields: ReadonlySet<string>;
  /** The id of the rows' scenario. */
  readonly scenario: string;
}

/** Keys that name the scenario of a row. They are neither groups nor fields. */
const SCENARIO_ID = "scenarioId";
const SCENARIO_NAMES: ReadonlySet<string> = new Set([SCENARIO_ID, "scenarioName", "scenarioColor"]);

/** Keys of groups, even if their values are numbers. */
export const GROUP_KEYS: ReadonlySet<string> = new Set(["product", "sku", "region", "channel", "group"]);

/** The most numbers and groups of one scenario. A body of 64 MB has a tenth of them. */
const MOST_CELLS = 2 ** 25;

/** Pairs of group key and group. */
export type SharedGroups = readonly (readonly [key: string, group: string])[];

/** The columns that rows are read into. */
export interface RowReader {
  /**
   * Reads a row, flat or with its fields in `pnl`, and returns its period. Skips any other object, any list, and objects in `pnl`.
   * A number under an unknown name is a new field, a text a group. `shared` holds the groups of the scenario element. Throws
   * `malformed`, for example if the row names another scenario.
   */
  read(element: JsonObject, shared: SharedGroups, place: Place): string;
  readonly rows: SentRows;
}

/** Computed once for each key. */
interface Slot {
  readonly key: string;
  readonly isField: boolean;
  readonly isGroupKey: boolean;
  readonly isScenarioName: boolean;
  numbers?: Float64Array;
  texts?: TextSlot;
}

interface TextSlot extends TextColumn {
  readonly texts: string[];
  readonly byText: Map<string, number>;
}

interface RowReaderState {
  /** The largest possible number of rows. */
  readonly most: number;
  length: number;
  readonly slots: Map<string, Slot>;
  /** In the order of the previous row: most rows have the same names in the same order. */
  readonly order: Slot[];
  readonly periods: TextSlot;
  readonly texts: Map<string, TextColumn>;
  readonly values: Map<string, Float64Array>;
}

/** @param most The largest possible number of rows. */
export function createRowReader(most: number): RowReader {
  const state: RowReaderState = {
    most,
    length: 0,
    slots: new Map(),
    order: [],
    periods: createTexts(most),
    texts: new Map(),
    values: new Map(),
  };
  return {
    read(element, shared, place) {
      for (const [key] of shared) textsOf(state, slotOf(state, key, place), place);
      readEntries(state, element, place);
      for (const [key, group] of shared) share(state, slotOf(state, key, place), group, place);
      const { periods, length: at } = state;
      if (periods.codes[at] === -1) setText(periods, at, "");
      state.length += 1;
      return periods.texts[periods.codes[at] ?? -1] ?? "";
    },
    rows: state,
  };
}

/** Reads a row, opening its wrapping: `{period, pnl: {…}}` equals `{period, …}`. */
function readEntries(state: RowReaderState, element: JsonObject, place: Place): void {
  const pnl = element["pnl"];
  if (pnl === undefined || pnl === null) {
    let at = 0;
    // `for in` allocates no list of keys: this runs for each row.
    for (const key in element) {
      let slot = state.order[at];
      if (slot?.key !== key) {
        if (!Object.hasOwn(element, key)) continue;
        state.order[at] = slot = slotOf(state, key, place);
      }
      put(state, slot, element[key], place);
      at += 1;
    }
    return;
  }
  if (!isObject(pnl)) throw malformed(place.path, `${place.where()}, pnl`, "an object", nameType(pnl));
  const outside = Object.entries(element).filter(([key]) => key !== "pnl");
  const inside = Object.entries(pnl).filter(([key]) => key !== "pnl");
  const said = new Set(outside.filter(([, value]) => isPlain(value)).map(([key]) => key));
  const [conflict] = inside.find(([key, value]) => said.has(key) && isPlain(value)) ?? [];
  if (conflict !== undefined) {
    throw malformed(place.path, `${place.where()}, ${conflict}`, "one value", "one beside pnl and one in it");
  }
  for (const [key, value] of [...outside, ...inside]) put(state, slotOf(state, key, place), value, place);
}

/** Reads a value. Most have the same kind as the name had in the previous rows. */
function put(state: RowReaderState, slot: Slot, value: unknown, place: Place): void {
  if (slot.numbers && Number.isFinite(value)) slot.numbers[state.length] = value as number;
  else if (slot.texts && !slot.isField && typeof value === "string") setText(slot.texts, state.length, value);
  else putAnew(state, slot, value, place);
}

function putAnew(state: RowReaderState, slot: Slot, given: unknown, place: Place): void {
  const { key } = slot;
  const value = slot.isField && typeof given === "string" ? readNumber(given) : given;
  if (value === null || value === undefined) return;
  if (key === "period") {
    if (!isText(value)) throw wrong(place, key, "a text", nameType(value));
    setText(state.periods, state.length, exactText(value, key, place));
  } else if (slot.isScenarioName) {
    const isOther = key === SCENARIO_ID && !(isText(value) && String(value) === place.scenario);
    if (isOther) throw wrong(place, key, `"${place.scenario}"`, "another scenario");
  } else if (typeof value === "number" && !slot.isGroupKey) {
    if (!Number.isFinite(value)) throw wrong(place, key, "a number", "one that is too large");
    (slot.numbers ?? numbersOf(state, slot, place))[state.length] = value;
  } else if (slot.isField) throw wrong(place, key, "a number", nameType(value));
  else if (isText(value)) setText(textsOf(state, slot, place), state.length, exactText(value, key, place));
}

/** A code as text. JSON numbers beyond these are rounded when they are parsed, so that two codes could become one. */
function exactText(value: string | number, key: string, place: Place): string {
  if (isExact(value)) return String(value);
  throw wrong(place, key, "a text", "a number that is too long to be exact");
}

function wrong({ path, where }: Place, key: string, expected: string, found: string): InsightsError {
  return malformed(path, `${where()}, ${key}`, expected, found);
}

/** Returns the number in a numeric text, which a service may use to keep decimals; any other value unchanged. */
function readNumber(text: string): unknown {
  return /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text) ? Number(text) : text;
}

/** Adds the group of a scenario element to a row. Throws `malformed` if the row has another. */
function share(state: RowReaderState, slot: Slot, group: string, place: Place): void {
  const column = textsOf(state, slot, place);
  const code = column.codes[state.length] ?? -1;
  if (code === -1) return setText(column, state.length, group);
  if (column.texts[code] === group) return;
  throw malformed(place.path, `${place.where()}, ${slot.key}`, "the group of its scenario element", "another");
}

function slotOf(state: RowReaderState, key: string, { fields }: Place): Slot {
  const known = state.slots.get(key);
  if (known) return known;
  const slot: Slot = {
    key,
    isField: fields.has(key),
    isGroupKey: GROUP_KEYS.has(key),
    isScenarioName: SCENARIO_NAMES.has(key),
  };
  if (key === "period") slot.texts = state.periods;
  state.slots.set(key, slot);
  return slot;
}

function numbersOf(state: RowReaderState, slot: Slot, place: Place): Float64Array {
  checkRoom(state, place);
  slot.numbers = new Float64Array(state.most).fill(NaN);
  state.values.set(slot.key, slot.numbers);
  return slot.numbers;
}

function textsOf(state: RowReaderState, slot: Slot, place: Place): TextSlot {
  if (slot.texts) return slot.texts;
  checkRoom(state, place);
  slot.texts = createTexts(state.most);
  state.texts.set(slot.key, slot.texts);
  return slot.texts;
}

/** Throws if rows with different names would need a cell for each name in each row. */
function checkRoom({ most, values, texts }: RowReaderState, { path, where }: Place): void {
  const columns = values.size + texts.size + 1;
  if (columns * most <= MOST_CELLS) return;
  throw malformed(path, where(), "rows of like names", `${columns} names over ${most} rows`);
}

function createTexts(most: number): TextSlot {
  return { texts: [], codes: new Int32Array(most).fill(-1), byText: new Map() };
}

function setText({ texts, codes, byText }: TextSlot, at: number, text: string): void {
  let code = byText.get(text);
  if (code === undefined) {
    const shown = withoutDirection(text);
    code = byText.get(shown) ?? texts.push(shown) - 1;
    byText.set(shown, code).set(text, code);
  }
  codes[at] = code;
}

export function isText(value: unknown): value is string | number {
  return typeof value === "string" || typeof value === "number";
}

/** True for a text, and for a number that its parsing cannot have rounded to another whole number. */
export function isExact(value: string | number): boolean {
  return typeof value === "string" || Math.abs(value) <= Number.MAX_SAFE_INTEGER;
}

/** True if the value is present and has a shape that is read. */
function isPlain(value: unknown): boolean {
  return value !== null && value !== undefined && typeof value !== "object";
}
