/** Explains a cell: the numbers behind it, their questions and answers, and their parts. */
import { findField, questionKey, type Plan } from "../insights";
import { traceCell, type CellNumber, type CellTrace } from "../workbook/explain/cellNumbers";
import { dimensionsOf, isWholeYear, type Dimension } from "../workbook/explain/dimensions";
import { drillDown, type Drill } from "../workbook/explain/drill";
import { answersTo, knownNumber, type NumberResult, type NumberSource } from "../workbook/explain/knownNumbers";
import { monthsOfCode } from "../workbook/explain/months";
import { argumentsByName, measureOf } from "../workbook/explain/numberArguments";
import {
  answerFacts,
  countRows,
  currencyOf,
  planOfCall,
  questionInWords,
  sidesInWords,
  type QuestionNames,
} from "../workbook/explain/question";
import { writeDrill } from "../workbook/explain/writeDrill";
import { fieldOf, type NumberCall } from "../workbook/changes/numberCall";
import { onActiveCell, readActiveCell } from "../workbook/insertion";
import { failureOf, runAction, setState, stopperOf, type StoreContext } from "./context";
import type { ExplainActions } from "./explain";
import type { Combination, ExplainedNumber, Explanation, ExplainStep, NumberKind } from "./state";

const NOTHING = { numbers: [], unread: [], isCut: false, steps: [] } as const;
/** A smaller difference, as a share of the number, comes from floating point. */
const TOLERANCE = 1e-9;
/** Milliseconds after which a change of the workbook's numbers is followed. */
const PAUSE = 500;

export function createExplainActions(context: StoreContext): ExplainActions {
  let cells: readonly CellNumber[] = [];
  let reads = 0;
  const read = async () => {
    const own = (reads += 1);
    const isStill = () => own === reads;
    try {
      const { address } = await readActiveCell();
      if (!isStill()) return;
      const isSameCell = address === shown(context)?.address;
      if (!isSameCell) setState(context, { explanation: { ...NOTHING, address, state: "reading" } });
      const trace = await traceCell(address, { ledger: context.ledger, settings: context.settings.current });
      if (!isStill() || (isSameCell && isSameTrace(cells, trace.numbers))) return;
      cells = trace.numbers;
      await showTrace(context, address, trace, isStill);
    } catch (error) {
      const { message } = failureOf(error);
      if (isStill()) setState(context, { explanation: { ...NOTHING, address: "", state: "failed", message } });
    }
  };
  const current = () => shown(context)?.steps.at(-1);
  return {
    followCell() {
      // Numbers may have changed while the section was closed.
      setState(context, { explanation: undefined });
      void read();
      let cancelRead = () => {};
      const unsubscribe = context.ledger.subscribe(() => {
        cancelRead();
        cancelRead = context.after(PAUSE, () => void read());
      });
      const stop = stopperOf(onActiveCell(() => void read()));
      return () => {
        reads += 1;
        cancelRead();
        unsubscribe();
        stop();
      };
    },
    async chooseNumber(index) {
      const chosen = cells[index];
      if (chosen) await openStep(context, await stepOf(context, chosen.call, chosen), 0);
    },
    async divideBy(dimension) {
      await divide(context, current(), dimension, false);
    },
    async askService() {
      const step = current();
      await divide(context, step, step?.dimension, true);
    },
    async openRow(index) {
      const { drill, isNewer } = current() ?? {};
      const row = drill?.state === "done" ? drill.rows[index] : undefined;
      if (!row?.call) return;
      const step = await stepOf(context, row.call);
      await openStep(context, { ...step, label: row.label || step.label, isNewer }, shown(context)?.steps.length ?? 0);
    },
    goBack(step) {
      const explanation = shown(context);
      if (explanation)
        setState(context, { explanation: { ...explanation, steps: explanation.steps.slice(0, step + 1) } });
    },
    writeRows: () => runAction(context, () => writeRows(context, current())),
  };
}

/** True if the cell shows the same numbers as before, so what the user has opened stays. */
function isSameTrace(before: readonly CellNumber[], after: readonly CellNumber[]): boolean {
  const textOf = (numbers: readonly CellNumber[]) =>
    JSON.stringify(numbers.map(({ address, call, value, error }) => [address, call.id, call.args, value, error]));
  return textOf(before) === textOf(after);
}

