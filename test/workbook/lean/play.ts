/** Plays a sequence on a lean workbook and tells what should not have been. */
import type { Refreshed } from "../../../src/actions/state";
import type { SheetPosition } from "../../../src/grid/area";
import { createBehaviour, type HostBehaviour } from "../../../src/workbench/model/behaviour";
import { createGate } from "../../../src/workbench/office/gate";
import { createInterpreter, type RequestBody } from "../../../src/workbench/office/interpreter";
import type { Scope } from "../../../src/workbook/cells/scope";
import { createClient } from "../../workbench/client";
import { copySheet, deleteSheet, fillDown, hasCircle, shiftLines, sortRows, undo } from "./edits";
import { BUSY } from "./evaluation";
import { workbookObject } from "./host";
import {
  addressOf,
  findContradictions,
  findOutdated,
  findTooNewAges,
  findUncalculated,
  plain,
  shownPlans,
  shownRuns,
  shownValues,
} from "./oracle";
import { actorNow, CONNECTION, functionsOfActor, openPerson, type Person } from "./person";
import { referencesIn } from "./formula";
import { createLeanService, ELSEWHERE, LEAST_ELSEWHERE, PLANS, SCENARIOS, type LeanService } from "./service";
import type { Between, Sequence, Step } from "./steps";
import { emptyDocument, openLean, type LeanDocument, type LeanSheet, type LeanWorkbook } from "./workbook";

interface Play {
  readonly sequence: Sequence;
  readonly service: LeanService;
  readonly host: HostBehaviour;
  workbook: LeanWorkbook;
  /** Those who have the workbook open, by their places in `clocks`. */
  people: Person[];
  /** Whose Excel calculates. */
  actor: number;
  /** What the last edit has changed. */
  before?: Pick<LeanDocument, "sheets" | "active"> | undefined;
  /** Called at each request to Excel. */
  onRequest: () => void;
  requests: number;
  /** The latest run that has been shown of each question. */
  readonly newest: Map<string, number>;
  isConnected: boolean;
  /** What the other person does beside a refresh. */
  other?: Promise<void> | undefined;
  /** The ledger was marked "not shown everywhere yet" during the last refresh, and not before. */
  isCommitted: boolean;
  /** The workbook as it was when a refresh was last cancelled. */
  atCancel?: LeanWorkbook;
  /** Cells show what no ledger knows any more. */
  isLedgerLost: boolean;
  /** Cells may show several answers to a question until all are refreshed. */
  isMixed: boolean;
  /** Cells that a refresh has named: they may contradict others until an edit moves them. */
  named: ReadonlySet<string>;
  /** Calls, by their keys, that a refresh dropped while another person entered cells: these may make such a call. */
  readonly droppedMeanwhile: Set<string>;
  readonly figures: Figures;
}

/** How often a refresh ended in which way. */
export interface Figures {
  done: number;
  failed: number;
  /** Failed after the commit, so the former results had to be restored. */
  takenBack: number;
  unsettled: number;
  /** Steps after which a person was connected to another service. */
  elsewhere: number;
}

export function createFigures(): Figures {
  return { done: 0, failed: 0, takenBack: 0, unsettled: 0, elsewhere: 0 };
}

let execute: (body: RequestBody, flags: number) => Promise<unknown>;
let client: ReturnType<typeof createClient> | undefined;

/** Rejects with what was wrong, and after which step. */
export async function play(sequence: Sequence, figures: Figures): Promise<void> {
  client ??= createClient((body, flags) => execute(body, flags));
  client.use();
  const play = start(sequence, figures);
  const gate = createGate(
    play.host,
    createInterpreter(workbookObject({ workbook: () => play.workbook, behaviour: play.host })),
  );
  execute = async (body, flags) => {
    play.onRequest();
    play.requests += 1;
    return gate(body, flags).finally(() => {
      play.requests -= 1;
      play.isCommitted ||= isMarked(play);
    });
  };
  await open(play, true);
  try {
    for (const [at, step] of sequence.steps.entries()) await takeAndCheck(play, at, step);
  } finally {
    for (const person of play.people) person.leave();
  }
  // What they end must not meet the next workbook.
  await settle(play);
}

