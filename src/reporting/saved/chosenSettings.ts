/** The settings that a user chose for a workbook. */
import type { CallSettings } from "../../numbers/language/callKey";
import type { Scale } from "../../numbers/language/numberFormats";

export interface WorkbookSettings extends CallSettings {
  /** True to refresh the workbook when it is opened. @default false */
  readonly refreshOnOpen?: boolean | undefined;
  /** True to give cells that the pane fills a number format, and bold headings. @default true */
  readonly formats?: boolean | undefined;
  /** True to format a cell when a user has entered a formula of ours. @default false */
  readonly formatsEntries?: boolean | undefined;
  /** @default whole numbers */
  readonly scale?: Scale | undefined;
  /** The meanings of words in headings, such as "revenue=netFIESales" and "bud=scenario=committed". */
  readonly words?: readonly string[] | undefined;
}

/** How one setting becomes text and is read again. A text of "" is not written: it stands for the default. */
interface Notation<T> {
  readonly write: (value: NonNullable<T>) => string;
  readonly read: (text: string) => T;
}

/** Bounds of what is read: another program may have written anything. */
const LONGEST_TEXT = 1000;
const MOST_SCENARIOS = 1000;

const TEXT: Notation<string | undefined> = {
  write: (text) => text,
  read: (text) => (text.length <= LONGEST_TEXT ? text : undefined),
};
/** Ids hold no comma, since the service takes lists with commas. */
const LIST: Notation<readonly string[] | undefined> = {
  write: (ids) => ids.join(","),
  read: (text) => text.split(",", MOST_SCENARIOS),
};
const MONTH: Notation<number | undefined> = { write: String, read: month };
/** YYYY-MM, from 1900 to 2199: the years that periods can have. */
const YEAR_MONTH: Notation<string | undefined> = {
  write: (text) => text,
  read: (text) => (/^(?:19|20|21)\d\d-(?:0[1-9]|1[0-2])$/.test(text) ? text : undefined),
};
const SCALE: Notation<Scale | undefined> = {
  write: (text) => text,
  read: (text) => (text === "thousands" || text === "millions" ? text : undefined),
};
const OFF_BY_DEFAULT: Notation<boolean | undefined> = {
  write: (isOn) => (isOn ? "true" : ""),
  read: (text) => text === "true",
};
const ON_BY_DEFAULT: Notation<boolean | undefined> = {
  write: (isOn) => (isOn ? "" : "false"),
  read: (text) => text !== "false",
};

type SettingName = keyof WorkbookSettings;

const NOTATIONS: { readonly [Name in SettingName]: Notation<WorkbookSettings[Name]> } = {
  plan: TEXT,
  scenarios: LIST,
  currency: TEXT,
  fiscalMonth: MONTH,
  fiscalNameByBegin: OFF_BY_DEFAULT,
  currentMonth: YEAR_MONTH,
  refreshOnOpen: OFF_BY_DEFAULT,
  formats: ON_BY_DEFAULT,
  formatsEntries: OFF_BY_DEFAULT,
  scale: SCALE,
  words: LIST,
};

const NAMES = Object.keys(NOTATIONS) as readonly SettingName[];
/** Characters that no XML can hold; no id of the service has one. */
// oxlint-disable-next-line no-control-regex
const UNWRITABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Cs}/u;

/** Returns the saved settings; none if `root` is undefined. */
export function readSettings(root: Element | undefined): WorkbookSettings {
  return Object.fromEntries(
    NAMES.flatMap((name) => {
      const text = root?.getAttribute(name);
      const value = text ? NOTATIONS[name].read(text) : undefined;
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** Replaces the settings. */
export function writeSettings(root: Element, settings: WorkbookSettings): void {
  for (const name of NAMES) {
    const text = settingText(name, settings);
    if (text && !UNWRITABLE.test(text)) root.setAttribute(name, text);
    else root.removeAttribute(name);
  }
}

function settingText<Name extends SettingName>(name: Name, settings: WorkbookSettings): string {
  const value = settings[name];
  const { write }: Notation<WorkbookSettings[Name]> = NOTATIONS[name];
  return value === undefined || value === null ? "" : write(value);
}

function month(text: string): number | undefined {
  const number = Number(text);
  return Number.isInteger(number) && number >= 1 && number <= 12 ? number : undefined;
}
