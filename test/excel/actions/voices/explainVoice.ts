/** Explain of a cell, held against the cell and the calls of its parts. */
import type { ExplainStep } from "../../../../src/excel/actions/explain/explainState";
import type { Division } from "../../../../src/numbers/analysis/division";
import { argumentsByName } from "../../../../src/numbers/analysis/numberCall";
import { choose } from "../storeSetup";
import { expectedSentence, expectedWords } from "./words";
import { hold, isSame, numberOf, type CallCell, type World } from "./world";

/** Selects the cell in Excel, and reads what the section says of it. */
export async function checkExplain(world: World, address: string): Promise<void> {
  const cell = world.calls.get(address);
  if (!cell) return;
  await choose(address);
  const explain = await world.setup.store.loadExplain();
  const stop = explain.followCell();
  await world.setup.until(({ explanation }) => {
    if (explanation?.address !== `Sheet1!${address}` || explanation.state === "reading") return false;
    const [step] = explanation.steps;
    return step ? step.divisions !== undefined : explanation.numbers.length !== 1;
  });
  const { explanation } = world.state();
  stop();
  const [step] = explanation?.steps ?? [];
  const shown = world.setup.workbook.value(address);
  if (!step)
    return hold(typeof shown !== "number", () => `Explain has nothing to say of ${address}, ${String(shown)}.`);
  await checkStep(world, cell, step, shown);
}

async function checkStep(world: World, cell: CallCell, step: ExplainStep, shown: unknown): Promise<void> {
  const sentence = await expectedSentence(world, cell);
  const now = numberOf(await world.outcome(cell.id, cell.given));
  // Without an answer in memory the currency is not known; a mistake in the call leaves its field alone.
  const { field } = await expectedWords(world, cell);
  const others =
    now !== undefined ? [] : [await expectedSentence(world, cell, false), ...(shown === "#VALUE!" ? [field] : [])];
  if (sentence !== undefined)
    hold([sentence, ...others].includes(step.title), () => `Explain says "${step.title}", and not "${sentence}".`);
  const value = typeof shown === "number" ? shown : undefined;
  hold(step.value === value, () => `Explain of "${step.title}" shows ${step.value}, and the cell ${String(shown)}.`);
  hold(
    value !== undefined || step.error !== undefined,
    () => `Explain of "${step.title}" has neither a number nor an error.`,
  );
  if (value !== undefined && now !== undefined)
    hold(
      step.isNewer === !isSame(value, now),
      () => `Explain says that ${now} is newer than ${value}: ${step.isNewer}.`,
    );
  await checkSources(world, cell, step);
  for (const division of Object.values(step.divisions ?? {})) if (division) await checkDivision(world, division, step);
}

async function checkSources(world: World, cell: CallCell, { answers, title }: ExplainStep): Promise<void> {
  const { plan, scenario } = await expectedWords(world, cell);
  const base = await expectedWords(world, {
    ...cell,
    given: { ...cell.given, scenario: cell.given.base ?? cell.given.scenario },
  });
  for (const answer of answers) {
    const isAsked = answer.plan === plan && [scenario, base.scenario].includes(answer.scenario);
    hold(isAsked, () => `Explain of "${title}" has the source ${answer.plan}, ${answer.scenario}.`);
  }
}

async function checkDivision(world: World, division: Division, { title, value, isNewer }: ExplainStep): Promise<void> {
  if (division.state !== "done") return;
  const { whole, parts } = division;
  if (value !== undefined && whole !== undefined && !isNewer)
    hold(isSame(value, whole), () => `The parts of "${title}" are of ${whole}, and the number is ${value}.`);
  for (const { label, amount, call, sign } of parts) {
    if (!call || amount === undefined) continue;
    const shown = numberOf(await world.outcome(call.id, argumentsByName(call)));
    if (shown === undefined) continue;
    const signed = sign === -1 ? -shown : shown;
    hold(
      isSame(signed, amount) || isSame(shown, amount),
      () => `The part ${label} of "${title}" is ${amount}, and its cell ${signed}.`,
    );
  }
}
