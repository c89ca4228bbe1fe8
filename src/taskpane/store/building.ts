/** Building a formula: following the active cell, trying the formula out, writing it. */
import type { Part } from "../../formulas/parts";
import {
  insertFormula,
  onActiveCell,
  readFilled,
  readActiveCell,
  readContents,
  readReference,
  type Content,
  type Size,
} from "../../workbook/insertion";
import { placeOf } from "../../workbook/cells";
import { toCallError } from "../../workbook/ledger";
import { draftOf, formulaOf, partsOf, withFunction, withPart } from "../draft";
import { looksOf } from "../../workbook/looks";
import type { Draft, PaneModel, Preview } from "../model";
import { texts } from "../texts";
import { attempt, attemptQuietly, show, type Inside } from "./inside";

type Building = Pick<PaneModel, "build" | "draftFunction" | "draftPart" | "pick" | "insert">;

/** Milliseconds without a change after which the formula is tried out. */
const PAUSE = 300;
const EXAMPLES = 3;

export function createBuilding(inside: Inside): Building {
  let callOff = () => {};
  /** Shows the draft, and tries it out once it rests. */
  const draft = (next: Draft): void => {
    callOff();
    show(inside, { draft: { ...next, preview: { state: "working" } }, obstacle: undefined });
    callOff = inside.after(PAUSE, () => void preview(inside));
  };
  const change = (by: (draft: Draft) => Draft): void => {
    if (inside.state.draft) draft(by(inside.state.draft));
  };
  const follow = () =>
    attemptQuietly(inside, async () => {
      const { address, formula } = await readActiveCell();
      const before = inside.state.draft;
      if (before?.picking) draft(withPart(before, before.picking, referenceTo(address, before.target)));
      else if (address !== before?.target) draft(nextDraft(before, address, formula));
    });
  return {
    build() {
      void follow();
      const handler = onActiveCell(() => void follow());
      return () => void handler.then((stop) => stop()).catch(() => {});
    },
    draftFunction: (name) => change((before) => withFunction(before, name)),
    draftPart: (argument, part) => change((before) => withPart(before, argument, part)),
    pick: (argument) => inside.state.draft && show(inside, { draft: { ...inside.state.draft, picking: argument } }),
    insert: (overwrite) => attempt(inside, () => insert(inside, overwrite)),
  };
}

/** A cell with a formula of ours shows its parts; another one takes what has been built so far. */
function nextDraft(before: Draft | undefined, address: string, formula: string): Draft {
  const next = draftOf(address, formula);
  return next.around || !before || before.around ? next : { ...before, target: address };
}

/** As a formula on the target's sheet names the cell. */
function referenceTo(address: string, target: string): Part {
  const [place, here] = [placeOf(address), placeOf(target)];
  const cell = address.slice(address.lastIndexOf("!") + 1);
  return { kind: "reference", text: place && here && place.sheet === here.sheet ? cell : address };
}

async function preview(inside: Inside): Promise<void> {
  const { draft } = inside.state;
  if (!draft) return;
  const next = await tryOut(inside, draft);
  // Meanwhile it may have become another one.
  if (inside.state.draft === draft) show(inside, { draft: { ...draft, preview: next } });
}

async function tryOut({ ledger }: Inside, draft: Draft): Promise<Preview> {
  try {
    const args = await Promise.all(partsOf(draft).map((part) => valueOf(part, draft.target)));
    if (args.includes(undefined)) return { state: "empty", reason: texts.formula.noPreview };
    const result = await ledger.invoke({ id: draft.name, args }, {});
    return { state: "done", rows: rowsOf(result) };
  } catch (error) {
    return { state: "failed", ...toCallError(error) };
  }
}

/** As Excel hands it to the function; undefined for what only Excel can work out. */
async function valueOf(part: Part, target: string): Promise<unknown> {
  switch (part.kind) {
    case "blank":
      return null;
    case "list":
      return [part.values];
    case "reference":
      return readReference(part.text, target);
    case "expression":
      return undefined;
    default:
      return part.value;
  }
}

async function insert(inside: Inside, overwrite: boolean): Promise<void> {
  const { draft, settings } = inside.state;
  if (!draft) return;
  const { target, preview: tried } = draft;
  const rows = tried.state === "done" && !isEmbedded(draft) ? tried.rows : [[null]];
  const size = { rows: rows.length, columns: rows[0]?.length ?? 1 };
  const obstacles = overwrite ? [] : await readObstacles(draft, size);
  // A person who has gone on to another cell meanwhile means that one.
  if (inside.state.draft !== draft) return;
  if (obstacles.length > 0) {
    const examples = obstacles.slice(0, EXAMPLES).map(({ address, value }) => `${address} (${String(value)})`);
    return show(inside, { obstacle: { count: obstacles.length, examples } });
  }
  const field = draft.parts.field?.kind === "text" ? draft.parts.field.value : draft.name;
  const formula = formulaOf(draft);
  await insertFormula(target, formula, size, settings.formats === false ? [] : looksOf(rows, field));
  if (inside.state.draft !== draft) return;
  show(inside, { draft: { ...draftOf(target, formula), preview: tried }, obstacle: undefined });
}

/** A formula with more around the call gives something else than the call. */
function isEmbedded({ around }: Draft): boolean {
  return around !== undefined && (around.before !== "=" || around.after !== "");
}

/** What stands in the way, besides the formula that is edited and the cells that it fills now. */
async function readObstacles({ target, around }: Draft, size: Size): Promise<Content[]> {
  const contents = await readContents(target, size);
  const place = placeOf(target);
  if (!around || !place) return contents;
  const own = await readFilled(target);
  return contents.filter(({ address }) => {
    const at = placeOf(address);
    return !at || at.row >= place.row + own.rows || at.column >= place.column + own.columns;
  });
}

function rowsOf(result: unknown): unknown[][] {
  return Array.isArray(result) ? (result as unknown[][]) : [[result]];
}
