/** Explains a number: its question and answers in words, and its parts, step by step from the number of a cell or of the briefing. */
import type { Dimension } from "../../../numbers/analysis/parts";
import { planOfCall } from "../../../numbers/analysis/question";
import { writeParts } from "../../workbook/explain/writeParts";
import { plansKnown, runAction, setState, type StoreContext } from "../context";
import { createCommentActions, type CommentActions } from "./comments";
import { followCell } from "./explainedCell";
import { contextOf, divideLast, divisionOf, lastStep, openNearest, openNumber, replaceLast } from "./explainedPath";
import { showLater } from "./explaining";
import type { ExplainStep } from "./explainState";

export interface ExplainActions extends CommentActions {
  /** Explains the briefing's number if that is asked, else the active cell; follows the selection. Returns a function that stops this. */
  readonly followCell: () => () => void;
  /** Explains one of the numbers behind the cell. */
  readonly chooseNumber: (index: number) => Promise<void>;
  /** Divides the number that is shown. Asks the service for what is not in memory, which the choice says before. */
  readonly divideBy: (dimension: Dimension) => Promise<void>;
  /** Opens a part as the next step. Sends no requests. */
  readonly openPart: (index: number) => Promise<void>;
  /** Opens the nearest number that the service divides by this dimension, as `divideBy` does. */
  readonly openNearest: (dimension: Dimension) => Promise<void>;
  /** Returns to a step of the path, from 0; to the list of numbers by -1. */
  readonly goBack: (step: number) => void;
  /** Writes the parts as live formulas on a new sheet. */
  readonly writeParts: () => Promise<void>;
}

export function createExplainActions(context: StoreContext): ExplainActions {
  return {
    ...createCommentActions(context),
    followCell: () => followCell(context),
    async chooseNumber(index) {
      const number = context.state.explanation?.numbers[index];
      if (number) await openNumber(context, number.call, { shown: number });
    },
    async divideBy(dimension) {
      const step = lastStep(context);
      if (!step) return;
      setState(context, { explainBy: dimension });
      const isKnown = step.divisions?.[dimension]?.state === "done";
      await (isKnown ? replaceLast(context, { ...step, dimension }) : divideLast(context, dimension));
    },
    async openPart(index) {
      const { isNewer, ...step } = lastStep(context) ?? {};
      const division = divisionOf(step);
      const part = division?.state === "done" ? division.parts[index] : undefined;
      if (part?.call) await openNumber(context, part.call, { isNext: true, label: part.label, isNewer });
    },
    openNearest: (dimension) => openNearest(context, dimension),
    goBack(step) {
      const steps = context.state.explanation?.steps.slice(0, step + 1) ?? [];
      void showLater(context, { steps });
    },
    writeParts: () => runAction(context, () => writeStep(context, lastStep(context))),
  };
}

async function writeStep(context: StoreContext, step: ExplainStep | undefined): Promise<void> {
  const division = step && divisionOf(step);
  if (!step?.dimension || division?.state !== "done") return;
  const { call, title, dimension, besides } = step;
  const { plan = "" } = context.settings.current;
  const found = planOfCall(call, contextOf(context));
  const isUnique = plansKnown(context).filter(({ name }) => name === found?.name).length === 1;
  const { notes } = await writeParts({
    // The sheet has the number of the call alone.
    title: besides ? `${title}, without ${besides.label}` : title,
    call,
    dimension,
    parts: division.parts,
    plan: (isUnique ? found?.name : undefined) ?? plan,
  });
  setState(context, { notes });
}