function shown({ state }: StoreContext): Explanation | undefined {
  return state.explanation;
}

async function showTrace(
  context: StoreContext,
  address: string,
  { numbers, unread, isCut }: CellTrace,
  isStill: () => boolean,
): Promise<void> {
  const [only, ...others] = numbers;
  const isOne = only !== undefined && others.length === 0;
  const described = await Promise.all(numbers.map((number) => describe(context, number)));
  const step = isOne ? await stepOf(context, only.call, only) : undefined;
  if (!isStill()) return;
  setState(context, { explanation: { address, state: "done", numbers: described, unread, isCut, steps: [] } });
  if (step) await openStep(context, step, 0);
}

async function describe(context: StoreContext, { address, call, value }: CellNumber): Promise<ExplainedNumber> {
  const names = await namesFor(context, call, currencyNamed(context, call));
  return { address, title: questionInWords(call, names), value, kind: kindOf(call) };
}

/** Shows a step after `level` others, and divides it by what costs no request. */
async function openStep(context: StoreContext, step: ExplainStep, level: number): Promise<void> {
  const explanation = shown(context);
  if (!explanation) return;
  setState(context, { explanation: { ...explanation, steps: [...explanation.steps.slice(0, level), step] } });
  const [first] = step.dimensions;
  if (first) await divide(context, step, first, false);
}

async function divide(
  context: StoreContext,
  step: ExplainStep | undefined,
  dimension: Dimension | undefined,
  mayAsk: boolean,
): Promise<void> {
  if (!step || !dimension) return;
  const pending = replaceStep(context, step, { ...step, dimension, drill: undefined });
  if (!pending) return;
  const plan = planOf(context, step.call);
  const drill = await drillDown(step.call, dimension, { source: sourceOf(context), plan, mayAsk }).catch(
    (error: unknown): Drill => ({ state: "failed", message: failureOf(error).message }),
  );
  const labelled = await labelSides(context, step.call, dimension, drill);
  // What was asked for may have made the question clearer.
  const fresh = mayAsk ? await stepOf(context, step.call) : step;
  const { title, answers, combination } = fresh;
  const isNewer = step.isNewer || isOther(step.value, drill);
  replaceStep(context, pending, { ...pending, title, answers, combination, drill: labelled, isNewer });
}

/** Returns the step that is shown now; undefined if the user has gone elsewhere. */
function replaceStep(context: StoreContext, step: ExplainStep, next: ExplainStep): ExplainStep | undefined {
  const explanation = shown(context);
  if (!explanation?.steps.includes(step)) return undefined;
  const steps = explanation.steps.map((each) => (each === step ? next : each));
  setState(context, { explanation: { ...explanation, steps } });
  return next;
}

/** True if the answers in memory make another number than the cell shows. */
function isOther(value: number | undefined, drill: Drill): boolean {
  if (value === undefined || drill.state !== "done" || drill.whole === undefined) return false;
  return Math.abs(drill.whole - value) > TOLERANCE * Math.max(Math.abs(value), Math.abs(drill.whole));
}

/** Names the rows that the dimension itself does not. */
async function labelSides(context: StoreContext, call: NumberCall, dimension: Dimension, drill: Drill): Promise<Drill> {
  if (drill.state !== "done") return drill;
  if (dimension === "base") {
    const rows = drill.rows.map((row) => ({ ...row, label: row.label || "Prior year" }));
    return { ...drill, rows };
  }
  if (dimension !== "sides") return drill;
  const labels = [...sidesInWords(call, await namesFor(context, call, undefined)), "Variance"];
  return { ...drill, rows: drill.rows.map((row, at) => ({ ...row, label: row.label || (labels[at] ?? "") })) };
}

