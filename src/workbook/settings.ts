/** What a person has chosen for a workbook, kept as attributes of the workbook's part. */
import { updatePart } from "./part";

export interface WorkbookSettings {
  /** The id of the plan that a blank plan argument means. */
  readonly plan?: string | undefined;
  /** The ids of the plan's scenarios that a blank scenario argument means; all where none is chosen. */
  readonly scenarios?: readonly string[] | undefined;
  /** The ISO 4217 code that a blank currency argument means. */
  readonly currency?: string | undefined;
  /** Minutes after which an answer is asked for anew; never where there are none. */
  readonly maxAge?: number | undefined;
  /** Minutes between two refreshes that nobody asks for; none where there are none. */
  readonly refreshEvery?: number | undefined;
  /** Refreshed when it is opened. @default false */
  readonly refreshOnOpen?: boolean | undefined;
  /** Cells that the pane fills get a number format and headings their look. @default true */
  readonly formats?: boolean | undefined;
  /** Functions give their tables' numbers a format, where the host can take it. @default false */
  readonly numberFormats?: boolean | undefined;
}

type Name = keyof WorkbookSettings;

/** How each setting is written; "" is not written. Ids hold no comma, since the service takes lists with commas. */
const WRITE: { readonly [N in Name]-?: (value: NonNullable<WorkbookSettings[N]>) => string } = {
  plan: String,
  scenarios: (ids) => ids.join(","),
  currency: String,
  maxAge: String,
  refreshEvery: String,
  refreshOnOpen: (on) => (on ? "true" : ""),
  formats: (on) => (on ? "" : "false"),
  numberFormats: (on) => (on ? "true" : ""),
};

const READ: { readonly [N in Name]-?: (text: string) => WorkbookSettings[N] } = {
  plan: String,
  scenarios: (text) => text.split(","),
  currency: String,
  maxAge: minutes,
  refreshEvery: minutes,
  refreshOnOpen: (text) => text === "true",
  formats: (text) => text !== "false",
  numberFormats: (text) => text === "true",
};

const NAMES = Object.keys(WRITE) as readonly Name[];

/** The settings in a workbook's part; none where the add-in has kept none. */
export function settingsIn(root: Element | undefined): WorkbookSettings {
  return Object.fromEntries(
    NAMES.flatMap((name) => {
      const text = root?.getAttribute(name);
      return text ? [[name, READ[name](text)]] : [];
    }),
  );
}

/** Replaces the workbook's settings. */
export function writeSettings(settings: WorkbookSettings): Promise<void> {
  return updatePart((root) => {
    for (const name of NAMES) {
      const text = textOf(name, settings[name]);
      if (text) root.setAttribute(name, text);
      else root.removeAttribute(name);
    }
  });
}

function textOf<N extends Name>(name: N, value: WorkbookSettings[N]): string {
  const write: (value: never) => string = WRITE[name];
  return value === undefined ? "" : write(value as never);
}

function minutes(text: string): number | undefined {
  const number = Number(text);
  return number > 0 ? number : undefined;
}
