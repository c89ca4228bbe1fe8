/** Plays a sequence on a lean workbook and tells what should not have been. */
import { createBehaviour, type HostBehaviour } from "../../../../workbench/model/behaviour";
import { createGate } from "../../../../workbench/office/gate";
import { createInterpreter, type RequestBody } from "../../../../workbench/office/interpreter";
import { findShown } from "../../../../src/excel/workbook/ledger/shown";
import { createClient } from "../../../workbench/client";
import {
  addChain,
  copySheet,
  deleteSheet,
  fillDown,
  forgetNames,
  hasCircle,
  shiftLines,
  sortRows,
  undo,
} from "./edits";
import { BUSY } from "./evaluation";
import { createLosses, nthRequest, type Losses } from "./losses";
import { checkNews, choosePlan, lookAtBar, lookAtBriefing, untouched, type HomeWorld } from "./home";
import { workbookObject } from "./host";
import {
  addressOf,
  findContradictions,
  findOutdated,
  findTooNewAges,
  findUncalculated,
  plain,
  shownRuns,
  shownValues,
} from "./oracle";
import { partNamespace } from "../../../../src/reporting/saved/document";
import { refreshFile, storedLedgerOf } from "./file";
import { actorNow, CONNECTION, functionsOfActor, openPerson, type Person } from "./person";
import { createLeanService, ELSEWHERE, isFromElsewhere, MONTHS, PLANS, SCENARIOS, type LeanService } from "./service";
import { hasUnknownNames } from "./formula";
import type { Between, Sequence, Step } from "./steps";
import {
  emptyDocument,
  openLean,
  type LeanBehaviour,
  type LeanDocument,
  type LeanSheet,
  type LeanWorkbook,
} from "./workbook";

const SETTINGS = partNamespace("settings");

interface Play {
  readonly losses: Losses;
  readonly sequence: Sequence;
  /** In which calls without a currency are asked, as far as anybody was told. */
  currency: string | undefined;
  readonly service: LeanService;
  readonly host: HostBehaviour;
  readonly excel: LeanBehaviour;
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
  /** The last refresh has marked the ledger "not shown everywhere yet". */
  isCommitted: boolean;
  /** The marked index before it. */
  formerMark?: string | undefined;
  /** Cells show what no ledger knows any more. */
  isLedgerLost: boolean;
  /** Cells may show several answers to a question until all are refreshed. */
  isMixed: boolean;
  /** Cells that a refresh has named: they may contradict others until an edit moves them. */
  named: ReadonlySet<string>;
  readonly figures: Figures;
}

/** How often a refresh ended in which way. */
export interface Figures {
  done: number;
  failed: number;
  unsettled: number;
  /** Contradictions of which the pane has told. */
  told: number;
  /** Steps after which a person was connected to another service than the workbook's. */
  elsewhere: number;
  /** Moves to another service that are done. */
  moved: number;
  /** Refreshes of which Excel has left a request unanswered. */
  lost: number;
  /** Those of which nobody knows whether they were written. */
  unwritten: number;
  /** Files that the command line has refreshed. */
  nights: number;
  /** Openings of a workbook whose kept numbers were removed. */
  unknown: number;
  /** Briefings that have compared formulas with what the service says. */
  looked: number;
  /** Those that found newer results. */
  news: number;
}

export function createFigures(): Figures {
  return {
    done: 0,
    failed: 0,
    unsettled: 0,
    told: 0,
    elsewhere: 0,
    moved: 0,
    lost: 0,
    unwritten: 0,
    nights: 0,
    unknown: 0,
    looked: 0,
    news: 0,
  };
}

let execute: (body: RequestBody, flags: number) => Promise<unknown>;
let client: ReturnType<typeof createClient> | undefined;
/** Proxies keep the handlers of all who ever had a workbook open, and with them their ledgers. New ones take a tenth of a second. */
const PLAYS_OF_A_CLIENT = 20;
let plays = 0;

