/**
 * Finds settings that are gone from a workbook in its kept numbers. Without their part the settings are not the defaults: another
 * program has removed it, or another user is just replacing it.
 */
import { callKey, settingsReadBy, type CallSettings, type CallWithSettings } from "../../numbers/language/callKey";
import type { SavedEntry } from "./ledger";
import type { WorkbookSettings } from "./chosenSettings";
import { takenText, settingText, type SettingGroup } from "./settingWords";

/** The settings in memory. */
export interface HeldSettings {
  /** The settings of new calls. */
  current: WorkbookSettings;
  /** Defined while the workbook has lost its settings: until a user restores them or takes others, none are written. */
  kept?: KeptSettings | undefined;
}

export interface KeptSettings {
  /** The settings of new calls: each is that of the newest kept number that reads it. */
  readonly newest: CallSettings;
  /** The settings that stand in, in one sentence. */
  readonly text: string;
  /** Returns the settings that a call with a kept number was asked with. Its arguments must be normalised. */
  readonly of: (call: Pick<CallWithSettings, "id" | "args">) => CallSettings | undefined;
}

type KeptEntry = Pick<SavedEntry, "id" | "args" | "settings" | "answeredAt">;

/** The settings of each group, with which a call that reads them has a setting of the group. Later groups win. */
const PROBES: Readonly<Record<SettingGroup, CallSettings>> = {
  scenarios: { plan: "-", scenarios: ["-"] },
  plan: { plan: "-" },
  fiscalYear: { fiscalMonth: 2, fiscalNameByBegin: true },
  currency: { currency: "XXX" },
  currentMonth: { currentMonth: "2000-01" },
};

const GROUPS = Object.keys(PROBES) as readonly SettingGroup[];

/** The knowledge if neither settings nor kept numbers are left. */
export const NOTHING_KEPT: KeptSettings = { newest: {}, text: takenText(["the defaults"]), of: () => undefined };

/**
 * Returns what these entries tell; undefined if neither they nor `last` have a setting.
 * @param last The settings as they were last read in this session; they are surer than entries. @default never read
 */
function keptSettings(entries: readonly KeptEntry[], last: CallSettings = {}): KeptSettings | undefined {
  const byCall = newestByCall(entries);
  const newestFirst = [...byCall.values()].reverse().sort((one, other) => other.answeredAt - one.answeredAt);
  const isRead = GROUPS.some((group) => hasSettings(settingsIn(group, last)));
  if (!isRead && !newestFirst.some(({ settings }) => hasSettings(settings))) return undefined;
  const groups = GROUPS.map((group) => {
    const kept = newestFirst.flatMap((entry) => keptIn(group, entry) ?? []);
    const [first = {}, ...others] = isRead ? [settingsIn(group, last), ...kept] : kept;
    return { group, first, others };
  });
  const source = isRead ? "as last read" : "kept numbers";
  const texts = groups.flatMap(({ group, first, others }) => textsOf(group, first, others, source));
  return {
    newest: Object.assign({}, ...groups.map(({ first }) => first)) as CallSettings,
    text: takenText([...texts, "for all others, the defaults"]),
    of: ({ id, args }) => byCall.get(bareKey({ id, args }))?.settings,
  };
}

/**
 * Sets the settings as they were read. If they are gone, those in memory stay; after an opening, those of the kept numbers stand in.
 * @param read Undefined if the workbook has no readable part with settings.
 * @param isUnknown True if cells show numbers of which nothing was kept: then nothing tells their settings.
 */
export function holdSettings(
  settings: HeldSettings,
  read: WorkbookSettings | undefined,
  entries: () => readonly KeptEntry[],
  isUnknown = false,
): void {
  if (read) {
    settings.kept = undefined;
    if (JSON.stringify(read) !== JSON.stringify(settings.current)) settings.current = read;
    return;
  }
  if (settings.kept) return;
  settings.kept = keptSettings(entries(), settings.current) ?? (isUnknown ? NOTHING_KEPT : undefined);
  if (settings.kept) settings.current = { ...settings.current, ...settings.kept.newest };
}

/** A changed setting leaves the former entry of a call beside the new one. */
function newestByCall(entries: readonly KeptEntry[]): Map<string, KeptEntry> {
  const newest = new Map<string, KeptEntry>();
  for (const entry of entries) {
    const key = bareKey(entry);
    const other = newest.get(key);
    if (!other || entry.answeredAt >= other.answeredAt) newest.set(key, entry);
  }
  return newest;
}

function bareKey({ id, args }: Pick<CallWithSettings, "id" | "args">): string {
  return callKey({ id, args, settings: {} });
}

/** Returns the group's settings that the entry was asked with, none for the defaults; undefined if it reads none of the group. */
function keptIn(group: SettingGroup, { id, args, settings }: KeptEntry): CallSettings | undefined {
  const probe = PROBES[group];
  const isReading = JSON.stringify(settingsIn(group, settingsReadBy(id, args, probe))) === JSON.stringify(probe);
  return isReading ? settingsIn(group, settings) : undefined;
}

function settingsIn(group: SettingGroup, settings: CallSettings): CallSettings {
  const names = Object.keys(PROBES[group]) as (keyof CallSettings)[];
  return Object.fromEntries(names.flatMap((name) => (settings[name] === undefined ? [] : [[name, settings[name]]])));
}

function hasSettings(settings: CallSettings): boolean {
  return Object.keys(settings).length > 0;
}

function textsOf(group: SettingGroup, first: CallSettings, others: readonly CallSettings[], source: string): string[] {
  const text = settingText(group, first);
  const different = new Set(others.map((other) => settingText(group, other)));
  different.delete(text);
  if (text === settingText(group, {}) && different.size === 0) return [];
  const rest = different.size > 0 ? `; some numbers were asked with ${[...different].join(" or ")}` : "";
  return [`${text} (${source}${rest})`];
}