async function takeAndCheck(play: Play, at: number, step: Step): Promise<void> {
  try {
    await take(play, step);
    await settle(play);
    // Whoever closes the workbook at once leaves the add-in no time.
    const next = play.sequence.steps[at + 1];
    if (next?.do === "reopen" && !next.isSaved) return;
    await letSave(play, actorOf(play));
    await checkAnyTime(play);
  } catch (error) {
    const { message } = error as Error;
    throw new Error(`Step ${at + 1}, ${JSON.stringify(step)}: ${message}\n${describe(play)}`, { cause: error });
  }
}

function start(sequence: Sequence, figures: Figures): Play {
  const service = createLeanService();
  service.saysWhen = sequence.saysWhen;
  const host = createBehaviour();
  const { blank: blankArgument, keepsOldValues: keepOldValues = false } = sequence;
  Object.assign(host, { limitPayloads: true, enforceProtection: true, blankArgument, keepOldValues });
  const workbook = openLean(emptyDocument(["Sheet1", "Other sheet"]), [], host);
  return {
    sequence,
    service,
    host,
    workbook,
    people: [],
    actor: 0,
    requests: 0,
    newest: new Map<string, number>(),
    isCommitted: false,
    isConnected: true,
    isLedgerLost: false,
    isMixed: false,
    named: new Set<string>(),
    droppedMeanwhile: new Set<string>(),
    figures,
    onRequest: () => undefined,
  };
}

/** Opens the workbook as it is, with nothing in anybody's memory. */
async function open(play: Play, isConnected: boolean): Promise<void> {
  for (const person of play.people) person.leave();
  play.workbook = openLean(play.workbook.document, [], play.host);
  play.isConnected = isConnected;
  play.people = [];
  await join(play);
  // What was saved in error or without a value is calculated.
  const unresolved = play.workbook
    .formulaCells()
    .filter(({ cell: { value } }) => JSON.stringify(value).includes('"code"'));
  play.workbook.renew(unresolved.map(({ position }) => position));
}

/** One more person opens the workbook, and acts. */
async function join(play: Play): Promise<void> {
  const { service, isConnected, sequence, people } = play;
  const ahead = sequence.clocks[people.length] ?? 0;
  const now = () => service.now() + ahead * 60_000;
  people.push(await openPerson({ service, isConnected, now }));
  change(play, people.length - 1);
}

function change(play: Play, actor: number): void {
  play.actor = actor;
  const person = actorOf(play);
  play.workbook.use(functionsOfActor(person), () => actorNow(person));
}