/** Rejects with what was wrong, and after which step. */
export async function play(sequence: Sequence, figures: Figures): Promise<void> {
  if (plays % PLAYS_OF_A_CLIENT === 0) client = undefined;
  plays += 1;
  client ??= createClient((body, flags) => execute(body, flags));
  client.use();
  const play = start(
    sequence,
    figures,
    createLosses((body, flags) => carryOut(body, flags)),
  );
  const gate = createGate(
    play.host,
    createInterpreter(workbookObject({ workbook: () => play.workbook, behaviour: play.host })),
  );
  execute = play.losses.execute;
  const carryOut = async (body: RequestBody, flags: number) => {
    play.onRequest();
    play.requests += 1;
    return gate(body, flags).finally(() => {
      play.requests -= 1;
      const mark = markOf(play);
      play.isCommitted ||= mark !== undefined && mark !== play.formerMark;
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
    const [owners, asked] = [ownersOf(play), new Map(play.service.asked)];
    await take(play, step);
    await settle(play);
    // What is late of a refresh comes after the next step.
    if (!isLosing(step)) await play.losses.deliver();
    if (step.do !== "moveService" && !hasLook(step)) checkAsked(play, owners, asked);
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

function isLosing(step: Step): boolean {
  return (step.do === "refresh" || step.do === "moveService") && step.between.what === "lost";
}

function start(sequence: Sequence, figures: Figures, losses: Losses): Play {
  const service = createLeanService();
  service.saysWhen = sequence.saysWhen;
  const host = createBehaviour();
  const { blank: blankArgument, keepsOldValues: keepOldValues = false, iterates = false } = sequence;
  Object.assign(host, { limitPayloads: true, enforceProtection: true, blankArgument, keepOldValues, iterates });
  const { isShallow = false, showsZeros = false } = sequence;
  const excel = { ...host, isShallow, showsZeros };
  const workbook = openLean(emptyDocument(["Sheet1", "Other sheet"]), [], excel);
  const { currency } = sequence;
  if (currency) workbook.document.parts = { own: `<insights xmlns="${SETTINGS}" currency="${currency}"/>` };
  return {
    sequence,
    currency,
    service,
    host,
    excel,
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
    figures,
    losses,
    onRequest: () => undefined,
  };
}

/** Opens the workbook as it is, with nothing in anybody's memory. */
async function open(play: Play, isConnected: boolean): Promise<void> {
  for (const person of play.people) person.leave();
  play.workbook = openLean(play.workbook.document, [], play.excel);
  play.isConnected = isConnected;
  play.people = [];
  await join(play);
  checkAgeIsUnknown(play);
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
  const person = await openPerson({ service, isConnected, now });
  people.push(person);
  change(play, people.length - 1);
  // The pane is visible, which looks at once.
  await person.look();
}

/** If the kept numbers were removed from the file, the pane says so before any cell calculates. */
function checkAgeIsUnknown({ workbook, people, figures }: Play): void {
  if (Object.values(workbook.document.parts).some((xml) => !xml.includes(SETTINGS)) || shownRuns(workbook).length === 0)
    return;
  figures.unknown += 1;
  if (people.some(({ ledger }) => !ledger.workbook.hasUnknown))
    throw new Error("The workbook is open, and nobody is told that the age of its numbers is unknown.");
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
    quiet =
      play.requests === 0 && play.losses.isIdle() && play.people.every((person) => person.isIdle()) ? quiet + 1 : 0;
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
  if (column === 3 && content > 8) return `=D${line + 1}+1`;
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
  if (step.do === "moveService") return moveService(play, step);
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
    case "hide":
      return void service.hidden.add(step.plan);
    case "fail":
      return void (service.failing = { after: 0, status: step.status });
    case "heal":
      service.hidden.clear();
      return void (service.failing = undefined);
    case "calculate":
      return workbook.calculate();
    case "showCode":
      return workbook.showCode(step.code);
    case "calculateByHand":
      return void (document.calculationMode = "Manual");
    case "calculateAlways":
      document.calculationMode = "Automatic";
      return workbook.calculate();
    case "deleteParts":
      return deleteParts(play);
    case "loseSettings":
      return loseSettings(play);
    case "pass":
      return passTime(play);
    case "look":
      return actorOf(play).look();
    case "other":
      return play.people.length < 2 ? join(play) : change(play, 1 - play.actor);
    case "connect":
      return connect(play, step.isElsewhere);
    case "typeMonth":
      return typeMonth(play, step);
    case "openHome":
      await choosePlan(homeOf(play), step.plan);
      return lookAtHome(play, (home) => openHome(play, home, step.plan));
    case "askBar":
      return lookAtHome(play, (home) => lookAtBar(home, step.plan));
    case "keepNumbers":
      return actorOf(play).store.keepNumbers();
    case "night":
      return passNight(play, step.hasNews === true);
    case "reopen":
      if (step.isSaved) await passTime(play);
      else loseLedger(play);
      return open(play, step.isConnected);
  }
}

function typeMonth(play: Play, { sheet, row, content }: Step & { do: "typeMonth" }): void {
  const { id, isProtected } = sheetAt(play, sheet);
  if (isProtected) return;
  const [plan, scenario] = [PLANS[content % 2], SCENARIOS[content % 3]];
  const month = MONTHS[content % MONTHS.length];
  play.workbook.enter({ sheet: id, row, column: 6 }, `=INSIGHTS.KPI("${plan}","${scenario}","ebit","${month}")`);
  forgetNamed(play);
}

/** Looks ask the connected service, whatever the workbook's is. */
function hasLook(step: Step): boolean {
  return step.do === "openHome" || step.do === "askBar" || (step.do === "refresh" && step.between.what === "home");
}

function homeOf(play: Play): HomeWorld {
  return { workbook: play.workbook, service: play.service, person: actorOf(play) };
}

/** A look while nothing else is under way changes nothing at all. */
async function lookAtHome(play: Play, look: (home: HomeWorld) => Promise<void>): Promise<void> {
  const home = homeOf(play);
  await settle(play);
  await letSave(play, home.person);
  const before = untouched(home);
  await look(home);
  await settle(play);
  if (untouched(home) !== before) throw new Error("A look has changed cells, ledger, file or memory.");
}

async function openHome({ figures, service }: Play, home: HomeWorld, plan: number): Promise<void> {
  const briefing = await lookAtBriefing(home);
  if (service.failing || service.gone.has(plan) || service.hidden.has(plan)) return;
  checkNews(home, plan, briefing);
  if (briefing?.comparison?.compared) figures.looked += 1;
  if (briefing?.news === "newer") figures.news += 1;
}

async function connect(play: Play, isElsewhere: boolean): Promise<void> {
  const { store, act, ledger } = actorOf(play);
  const results = () => ledger.entries().filter(({ result }) => result !== undefined);
  const before = results().length;
  const address = isElsewhere ? ELSEWHERE : CONNECTION.appUrl;
  await act(() => store.connect(address, CONNECTION.credentials.apiKey, false));
  if (results().length < before) throw new Error("Connecting has dropped entries.");
}

/** The service that the workbook belongs to; this one before the first answer. */
function serviceOf({ workbook }: Play): string {
  return storedLedgerOf(workbook)?.edition.service ?? CONNECTION.appUrl;
}

/** The pane offers it only to a person who is connected to another service. */
async function moveService(play: Play, { between }: Step & { do: "moveService" }): Promise<void> {
  const [{ session }, former] = [actorOf(play), serviceOf(play)];
  if (session.address === undefined || session.address === former) return;
  await refresh(play, { do: "refresh", between }, true);
  if (serviceOf(play) !== former) play.figures.moved += 1;
}

/** The file is refreshed while nobody has it open. Whoever opens it then sees what the service says now, and asks nothing. */
async function passNight(play: Play, hasNews: boolean): Promise<void> {
  const { service, figures } = play;
  await passTime(play);
  if (hasNews) runAll(service);
  for (const person of play.people) person.leave();
  if (service.failing || !storedLedgerOf(play.workbook)) return open(play, true);
  await refreshFile(play.workbook, { service, now: service.now });
  [play.isLedgerLost, play.isMixed, play.named] = [false, false, new Set()];
  figures.nights += 1;
  const asked = new Map(service.asked);
  await open(play, true);
  await settle(play);
  const isWhole = [...shownValues(play.workbook).values()].every((value) => !value.includes('"#'));
  if (isWhole && !isSame(asked, service.asked))
    throw new Error("Opening a file that was refreshed has asked the service.");
  await checkRefreshed(play, [], { what: "nothing" });
}

function runAll(service: LeanService): void {
  PLANS.forEach((_, plan) => SCENARIOS.forEach((__, scenario) => service.step(plan, scenario)));
}

function isSame(one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): boolean {
  return JSON.stringify([...one]) === JSON.stringify([...other]);
}

/** The services that the workbook belongs to, as far as anybody's add-in knows: each hears of a move when it next looks. */
function ownersOf(play: Play): (string | undefined)[] {
  return [serviceOf(play), ...play.people.map(({ ledger }) => ledger.service)];
}

/** Nothing of a workbook is asked of a service that it neither belonged to before nor belongs to now, unless to move it there. */
function checkAsked(play: Play, former: readonly (string | undefined)[], before: ReadonlyMap<string, number>): void {
  const owners = [...former, ...ownersOf(play)];
  const strangers = [...play.service.asked].filter(
    ([origin, count]) => !owners.includes(origin) && count !== (before.get(origin) ?? 0),
  );
  if (strangers.length > 0) throw new Error(`${strangers.join()} was asked for numbers of the workbook.`);
}

/** What cells, ledgers and the file hold is of one service each, and the cells' is the file's. */
function checkServices(play: Play): void {
  const { workbook, people, figures } = play;
  const owner = serviceOf(play);
  if (people.some(({ session }) => session.address !== owner)) figures.elsewhere += 1;
  const named = new Set([...play.named, ...namedToAnybody(play)]);
  const shown = workbook.formulaCells().flatMap(({ position, cell: { value, isDirty }, formula }) => {
    const isNumber = formula.kind === "call" && /^INSIGHTS\.(KPI|PNL)$/.test(formula.name);
    return isNumber && !isDirty && !named.has(addressOf(workbook, position)) ? [value] : [];
  });
  checkOneService("The cells", shown, owner);
  const stored = storedLedgerOf(workbook);
  if (stored) checkOneService("The file", resultsOf(stored.entries), owner);
  for (const { ledger } of people) checkOneService("A ledger", resultsOf(ledger.entries()), ledger.service);
}

function resultsOf(entries: readonly { readonly id: string; readonly result?: unknown }[]): unknown[] {
  return entries.flatMap(({ id, result }) => (id === "ASOF" ? [] : [result]));
}

function checkOneService(holder: string, values: readonly unknown[], owner: string | undefined): void {
  const numbers = values.flat(4).filter((value) => typeof value === "number");
  const foreign = numbers.filter((number) => isFromElsewhere(number) !== (owner === ELSEWHERE));
  if (foreign.length > 0) throw new Error(`${holder} of ${owner} hold numbers of another service: ${foreign.join()}`);
}

/** What the last calls returned is not kept. Nobody can tell then which cells show an older answer than others, where some do. */
function loseLedger(play: Play): void {
  const { workbook } = play;
  play.isLedgerLost = true;
  play.isMixed ||= Object.keys(workbook.document.parts).length > 0 || findContradictions(workbook).length > 0;
}

/** What one person's cells have got, another's add-in cannot hear of any more. */
function deleteParts(play: Play): void {
  const { document } = play.workbook;
  const { currency } = play.sequence;
  const settings = Object.entries(document.parts).filter(([, xml]) => xml.includes(SETTINGS));
  // Without settings and kept numbers nothing tells the currency.
  if (currency && settings.length === 0) return;
  play.isLedgerLost = true;
  play.isMixed ||= play.people.length > 1;
  document.parts = currency ? Object.fromEntries(settings) : {};
}

/** The kept numbers tell what they were asked with. */
function loseSettings({ workbook }: Play): void {
  const { document } = workbook;
  if (!isCurrencyKept(workbook)) return;
  document.parts = Object.fromEntries(Object.entries(document.parts).filter(([, xml]) => !xml.includes(SETTINGS)));
}

function isCurrencyKept(workbook: LeanWorkbook): boolean {
  return storedLedgerOf(workbook)?.entries.some(({ settings }) => settings.currency !== undefined) === true;
}

/** Nobody's add-in asks in another currency, unless nothing tells the former one; if cells then show numbers, the pane says so. */
function checkCurrency(play: Play): void {
  const own = play.people.map(({ settings }) => settings.current.currency);
  if (own.every((currency) => currency === play.currency)) return;
  if (isCurrencyKept(play.workbook))
    throw new Error(`Numbers in ${play.currency} are kept, and ${own.join()} is asked.`);
  play.isMixed ||= shownRuns(play.workbook).length > 0;
  play.currency = own[play.actor];
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
  "strip",
  "chain",
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
    case "strip":
      return forgetNames(workbook, sheet);
    case "chain":
      return addChain(workbook, sheet, step);
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
  if (between.what === "lateHang") return hangFromCommit(play);
  if (between.what === "hang") return hang(play, between);
  if (between.what === "lost") {
    play.losses.lose(between.how, nthRequest(between.at));
    return () => void (play.figures.lost += Number(play.losses.stop()));
  }
  let left = between.at;
  const { parts } = workbook.document;
  play.onRequest = () => {
    left -= 1;
    if (left === -1) happen(play, between);
  };
  return () => {
    play.onRequest = () => undefined;
    host.selection = "cells";
    host.inFront = "worksheet";
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

function hangFromCommit(play: Play): () => void {
  const { service } = play;
  let end = () => {};
  play.onRequest = () => {
    if (play.isCommitted && !service.hanging) end = holdBack(service);
  };
  return () => {
    play.onRequest = () => undefined;
    end();
  };
}

function hang(play: Play, { turns, cancels }: Between & { what: "hang" }): () => void {
  const { service } = play;
  const end = holdBack(service);
  const { hanging } = service;
  const { store } = actorOf(play);
  void (async () => {
    for (let count = 0; count <= turns; count += 1) await turn();
    // The refresh is over.
    if (service.hanging !== hanging) return;
    if (cancels) store.cancelRefresh();
    else end();
  })();
  return end;
}

/** The service answers nothing until the returned function is called. */
function holdBack(service: LeanService): () => void {
  let release = () => {};
  const hanging = new Promise<void>((resolve) => (release = resolve));
  service.hanging = hanging;
  return () => {
    if (service.hanging === hanging) service.hanging = undefined;
    release();
  };
}

function happen(
  play: Play,
  between: Exclude<Between, { what: "nothing" | "service" | "lateService" | "lateHang" | "hang" | "lost" }>,
): void {
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
      return actorOf(play).store.cancelRefresh();
    case "other":
      return void (play.other = otherActs(play, between));
    case "deleteParts":
      return deleteParts(play);
    case "home":
      return void (play.other = lookMeanwhile(play, between.plan));
    case "chart":
      return void (host.selection = "chart");
    case "elsewhere":
      return void (host.inFront = "otherWorkbook");
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

/** What the briefing says meanwhile may be of either run. */
async function lookMeanwhile(play: Play, plan: number): Promise<void> {
  await choosePlan(homeOf(play), plan);
  await lookAtBriefing(homeOf(play));
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

async function refresh(play: Play, { hasNews, between }: Step & { do: "refresh" }, isMove = false): Promise<void> {
  const { workbook, host } = play;
  const { store } = actorOf(play);
  if (hasNews) runAll(play.service);
  const before = shownValues(workbook);
  // What waits to be calculated by hand is calculated with what is brought to it.
  const dirtyBefore = new Set(
    workbook.formulaCells().flatMap(({ position, cell }) => (cell.isDirty ? [addressOf(workbook, position)] : [])),
  );
  for (const address of dirtyBefore) before.delete(address);
  const runs = new Set(shownRuns(workbook).map(({ question, run }) => `${question} ${run}`));
  const last = store.state().refreshed;
  if (between.what === "other") await invite(play);
  play.formerMark = markOf(play);
  const kept = callsOfNumbers(play);
  play.isCommitted = false;
  const mustEnd = mustSucceed(play, between, isMove) && !(await meetsHidden(play));
  const end = arrange(play, between);
  await actorOf(play).act(() => (isMove ? store.moveService() : store.refresh()));
  // Cells that are named do not show it now; what goes on in the background may have them show it a turn later.
  const shown = snapshotOf(workbook);
  const { refreshed, unsettled: named } = store.state();
  end();
  while (host.editMode) await turn();
  await play.other;
  play.other = undefined;
  await settle(play);
  if (between.what === "other") await letOtherFollow(play);
  if (refreshed === last) {
    play.figures.failed += 1;
    if (mustEnd) throw new Error(`The refresh has failed: ${store.state().failure?.message}`);
    // Its numbers may come at the next look.
    if (store.state().stopped?.reason === "unknown") return void (play.figures.unwritten += 1);
    // Another person may have refreshed the cells.
    const isTouched = between.what === "other" || isTyping(between);
    return isTouched ? undefined : checkUnchanged(play, before, runs);
  }
  play.figures[named.length > 0 ? "unsettled" : "done"] += 1;
  if (between.what === "nothing") checkUnknownNames(shown, refreshed);
  // What was worked out anew meanwhile is neither old nor new.
  if (between.what === "run") return;
  await checkRefreshed(play, named, between);
  if (play.people.length === 1 && ["nothing", "service", "lateService"].includes(between.what)) checkKept(play, kept);
  if (named.length === 0) {
    play.isMixed = false;
    play.named = new Set();
  }
  // Named cells may show what they did until the next refresh: nothing was known of them, or another person's Excel has calculated
  // them too, from what its add-in knew.
  const isCertain = !play.isLedgerLost && play.people.length === 1 && between.what !== "lost";
  if (!isCertain) play.named = new Set([...play.named, ...namedToAnybody(play)]);
  if (between.what !== "nothing") return;
  await checkNamed(play, shown, named);
  checkCalculated(shown, named, dirtyBefore);
}

/**
 * A refresh has had Excel calculate whatever depends on what it brought, over however many steps, or names it. In a workbook that
 * calculates by hand, what a person has changed may be calculated when they say so, where it reads nothing of ours.
 */
function checkCalculated(shown: LeanWorkbook, named: readonly string[], before: ReadonlySet<string>): void {
  const isByHand = shown.document.calculationMode !== "Automatic";
  const addresses = shown.formulaCells().flatMap(({ position, cell }) => {
    const address = addressOf(shown, position);
    const isOpen = cell.isDirty || plain(cell.value) === plain(BUSY);
    return isOpen && !named.includes(address) && !(isByHand && before.has(address)) ? [address] : [];
  });
  if (addresses.length > 0) throw new Error(`The refresh is done, and Excel has not calculated ${addresses.join()}`);
}

/** True if a refresh may have to ask for what the service refuses: a cell makes such a call, or did so with the numbers that it shows. */
async function meetsHidden(play: Play): Promise<boolean> {
  const { hidden, hits } = play.service;
  if (hidden.size === 0) return false;
  const isUnasked = (each: ReturnType<LeanWorkbook["formulaCells"]>[number]) =>
    each.cell.isDirty ||
    plain(each.cell.value) === '"#SPILL!"' ||
    (each.formula.kind === "call" && each.formula.name === "INSIGHTS.ASOF") ||
    hasUnknownNames(each.formula);
  // The oracle asks for none of these.
  if (play.workbook.formulaCells().some(isUnasked)) return true;
  return (await outdatedCells(play)).length > 0 || play.service.hits > hits;
}

/** A refresh says which cells Excel does not know the functions of. */
function checkUnknownNames(shown: LeanWorkbook, refreshed: ReturnType<Person["store"]["state"]>["refreshed"]): void {
  const told = new Set(refreshed?.failures.flatMap(({ address, code }) => (code === "#NAME?" ? [address] : [])));
  const untold = shown
    .formulaCells()
    .filter(({ formula, cell: { value } }) => hasUnknownNames(formula) && plain(value) === '"#NAME?"')
    .map(({ position }) => addressOf(shown, position))
    .filter((address) => !told.has(address));
  if (untold.length > 0) throw new Error(`The refresh does not say that these have unknown names: ${untold.join()}`);
}

type Calls = ReadonlyMap<string, ReadonlySet<string>>;

/** The known calls of the cells that show a number, by address. */
function callsOfNumbers(play: Play): Calls {
  const shown = shownValues(play.workbook);
  const calls = new Map<string, Set<string>>();
  for (const { addresses, key, result } of actorOf(play).ledger.entries())
    for (const address of result === undefined ? [] : addresses)
      if (/^\d/.test(shown.get(address) ?? "")) calls.set(address, (calls.get(address) ?? new Set()).add(key));
  return calls;
}

/** A refresh asks every known call before it touches a cell: a failure of the service is no error in a cell that makes one. */
function checkKept(play: Play, kept: Calls): void {
  const shown = shownValues(play.workbook);
  const lost = actorOf(play)
    .ledger.entries()
    .flatMap(({ addresses, key, state }) =>
      state !== "failed" ? [] : [...addresses].filter((address) => kept.get(address)?.has(key)),
    )
    .filter((address) => shown.get(address) === '"#VALUE!"');
  if (lost.length > 0)
    throw new Error(`The refresh is done, and numbers are lost to a failure of the service: ${lost.join()}`);
}

/** Nothing is in the way of the refresh. */
function mustSucceed(play: Play, between: Between, isMove: boolean): boolean {
  const { service, workbook } = play;
  const { address } = actorOf(play).session;
  const isAnswered = address !== undefined && (isMove || address === serviceOf(play)) && !service.failing;
  return between.what === "nothing" && isAnswered && !Object.isFrozen(workbook.document.parts);
}

/** Two people may have refreshed the workbook at once. */
function namedToAnybody({ people }: Play): string[] {
  return people.flatMap(({ store }) => store.state().unsettled);
}

/** The saved ledger's index if it says that cells do not show it yet. */
function markOf({ workbook }: Play): string | undefined {
  return Object.values(workbook.document.parts).find((xml) => xml.includes('unshown="true"'));
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

/** If nothing comes between, exactly the cells that do not show it when the refresh ends are named. */
async function checkNamed(play: Play, shown: LeanWorkbook, named: readonly string[]): Promise<void> {
  const outdated = new Set(await outdatedCells(play, shown));
  const refused = failedForOthers(play);
  const isOfAnother = (address: string) => refused.has(address) && shownValues(shown).get(address) === '"#VALUE!"';
  const early = [...outdated].filter((address) => !named.includes(address) && !isOfAnother(address));
  if (early.length > 0 && !play.service.failing) throw new Error(`The refresh is done too early for ${early.join()}`);
  if (play.isLedgerLost || play.service.failing) return;
  // A cell may wait for a value for good, where it is calculated by hand and what it reads has changed meanwhile.
  for (const [address, value] of shownValues(shown)) if (value === plain(BUSY)) outdated.add(address);
  // Nor can be told of an error whether a cell shows it for good, if Excel shows values late.
  const isGivenUp = (address: string) =>
    play.sequence.keepsOldValues && shownValues(shown).get(address)?.startsWith('"#');
  const settled = named.filter((address) => !outdated.has(address) && !isGivenUp(address));
  if (settled.length > 0) throw new Error(`These are said not to show it, and they do: ${settled.join()}`);
}

async function checkUnchanged(
  play: Play,
  before: ReadonlyMap<string, string>,
  runs: ReadonlySet<string>,
): Promise<void> {
  const { workbook } = play;
  const agreeing = new Set(
    shownRuns(workbook).flatMap(({ question, run, address }) => (runs.has(`${question} ${run}`) ? [address] : [])),
  );
  const outdated = play.formerMark || play.isLedgerLost ? new Set(await outdatedCells(play)) : undefined;
  const wrong = [...shownValues(workbook)].filter(([address, value]) => {
    // What an earlier refresh has saved and not shown everywhere is shown at the next chance, however this refresh ends. And where
    // nobody knows any more what the calls returned, they have had to ask.
    if (outdated?.has(address) === false) return false;
    // Those that were answered from memory show what other cells showed before.
    if (play.isLedgerLost && agreeing.has(address)) return false;
    // One person's ledger is all that there is, where the parts by which it hears of another's refresh are gone.
    if (play.isLedgerLost && play.people.length > 1) return false;
    // A call of which nothing was known may fail, and shows its error.
    if (play.isLedgerLost && value === '"#VALUE!"') return false;
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

/** Every cell shows what the service says now, or an error of its own, or is named. */
async function checkRefreshed(play: Play, named: readonly string[], between: Between): Promise<void> {
  const shown = shownValues(play.workbook);
  // A call that appears only after the commit may fail: its cell shows that error, which is no old number. So may what another
  // person's Excel has calculated: this person's add-in knows neither the formula nor its error.
  const refused = failedForOthers(play);
  // A cell in error calculates on opening. Whoever is connected to another service than the workbook's is told so by the cell.
  const isElsewhere = actorOf(play).session.address !== serviceOf(play);
  const mayFail = (address: string) =>
    isElsewhere ||
    play.service.failing !== undefined ||
    ["service", "lateService"].includes(between.what) ||
    refused.has(address);
  const isHonest = (address: string) => shown.get(address) === '"#VALUE!"' && mayFail(address);
  // What another person types meanwhile shows what that person's add-in knows, and nobody else may have asked since.
  const typed =
    between.what === "other" && between.does === "types"
      ? addressOf(play.workbook, { sheet: sheetAt(play, 0).id, row: between.row, column: 1 })
      : undefined;
  const silent = (await outdatedCells(play)).filter(
    (address) => address !== typed && !isHonest(address) && !named.includes(address),
  );
  if (silent.length > 0) throw new Error(`The refresh is done, and cells show old values: ${silent.join()}`);
}

/** Cells whose calls have failed for another person's add-in. */
function failedForOthers(play: Play): ReadonlySet<string> {
  const others = play.people.filter((person) => person !== actorOf(play));
  const failures = others.flatMap(({ ledger }) => ledger.entries().filter(({ state }) => state === "failed"));
  return new Set(failures.flatMap(({ addresses }) => [...addresses]));
}

function isTyping(between: Between): between is Between & { row: number } {
  return between.what === "editing" ? between.types : between.what === "other" && between.does === "types";
}

function formulaAt(workbook: LeanWorkbook, address: string): string | undefined {
  const cell = workbook.formulaCells().find(({ position }) => addressOf(workbook, position) === address);
  return cell && workbook.formulaText(cell.position);
}

async function outdatedCells(play: Play, workbook = play.workbook): Promise<string[]> {
  const { service } = play;
  const { settings } = actorOf(play);
  const { failing } = service;
  service.failing = undefined;
  const outdated = await findOutdated(workbook, { service, settings, appUrl: serviceOf(play), now: service.now });
  service.failing = failing;
  return outdated;
}

async function checkAnyTime(play: Play): Promise<void> {
  checkCurrency(play);
  const contradictions = [
    ...(play.isMixed ? [] : findContradictions(play.workbook, play.named).filter((each) => !isExcused(play, each))),
    ...findUncalculated(play.workbook),
  ];
  if (contradictions.length > 0) throw new Error(contradictions.join("\n"));
  checkNotBack(play);
  checkServices(play);
  if (play.isLedgerLost) return;
  const tooNew = findTooNewAges(play.workbook, play.service);
  if (tooNew.length > 0) throw new Error(tooNew.join("\n"));
}

/** True if the pane says that the plan's numbers are of two runs. */
function isTold(play: Play, contradiction: string): boolean {
  return play.people.some(({ ledger }) => isToldBy(ledger, contradiction));
}

function isToldBy(ledger: Person["ledger"], contradiction: string): boolean {
  if (ledger.workbook.hasUnknown) return true;
  const told = [...findShown(ledger.entries(), ledger.workbook).plans];
  return told.some(
    ([plan, { isOfTwoRuns }]) =>
      isOfTwoRuns && contradiction.startsWith(`${(PLANS[Number(plan.slice(1))] ?? "").toLowerCase()}/`),
  );
}

function isExcused(play: Play, contradiction: string): boolean {
  const isFine = isTold(play, contradiction);
  if (isFine) play.figures.told += 1;
  return isFine;
}

/** What the workbook has shown once is never replaced by an older number, whoever has it calculated. */
function checkNotBack(play: Play): void {
  if (play.isLedgerLost) play.newest.clear();
  if (play.isMixed) return;
  for (const { question, run, address } of shownRuns(play.workbook)) {
    if (isTold(play, question)) {
      play.newest.delete(question);
      continue;
    }
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
