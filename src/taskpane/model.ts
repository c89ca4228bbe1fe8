/** What the pane shows and what it can ask for; the store is behind it, the views only draw it. */
import type { Part } from "../formulas/parts";
import type { Access, ErrorKind, Plan } from "../insights";
import type { Scope } from "../workbook/cells";
import type { CellFailure } from "../workbook/changes";
import type { Left } from "../workbook/freeze";
import type { Summary } from "../workbook/refresh";
import type { Report } from "../workbook/report";
import type { ReportKind } from "../workbook/reports/kinds";
import type { WorkbookSettings } from "../saved/settings";
import type { FunctionName } from "./functions";

/** What went wrong last and what to do, in words for people. */
export interface Failure {
  readonly message: string;
  /** Undefined for what is not of the client. */
  readonly kind?: ErrorKind | undefined;
}

/** How old a plan's answers are; milliseconds since the epoch. */
export interface PlanAge {
  readonly plan: string;
  readonly oldest: number;
  readonly newest: number;
}

/** What the functions are doing. */
export interface Doings {
  /** Cells that wait for an answer. */
  readonly waiting: number;
  /** Requests under way. */
  readonly running: number;
  /** Answers in memory. */
  readonly held: number;
  readonly ages: readonly PlanAge[];
  readonly failures: readonly CellFailure[];
  /** #RRGGBB by "plan id/scenario id", of the scenarios that an answer has told it of. */
  readonly colors: Readonly<Record<string, string>>;
}

/** A refresh under way. */
export interface Progress {
  readonly done: number;
  readonly all: number;
}

/** What a refresh did, and when; milliseconds since the epoch. */
export interface Refreshed extends Summary {
  readonly at: number;
}

/** The formula that is being built. */
export interface Draft {
  readonly name: FunctionName;
  /** By the name of the argument; what is not here is left out. */
  readonly parts: Readonly<Record<string, Part>>;
  /** Where it goes, such as "Sheet1!B4"; the active cell, unless an argument is being picked. */
  readonly target: string;
  /** The text around the call in the cell's formula, where that is more than the call. */
  readonly around?: { readonly before: string; readonly after: string } | undefined;
  /** The argument that takes the next cell that is selected. */
  readonly picking?: string | undefined;
  readonly preview: Preview;
}

export type Preview =
  | { readonly state: "empty"; readonly reason: string }
  | { readonly state: "working" }
  | { readonly state: "failed"; readonly code: string; readonly message: string }
  | { readonly state: "done"; readonly rows: readonly (readonly unknown[])[] };

/** Cells that an insertion would overwrite. */
export interface Obstacle {
  readonly count: number;
  /** The first of them, such as "B5 (Revenue)". */
  readonly examples: readonly string[];
}

export const SECTIONS = ["plans", "formula", "reports", "activity"] as const;

export type Section = (typeof SECTIONS)[number];

/** What was done last with the formulas of the workbook. */
export interface Done {
  readonly what: "freeze" | "thaw" | "repair";
  /** Formulas that it was done with. */
  readonly count: number;
  readonly left: readonly Left[];
}

/** What the workbook holds of ours besides formulas. */
export interface Inventory {
  readonly reports: readonly Report[];
  /** Formulas that are values now. */
  readonly frozen: number;
  /** Formulas and names that something has bound to another file. */
  readonly broken: number;
}

export interface PaneState {
  readonly section: Section;
  readonly status: "disconnected" | "connecting" | "connected";
  /** The service address of the present or the last connection; "" before the first. */
  readonly appUrl: string;
  /** The address was fixed where the add-in was built. */
  readonly isAddressFixed: boolean;
  /** The key is kept on this device. */
  readonly isKeyKept: boolean;
  /** A sandbox is running that can be tried. */
  readonly hasSandbox: boolean;
  readonly access?: Access | undefined;
  /** The plans of the service; undefined where they are not known, or the key may not list them. */
  readonly plans?: readonly Plan[] | undefined;
  readonly settings: WorkbookSettings;
  readonly failure?: Failure | undefined;
  readonly progress?: Progress | undefined;
  readonly refreshed?: Refreshed | undefined;
  readonly doings: Doings;
  readonly draft?: Draft | undefined;
  readonly obstacle?: Obstacle | undefined;
  /** Undefined before the workbook has been looked through. */
  readonly inventory?: Inventory | undefined;
  /** Something is being done with the workbook, and nothing else can be. */
  readonly isBusy: boolean;
  readonly done?: Done | undefined;
}

/** What the pane can ask for. Nothing here rejects: what goes wrong becomes the state's `failure`. */
export interface PaneModel {
  /** The same object until something changes. */
  readonly state: () => PaneState;
  /** Calls `listener` after each change, until the function that it returns is called. */
  readonly subscribe: (listener: () => void) => () => void;

  readonly go: (section: Section) => void;

  /** Connects and lists the plans; `keep` keeps the key on this device. */
  readonly connect: (appUrl: string, apiKey: string, keep: boolean) => Promise<void>;
  readonly trySandbox: () => Promise<void>;
  /** Lists the plans anew. */
  readonly reload: () => Promise<void>;
  /** Leaves the service, and forgets the key. */
  readonly disconnect: () => void;

  /** Makes a plan the workbook's, with its currency and all of its scenarios. */
  readonly choosePlan: (planId: string) => Promise<void>;
  /** Changes what the workbook keeps; cells that leave out what has changed follow. */
  readonly change: (settings: WorkbookSettings) => Promise<void>;

  readonly refresh: (scope?: Scope) => Promise<void>;
  readonly cancelRefresh: () => void;
  /** Has the cells in error ask again. */
  readonly tryAgain: () => Promise<void>;
  /** Shows and selects a cell, such as "Sheet1!B4". */
  readonly select: (address: string) => Promise<void>;
  /** Keeps `doings` up to date until the function that it returns is called. */
  readonly watchDoings: () => () => void;
  /** What somebody who helps needs to know; no secrets. */
  readonly diagnostics: () => Promise<string>;

  /** Starts to build a formula for the active cell, and follows it, until the function that it returns is called. */
  readonly build: () => () => void;
  /** Takes another function; the arguments that it has too stay. */
  readonly draftFunction: (name: FunctionName) => void;
  readonly draftPart: (argument: string, part: Part) => void;
  /** Has the next selected cells become this argument; nothing any more if undefined. */
  readonly pick: (argument: string | undefined) => void;
  /** Writes the formula into its cell; with `overwrite` also over other contents. */
  readonly insert: (overwrite: boolean) => Promise<void>;
  /** Looks through the workbook for `inventory`. */
  readonly takeInventory: () => Promise<void>;
  /** Makes a report about the workbook's plan on a sheet of its own. */
  readonly insertReport: (kind: ReportKind) => Promise<void>;
  readonly duplicateReport: (id: string) => Promise<void>;
  /** Deletes the report's sheet. */
  readonly removeReport: (id: string) => Promise<void>;
  readonly freeze: (scope: Scope) => Promise<void>;
  readonly thaw: (scope: Scope) => Promise<void>;
  readonly repair: () => Promise<void>;

  readonly dismissObstacle: () => void;
  readonly dismissFailure: () => void;
}