/** Describes a call: by the answers in memory, else by what the ledger has of it. */
async function stepOf(context: StoreContext, call: NumberCall, cell?: CellNumber): Promise<ExplainStep> {
  const source = sourceOf(context);
  const known = await knownNumber(source, call);
  const keys = keysOf(known, cell);
  const answers = new Map(answersTo(source, keys).map((answer) => [questionKey(answer.question), answer]));
  const names = await namesFor(context, call, currencyOf([...answers.values()]) ?? currencyNamed(context, call));
  const dated = new Map((cell?.entry?.questions ?? []).map(({ key, computedAt }) => [key, computedAt]));
  const own = valueOf(known);
  return {
    call,
    title: questionInWords(call, names),
    label: fieldOf(call)?.label ?? "",
    value: cell ? cell.value : own,
    kind: kindOf(call),
    error: cell?.error ?? (known.state === "absent" || known.state === "failed" ? known.message : undefined),
    combination: await combinationOf(call, source, [...answers.values()]),
    answers: answerFacts(keys, answers, { plans: names.plans, dated, answeredAt: cell?.entry?.answeredAt }),
    dimensions: dimensionsOf(call, planOf(context, call)?.scenarios.length ?? 0),
    isNewer: cell?.value !== undefined && own !== undefined && isOther(cell.value, doneWith(own)),
  };
}

function doneWith(whole: number): Drill {
  return { state: "done", whole, rows: [] };
}

/** The ledger's questions are those of the cell's number; answers in memory may be newer. */
function keysOf(known: NumberResult, cell: CellNumber | undefined): string[] {
  if (known.state === "known") return [...known.keys];
  return (cell?.entry?.questions ?? []).map(({ key }) => key);
}

async function combinationOf(
  call: NumberCall,
  source: NumberSource,
  answers: Parameters<typeof countRows>[1],
): Promise<Combination | undefined> {
  const field = fieldOf(call);
  if (!field || call.id === "VAR") return undefined;
  const { plan, period, basis } = argumentsByName(call);
  const code = isWholeYear(call) ? undefined : await knownNumber(source, { id: "PERIOD", args: [plan, period, basis] });
  const months = code?.state === "known" ? monthsOfCode(code.value) : undefined;
  const { total } = field;
  const names =
    total.by === "ratio" ? [total.numerator, total.denominator] : total.by === "weighted" ? [total.weight] : [];
  const rows = answers.length > 0 && (months || isWholeYear(call)) ? countRows(call, answers, months) : undefined;
  const labels = names.map((name) => findField(name)?.label ?? name);
  return { by: total.by, rows: rows || undefined, months: months?.length, labels };
}

async function namesFor(context: StoreContext, call: NumberCall, currency: string | undefined): Promise<QuestionNames> {
  const { plan, period, basis } = argumentsByName(call);
  const label = isWholeYear(call)
    ? undefined
    : await knownNumber(sourceOf(context), { id: "PERIOD", args: [plan, period, basis, "label"] });
  const text = label?.state === "known" && typeof label.value === "string" ? label.value : undefined;
  return { plans: plansOf(context), defaultPlan: context.settings.current.plan, period: text, currency };
}

function kindOf(call: NumberCall): NumberKind {
  const { unit } = fieldOf(call) ?? { unit: "amount" as const };
  if (measureOf(call) === "percent") return "percent";
  if (unit === "ratio") return call.id === "VAR" ? "points" : "ratio";
  return unit === "amount per unit" ? unit : "amount";
}

function currencyNamed({ settings }: StoreContext, call: NumberCall): string | undefined {
  const { currency } = argumentsByName(call);
  return typeof currency === "string" ? currency.toUpperCase() : settings.current.currency;
}

function valueOf(result: NumberResult): number | undefined {
  return result.state === "known" && typeof result.value === "number" ? result.value : undefined;
}

function sourceOf({ ledger, session }: StoreContext): NumberSource {
  return { invoke: ledger.invoke, generation: session.generation };
}

function plansOf({ session, state }: StoreContext): readonly Plan[] {
  return session.generation?.peekPlans() ?? state.plans ?? [];
}

function planOf(context: StoreContext, call: NumberCall): Plan | undefined {
  return planOfCall(call, { plans: plansOf(context), defaultPlan: context.settings.current.plan });
}

async function writeRows(context: StoreContext, step: ExplainStep | undefined): Promise<void> {
  const { drill, dimension } = step ?? {};
  if (!step || !dimension || drill?.state !== "done") return;
  const { call, title } = step;
  const { plan = "" } = context.settings.current;
  const found = planOf(context, call);
  const isUnique = plansOf(context).filter(({ name }) => name === found?.name).length === 1;
  await writeDrill({ title, call, dimension, rows: drill.rows, plan: (isUnique ? found?.name : undefined) ?? plan });
}