function actorOf({ people, actor }: Play): Person {
  const person = people[actor];
  if (!person) throw new Error("Nobody has the workbook open.");
  return person;
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Until nothing is under way any more. */
async function settle(play: Play): Promise<void> {
  for (let quiet = 0; quiet < 3;) {
    await play.workbook.settled();
    await turn();
    quiet = play.requests === 0 && play.people.every((person) => person.isIdle()) ? quiet + 1 : 0;
  }
}

const INPUTS = ["One", "Two", "Three", "Plan", "Other plan", "Nobody", 3, "one", "TWO", " One ", "ebit", "netFIESales"];

/** What is typed into a cell of a column; columns read columns before them alone. */
function contentFor(
  play: Play,
  sheet: LeanSheet,
  { row, column, content, from }: Step & { do: "type" },
): string | number {
  const other = sheetAt(play, sheet === play.workbook.document.sheets[0] ? 1 : 0);
  const line = row + 1;
  const [plan, scenario] = [PLANS[content % 2], SCENARIOS[content % 3]];
  const field = content % 4 < 3 ? "ebit" : "netFIESales";
  const elsewhere = `'${other.name}'!A${from + 1}`;
  const call = content % 5 < 3 ? "INSIGHTS.KPI" : "INSIGHTS.PNL";
  if (column === 0) return INPUTS[content % INPUTS.length] ?? "";
  if (column === 1)
    return (
      [
        `=${call}("${plan}","${scenario}","${field}")`,
        `=${call}("${plan}",A${from + 1},"${field}")`,
        `=${call}("Plan",${elsewhere},"${field}")`,
        `=${call}("Plan","${scenario}","${field}")/2`,
      ][from % 4] ?? ""
    );
  if (column === 2 && content > 11) return appearingCall(content, from);
  if (column === 2)
    return `=INSIGHTS.KPI("Plan",IF(B${from + 1}>${1000 * (content + 1) + 2},"${scenario}","Two"),"ebit")`;
  if (column === 3) return [`=B${line}+C${from + 1}`, `=B${from + 1}*2`, `=F${line + 2}+1`][content % 3] ?? "";
  return content < 9 ? `=INSIGHTS.PNL("${plan}","${scenario}")` : `=INSIGHTS.ASOF("${plan}",,,"UTC")`;
}

/** A formula whose call becomes another one as soon as the number in column B has changed. */
function appearingCall(content: number, from: number): string {
  const [before, after] = [SCENARIOS[content % 3], SCENARIOS[(content + 1) % 3]];
  return `=INSIGHTS.KPI("Plan",IF(B${from + 1}>${1000 * (1 + 4 * (content % 3)) + 2},"${after}","${before}"),"ebit")`;
}

function sheetAt({ workbook }: Play, number: number): LeanSheet {
  const { sheets } = workbook.document;
  const sheet = sheets[number % sheets.length];
  if (!sheet) throw new Error("The workbook has no sheet.");
  return sheet;
}

async function take(play: Play, step: Step): Promise<void> {
  if (step.do === "refresh") return refresh(play, step);
  if (isEdit(step)) return edit(play, step);
  const { service, workbook } = play;
  const { document } = workbook;
  switch (step.do) {
    case "run":
      return service.step(step.plan, step.scenario);
    case "lose":
      return void service.gone.add(step.plan);
    case "restore":
      return void service.gone.delete(step.plan);
    case "fail":
      return void (service.failing = { after: 0, status: step.status });
    case "heal":
      return void (service.failing = undefined);
    case "calculate":
      return workbook.calculate();
    case "calculateByHand":
      return void (document.calculationMode = "Manual");
    case "calculateAlways":
      document.calculationMode = "Automatic";
      return workbook.calculate();
    case "deleteParts":
      return deleteParts(play);
    case "pass":
      return passTime(play);
    case "other":
      return play.people.length < 2 ? join(play) : change(play, 1 - play.actor);
    case "connect":
      return connect(play, step.isElsewhere);
    case "reopen":
      if (step.isSaved) await passTime(play);
      else loseLedger(play);
      return open(play, step.isConnected);
  }
}

/** A workbook that has no answers any more belongs to whichever service answers next: then nobody connects elsewhere. */
async function connect(play: Play, isElsewhere: boolean): Promise<void> {
  const { store, act, ledger } = actorOf(play);
  const results = () => ledger.entries().filter(({ result }) => result !== undefined);
  const before = results().length;
  const address = isElsewhere && isOwned(play) ? ELSEWHERE : CONNECTION.appUrl;
  await act(() => store.connect(address, CONNECTION.credentials.apiKey, false));
  if (results().length < before) throw new Error("Connecting has dropped entries.");
}

function isOwned({ workbook }: Play): boolean {
  const shards = Object.values(workbook.document.parts).filter((xml) => xml.includes(`service="${CONNECTION.appUrl}"`));
  return shards.some((xml) => xml.includes('[["'));
}

/** Nothing that the other service has answered is in a cell, in a ledger or in the file. */
function checkNothingFromElsewhere({ workbook, people, figures }: Play): void {
  const isElsewhere = people.some(({ session }) => session.address === ELSEWHERE);
  if (isElsewhere) figures.elsewhere += 1;
  const shown = workbook.formulaCells().map(({ cell }) => cell.value);
  const kept = people.flatMap(({ ledger }) => ledger.entries().map(({ result }) => result));
  const numbers = [shown, kept].flat(4).filter((value) => typeof value === "number");
  const foreign = numbers.filter((number) => number >= LEAST_ELSEWHERE);
  const saved = Object.values(workbook.document.parts).filter((xml) => xml.includes(ELSEWHERE));
  if (foreign.length + saved.length > 0)
    throw new Error(`Another service's numbers got in: ${[...foreign, ...saved].join()}`);
}

/** What the last calls returned is not kept. Nobody can tell then which cells show an older answer than others, where some do. */
function loseLedger(play: Play): void {
  const { workbook } = play;
  play.isLedgerLost = true;
  play.isMixed ||= Object.keys(workbook.document.parts).length > 0 || findContradictions(workbook).length > 0;
}

/** What one person's cells have got, another's add-in cannot hear of any more. */
function deleteParts(play: Play): void {
  play.isLedgerLost = true;
  play.isMixed ||= play.people.length > 1;
  play.workbook.document.parts = {};
}

/** How often an add-in saves in turn: what is saved may make cells ask, and these make others ask. */
const SAVES = 5;

/** What the add-in does by itself some seconds after calls have returned. */
async function letSave(play: Play, person: Person | undefined): Promise<void> {
  for (let count = 0; count < SAVES && (await person?.save()); count += 1) await settle(play);
  await settle(play);
}

/** Everybody's add-in has time, and somebody selects another cell. */
async function passTime(play: Play): Promise<void> {
  const { actor } = play;
  for (const at of [...play.people.keys(), actor]) {
    change(play, at);
    await actorOf(play).save();
    selectAnother(play);
    await settle(play);
  }
}

const SELECTED = 14;

function selectAnother({ workbook }: Play): void {
  client?.raise(SELECTED, "Workbook", { address: "A1", worksheetId: workbook.document.active });
}

const EDITS = [
  "type",
  "clear",
  "fill",
  "insert",
  "delete",
  "sort",
  "rename",
  "move",
  "copy",
  "remove",
  "protect",
  "show",
  "undo",
] as const;
type Edit = Extract<Step, { do: (typeof EDITS)[number] }>;
type SheetEdit = Extract<Edit, { sheet: number }>;

function isEdit(step: Step): step is Edit {
  return (EDITS as readonly string[]).includes(step.do);
}

function edit(play: Play, step: Edit): void {
  const { workbook, before } = play;
  const { sheets, active } = workbook.document;
  const kept = structuredClone({ sheets, active });
  if (step.do === "undo") {
    if (before) undo(workbook, before);
    play.before = undefined;
    return forgetNamed(play);
  }
  const sheet = sheetAt(play, step.sheet);
  if (sheet.isProtected && !["rename", "move", "show", "protect"].includes(step.do)) return;
  changeSheet(play, sheet, step);
  if (hasCircle(workbook)) return undo(workbook, kept);
  play.before = kept;
  forgetNamed(play);
}

/** Any cell may be one that a refresh has named. */
function forgetNamed(play: Play): void {
  play.isMixed ||= play.named.size > 0;
  play.named = new Set();
}

function changeSheet(play: Play, sheet: LeanSheet, step: SheetEdit): void {
  const { workbook } = play;
  const { document } = workbook;
  switch (step.do) {
    case "type":
      return workbook.enter({ ...step, sheet: sheet.id }, contentFor(play, sheet, step));
    case "clear":
      return workbook.enter({ ...step, sheet: sheet.id }, "");
    case "fill":
      return fillDown(workbook, { ...step, sheet: sheet.id }, 2);
    case "insert":
    case "delete":
      return shiftLines(workbook, sheet, step.line, step.at, step.do);
    case "sort":
      return sortRows(workbook, sheet, step.last);
    case "rename":
      return void (sheet.name = `Renamed ${sheet.name}`.slice(-20).trim());
    case "move":
      return void document.sheets.reverse();
    case "copy":
      return document.sheets.length < 4 ? void copySheet(workbook, sheet) : undefined;
    case "remove":
      return deleteSheet(workbook, sheet);
    case "protect":
      return void (sheet.isProtected = !sheet.isProtected);
    case "show":
      return void (document.active = sheet.id);
  }
}

/** Two people have the workbook open, and this one goes on. */
async function invite(play: Play): Promise<void> {
  const { actor } = play;
  if (play.people.length < 2) await join(play);
  change(play, actor);
}

/** Arranges for what comes between; gives what ends it. */
function arrange(play: Play, between: Between): () => void {
  const { service, host, workbook } = play;
  if (between.what === "nothing") return () => undefined;
  if (between.what === "service") {
    const { failing } = service;
    service.failing ??= { after: between.at, status: between.status };
    return () => void (service.failing = failing);
  }
  if (between.what === "lateService") return failFromCommit(play, between.status);
  let left = between.at;
  const { parts } = workbook.document;
  play.onRequest = () => {
    left -= 1;
    if (left === -1) happen(play, between);
  };
  return () => {
    play.onRequest = () => undefined;
    host.selection = "cells";
    if (between.what === "readOnly" && Object.isFrozen(workbook.document.parts)) workbook.document.parts = { ...parts };
  };
}

function failFromCommit(play: Play, status: number): () => void {
  const { service } = play;
  const { failing } = service;
  play.onRequest = () => {
    if (play.isCommitted) service.failing ??= { after: 0, status };
  };
  return () => {
    play.onRequest = () => undefined;
    service.failing = failing;
  };
}

function happen(play: Play, between: Exclude<Between, { what: "nothing" | "service" | "lateService" }>): void {
  const { host, workbook, service } = play;
  const { document } = workbook;
  switch (between.what) {
    case "editing":
      host.editMode = true;
      return void finishEditing(play, between);
    case "leave":
      host.editMode = true;
      return void giveUp(play, between.turns);
    case "cancel":
      play.atCancel = snapshotOf(workbook);
      return actorOf(play).store.cancelRefresh();
    case "other":
      return void (play.other = otherActs(play, between));
    case "deleteParts":
      return deleteParts(play);
    case "chart":
      return void (host.selection = "chart");
    case "readOnly":
      return void (document.parts = Object.freeze({ ...document.parts }));
    case "run":
      return service.step(0, 0);
  }
}

/** The other person's add-in is at work while this person's is. */
async function otherActs(play: Play, { does, row, content }: Between & { what: "other" }): Promise<void> {
  const other = play.people[1 - play.actor];
  if (does === "refreshes") await other?.act(() => other.store.refresh());
  if (does === "saves") await other?.save();
  if (does === "selects") selectAnother(play);
  // Some seconds later that add-in keeps what its cells have got.
  if (does === "types") await other?.act(() => typeThenSave(play, other, row, content));
}

async function typeThenSave(play: Play, person: Person, row: number, content: number): Promise<void> {
  typeAt(play, row, content);
  await play.workbook.settled();
  await person.save();
}

function typeAt(play: Play, row: number, content: number): void {
  const sheet = sheetAt(play, 0);
  if (sheet.isProtected) return;
  const step = { do: "type" as const, sheet: 0, row, column: 1, content, from: 0 };
  play.workbook.enter({ sheet: sheet.id, row, column: 1 }, contentFor(play, sheet, step));
}

async function finishEditing(play: Play, { turns, types, row, content }: Between & { what: "editing" }): Promise<void> {
  for (let count = 0; count < turns; count += 1) await turn();
  if (types) typeAt(play, row, content);
  play.host.editMode = false;
}

async function giveUp(play: Play, turns: number): Promise<void> {
  for (let count = 0; count < 5; count += 1) await turn();
  actorOf(play).store.cancelRefresh();
  for (let count = 0; count < turns; count += 1) await turn();
  play.host.editMode = false;
}

async function refresh(play: Play, { scope, selected, hasNews, between }: Step & { do: "refresh" }): Promise<void> {
  const { workbook, host } = play;
  const { store } = actorOf(play);
  workbook.document.selected = { row: selected, column: 0, rows: 1, columns: 5 };
  if (hasNews) PLANS.forEach((_, plan) => SCENARIOS.forEach((__, scenario) => play.service.step(plan, scenario)));
  const before = shownValues(workbook);
  // What waits to be calculated by hand is calculated with what is brought to it.
  for (const { position, cell } of workbook.formulaCells())
    if (cell.isDirty) before.delete(addressOf(workbook, position));
  const meant = findMeant(play, before, { scope, between });
  const runs = new Set(shownRuns(workbook).map(({ question, run }) => `${question} ${run}`));
  const last = store.state().refreshed;
  const dropped = droppedCalls(play);
  if (between.what === "other") await invite(play);
  const wasMarked = isMarked(play);
  play.isCommitted = false;
  const end = arrange(play, between);
  await actorOf(play).act(() => store.refresh(scope));
  // Cells that are named do not show it now; what goes on in the background may have them show it a turn later.
  const shown = snapshotOf(workbook);
  end();
  const { refreshed } = store.state();
  while (host.editMode) await turn();
  await play.other;
  play.other = undefined;
  await settle(play);
  if (between.what === "other") {
    await letOtherFollow(play);
    for (const key of droppedCalls(play)) if (!dropped.has(key)) play.droppedMeanwhile.add(key);
  }
  // Another person may have refreshed the cells.
  const isTouched = between.what === "other" || isTyping(between);
  if (refreshed === last) {
    play.figures.failed += 1;
    if (play.isCommitted && !wasMarked) play.figures.takenBack += 1;
    return isTouched ? undefined : checkUnchanged(play, before, { runs, wasMarked });
  }
  const unsettled = refreshed?.unsettled ?? [];
  play.figures[unsettled.length > 0 ? "unsettled" : "done"] += 1;
  // What was worked out anew meanwhile is neither old nor new.
  if (between.what === "run") return;
  await checkRefreshed(play, refreshed, meant, between);
  if (scope === "workbook" && unsettled.length === 0) {
    play.isMixed = false;
    play.named = new Set();
  }
  // Named cells may show what they did until the next refresh: nothing was known of them, or another person's Excel has calculated
  // them too, from what its add-in knew.
  const isCertain = !play.isLedgerLost && play.people.length === 1;
  if (!isCertain) play.named = new Set([...play.named, ...namedToAnybody(play)]);
  await checkNamed(play, shown, unsettled, between);
  if (between.what === "nothing") await checkShown(play, shown, unsettled, meant);
}

/** Two people may have refreshed the workbook at once. */
function namedToAnybody({ people }: Play): string[] {
  return people.flatMap(({ store }) => store.state().refreshed?.unsettled ?? []);
}

/** The keys of the calls that were dropped, as far as the ledger of this person's add-in knows. */
function droppedCalls(play: Play): ReadonlySet<string> {
  return new Set(actorOf(play).ledger.content().dropped.keys());
}

/** Cells whose calls have no entry, since a refresh dropped them while another person entered the cells. */
function unkeptCells(play: Play): ReadonlySet<string> {
  const entries = actorOf(play).ledger.entries();
  return new Set(
    entries.filter(({ key }) => play.droppedMeanwhile.has(key)).flatMap(({ addresses }) => [...addresses]),
  );
}

/** True if the saved ledger says that cells do not show it yet. */
function isMarked({ workbook }: Play): boolean {
  return Object.values(workbook.document.parts).some((xml) => xml.includes('unshown="true"'));
}

/** The other person's Excel has calculated cells too, from what its add-in knew; that looks some seconds later for what is newer. */
async function letOtherFollow(play: Play): Promise<void> {
  const other = play.people[1 - play.actor];
  await letSave(play, other);
}

/** The workbook as it is, with nobody at work on it. */
function snapshotOf({ document }: LeanWorkbook): LeanWorkbook {
  return openLean(structuredClone(document), [], { blankArgument: null, keepOldValues: false });
}

/** A cell that is not named shows it when the refresh ends, not a moment later. */
async function checkShown(
  play: Play,
  shown: LeanWorkbook,
  named: readonly string[],
  isMeant: (address: string) => boolean,
): Promise<void> {
  const late = (await outdatedCells(play, shown)).filter((address) => isMeant(address) && !named.includes(address));
  if (late.length > 0 && !play.service.failing) throw new Error(`The refresh is done too early for ${late.join()}`);
}

/** No cell is named that shows it. */
async function checkNamed(play: Play, shown: LeanWorkbook, named: readonly string[], between: Between): Promise<void> {
  if (named.length === 0) return;
  // Excel tells nothing while a cell is edited, and who leaves then is told of all cells that may not show it. Another person's
  // refresh may have cells show it.
  if (between.what === "leave" || between.what === "other") return;
  // Nor is it known whether a cell of which nothing was known shows an old number where the service has failed on it.
  if (between.what === "service" || (between.what === "lateService" && play.isLedgerLost)) return;
  // Nor is who cancels told before they have called of cells of which nothing is known.
  if (between.what === "cancel" && play.isLedgerLost) return;
  // A cell that shows its former value while it is calculated may show what its call will return.
  if (between.what === "cancel" && play.sequence.keepsOldValues) return;
  // Who cancels is told of the cells that did not show it then, and does not wait for what Excel is calculating.
  const looks = between.what === "cancel" && play.atCancel ? [shown, play.atCancel] : [shown];
  const outdated = new Set<string>();
  for (const look of looks) {
    // A cell may wait for a value for good, where it is calculated by hand and what it reads has changed meanwhile.
    const waiting = [...shownValues(look)].flatMap(([address, value]) => (value === plain(BUSY) ? [address] : []));
    for (const address of [...waiting, ...(await outdatedCells(play, look))]) outdated.add(address);
  }
  // Nor can be told of an error whether a cell shows it for good: it calls nothing any more, or has called with another argument.
  const mayCall = between.what === "cancel" || play.sequence.keepsOldValues || isTyping(between);
  const isGivenUp = (address: string) =>
    mayCall && looks.some((look) => shownValues(look).get(address)?.startsWith('"#'));
  // The oracle does not compute ages.
  const isAge = (address: string) => between.what === "cancel" && formulaAt(shown, address)?.includes("ASOF");
  const settled = named.filter((address) => !outdated.has(address) && !isGivenUp(address) && !isAge(address));
  if (settled.length > 0) throw new Error(`These are said not to show it, and they do: ${settled.join()}`);
}

async function checkUnchanged(
  play: Play,
  before: ReadonlyMap<string, string>,
  { runs, wasMarked }: { readonly runs: ReadonlySet<string>; readonly wasMarked: boolean },
): Promise<void> {
  const { workbook } = play;
  const agreeing = new Set(
    shownRuns(workbook).flatMap(({ question, run, address }) => (runs.has(`${question} ${run}`) ? [address] : [])),
  );
  const unkept = unkeptCells(play);
  const mayAsk = wasMarked || play.isLedgerLost || unkept.size > 0;
  const outdated = mayAsk ? new Set(await outdatedCells(play)) : undefined;
  const wrong = [...shownValues(workbook)].filter(([address, value]) => {
    // What an earlier refresh has saved and not shown everywhere is shown at the next chance, however this refresh ends.
    if (wasMarked && outdated?.has(address) === false) return false;
    // Nobody knows any more what their calls returned: to learn what they call, they have had to ask.
    if ((play.isLedgerLost || unkept.has(address)) && outdated?.has(address) === false) return false;
    // Those that were answered from memory show what other cells showed before.
    if (play.isLedgerLost && agreeing.has(address)) return false;
    // One person's ledger is all that there is, where the parts by which it hears of another's refresh are gone.
    if (play.isLedgerLost && play.people.length > 1) return false;
    if (play.isLedgerLost && value === '"#VALUE!"' && isBeyondRestoring(workbook, address, before)) return false;
    // Of two tables that overlap, Excel shows the one that it calculates first.
    if (value === '"#SPILL!"') return false;
    // What reads a cell that was in error changes with it.
    if (value !== plain(BUSY) && !formulaAt(workbook, address)?.includes("INSIGHTS")) return false;
    const former = before.get(address);
    // What had failed may have been answered since.
    return former !== undefined && former !== value && !former.startsWith('"#');
  });
  if (wrong.length > 0)
    throw new Error(
      `The refresh has failed, and cells have changed: ${wrong.map(([address, value]) => `${address} from ${before.get(address)} to ${value}`).join()}`,
    );
}

/** It does more than call a function, or shows a table, or reads what is in error, or may have called twice. */
function isBeyondRestoring(workbook: LeanWorkbook, address: string, before: ReadonlyMap<string, string>): boolean {
  const formula = workbook.formulaCells().find(({ position }) => addressOf(workbook, position) === address)?.formula;
  if (formula?.kind !== "call" || before.get(address)?.startsWith("[")) return true;
  const calling = workbook
    .formulaCells()
    .filter(({ position }) => workbook.formulaText(position)?.includes("INSIGHTS"));
  const ours = new Set(calling.map(({ position }) => addressOf(workbook, position)));
  const isUncertain = (each: SheetPosition) =>
    plain(workbook.valueAt(each)).startsWith('"#') || ours.has(addressOf(workbook, each));
  return referencesIn(formula).some(isUncertain);
}

async function checkRefreshed(
  play: Play,
  refreshed: Refreshed | undefined,
  isMeant: (address: string) => boolean,
  between: Between,
): Promise<void> {
  // What another person's Excel calculates meanwhile fails where the service does, or where it has refused that person's key.
  const other = between.what === "other" ? play.people[1 - play.actor] : undefined;
  const calls = play.service.failing ? undefined : (other?.ledger.entries() ?? []);
  const hasFailed = (address: string) =>
    calls?.some(({ state, addresses }) => state === "failed" && addresses.has(address)) ?? true;
  const failed = new Set(
    [...shownValues(play.workbook)].flatMap(([address, value]) =>
      value === '"#VALUE!"' && hasFailed(address) ? [address] : [],
    ),
  );
  // What another person types meanwhile shows what that person's add-in knows, and nobody else may have asked since.
  const typed =
    between.what === "other" && between.does === "types"
      ? addressOf(play.workbook, { sheet: sheetAt(play, 0).id, row: between.row, column: 1 })
      : undefined;
  const outdated = (await outdatedCells(play)).filter((address) => !failed.has(address) && address !== typed);
  const named = new Set(refreshed?.unsettled);
  const silent = outdated.filter((address) => !named.has(address) && isMeant(address));
  if (silent.length > 0) throw new Error(`The refresh is done, and cells show old values: ${silent.join()}`);
}

function isTyping(between: Between): between is Between & { row: number } {
  return between.what === "editing" ? between.types : between.what === "other" && between.does === "types";
}

/**
 * Which cells a refresh has to bring to the service's present state: all, or those in the scope and those that show the same
 * plans. A cell in error shows no plan. What is typed meanwhile may leave cells of the scope without one.
 */
function findMeant(
  play: Play,
  before: ReadonlyMap<string, string>,
  { scope, between }: { readonly scope: Scope; readonly between: Between },
): (address: string) => boolean {
  if (scope === "workbook") return () => true;
  const { workbook } = play;
  const cells = workbook.formulaCells().map(({ position, formula }) => {
    const address = addressOf(workbook, position);
    const isShowing = before.has(address) && !before.get(address)?.startsWith('"#');
    const plans = isShowing ? shownPlans(workbook, formula) : [];
    return { address, plans, isInScope: isInScope(workbook, position, scope) };
  });
  const formulas = new Map(cells.map(({ address }) => [address, formulaAt(workbook, address)]));
  // A cell that is entered meanwhile is part of the workbook, but was not among those that a sheet's refresh is about.
  const isKept = (address: string) => formulas.get(address) === formulaAt(play.workbook, address);
  const isNamingPlans = (address: string) => {
    const shown = shownValues(play.workbook).get(address);
    // A call that fails names no plan, such as one whose plan is gone.
    if (shown === '"#N/A"') return false;
    return !isTyping(between) || (isKept(address) && !shown?.startsWith('"#'));
  };
  return (address) => {
    const naming = cells.filter((cell) => cell.isInScope && isNamingPlans(cell.address));
    const plans = new Set(naming.flatMap((cell) => cell.plans));
    const isMeant = cells.some(
      (cell) => cell.address === address && (cell.isInScope || cell.plans.some((plan) => plans.has(plan))),
    );
    return isMeant && isKept(address);
  };
}

function formulaAt(workbook: LeanWorkbook, address: string): string | undefined {
  const cell = workbook.formulaCells().find(({ position }) => addressOf(workbook, position) === address);
  return cell && workbook.formulaText(cell.position);
}

function isInScope({ document }: LeanWorkbook, { sheet, row, column }: SheetPosition, scope: string): boolean {
  const { active, selected } = document;
  if (sheet !== active) return false;
  return scope === "sheet" || (row === selected.row && column < selected.columns);
}

async function outdatedCells(play: Play, workbook = play.workbook): Promise<string[]> {
  const { service } = play;
  const { failing } = service;
  service.failing = undefined;
  const outdated = await findOutdated(workbook, { service, isConnected: true, now: service.now });
  service.failing = failing;
  return outdated;
}

async function checkAnyTime(play: Play): Promise<void> {
  const contradictions = [
    ...(play.isMixed ? [] : findContradictions(play.workbook, play.named)),
    ...findUncalculated(play.workbook),
  ];
  if (contradictions.length > 0) throw new Error(contradictions.join("\n"));
  checkNotBack(play);
  checkNothingFromElsewhere(play);
  if (play.isLedgerLost) return;
  const tooNew = findTooNewAges(play.workbook, play.service);
  if (tooNew.length > 0) throw new Error(tooNew.join("\n"));
}

/** What the workbook has shown once is never replaced by an older number, whoever has it calculated. */
function checkNotBack(play: Play): void {
  if (play.isLedgerLost) play.newest.clear();
  if (play.isMixed) return;
  for (const { question, run, address } of shownRuns(play.workbook)) {
    if (play.named.has(address)) continue;
    const newest = play.newest.get(question) ?? run;
    if (run < newest) throw new Error(`${address} shows run ${run} of ${question}, and run ${newest} was shown before`);
    play.newest.set(question, run);
  }
}

/** The workbook, to be looked at. */
function describe(play: Play): string {
  const { workbook } = play;
  return workbook.document.sheets
    .flatMap((sheet) => [
      `${sheet.name}:`,
      ...[...sheet.cells.keys()].map((key) => {
        const [row = 0, column = 0] = key.split(",").map(Number);
        const position = { sheet: sheet.id, row, column };
        const text = workbook.formulaText(position) ?? JSON.stringify(sheet.cells.get(key)?.content);
        return `  ${addressOf(workbook, position)} ${text} shows ${plain(sheet.cells.get(key)?.value ?? null)}`;
      }),
    ])
    .join("\n");
}
