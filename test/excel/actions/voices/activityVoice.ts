/** The changes of a refresh, held against the cells before and after. */
import { changedFacts } from "../../../../src/excel/taskpane/changedFacts";
import { changeRows, headlineText, differenceText } from "../../../../src/excel/taskpane/changeRows";
import { refreshedText } from "../../../../src/excel/taskpane/view/outcomes";
import type { ChangeSummary, ListedChange } from "../../../../src/excel/workbook/changes/changeSummary";
import type { LookComparison } from "../../../../src/excel/workbook/refresh/lookComparison";
import { says } from "./spoken";
import { expectedWords } from "./words";
import { hold, isSame, type World } from "./world";

export type Shown = ReadonlyMap<string, unknown>;

export function shownCells({ setup, calls, others }: World): Shown {
  return new Map([...calls.keys(), ...others].map((address) => [address, setup.workbook.value(address)]));
}

/** @param comparison What home said before the refresh, if no results have come since. */
export async function checkChanges(world: World, before: Shown, comparison: LookComparison | undefined): Promise<void> {
  const { refreshed, changes, activity } = world.state();
  if (!refreshed) return;
  const after = shownCells(world);
  const changed = [...after].filter(([address, value]) => value !== before.get(address)).map(([address]) => address);
  const told = refreshed.changes.map(({ address }) => address.replace("Sheet1!", ""));
  hold(
    [...told].sort().join() === changed.sort().join(),
    () => `The refresh changed ${changed.join()}, and tells ${told.join()}.`,
  );
  if (comparison?.isExact)
    hold(
      comparison.cells === changed.length,
      () => `Home counted ${comparison.cells}, and ${changed.length} cells changed.`,
    );
  const message = refreshedText({ refreshed, changes, activity });
  const count = changed.length === 0 ? "no number" : changed.length === 1 ? "1 cell" : `${changed.length} cells`;
  hold(message.includes(` ${count} changed`), () => `The message is "${message}", of ${changed.length} cells.`);
  if (changed.length === 0 || !changes) return;
  await checkSummary(world, changes, { before, after });
}

interface BothTimes {
  readonly before: Shown;
  readonly after: Shown;
}

async function checkSummary(world: World, summary: ChangeSummary, times: BothTimes): Promise<void> {
  const { listed, cells, unseen } = summary;
  const counted = listed.flatMap(({ places }) => places).reduce((sum, place) => sum + place.cells, 0);
  hold(counted + unseen === cells, () => `Activity lists ${counted} cells and ${unseen}, of ${cells}.`);
  const facts = listed.map(({ labels, plan, unit, before, after }) =>
    JSON.stringify([labels, plan, unit, before, after]),
  );
  const twice = facts.find((fact, at) => facts.indexOf(fact) < at);
  hold(twice === undefined, () => `Activity lists one fact twice: ${twice}.`);
  for (const change of listed) await checkFact(world, change, times);
  for (const row of changeRows(listed)) {
    const { group, changes } = row;
    for (const { explained, labels } of group ? changes : []) {
      const rate = explained ? explained.after / explained.before - 1 : NaN;
      hold(
        Math.abs(rate - (group?.rate ?? NaN)) < 0.0015,
        () => `${labels.row} moved by ${rate} in a group of ${group?.rate}.`,
      );
    }
    const headline = headlineText(row);
    if (group)
      hold(
        changes.some((change) => headline === expectedHeadline(change)),
        () => `A group says "${headline}".`,
      );
  }
  const words = changedFacts(summary, 3).map(({ label, value }) => `${label}: ${value}`);
  hold(
    words.every((each) => !/undefined|NaN/.test(each)),
    () => `Home says ${words.join("; ")}.`,
  );
}

/** A number and its unit stay on one line. */
function expectedHeadline({ labels, period, shown, unit }: ListedChange): string {
  return `${labels.row}, ${period}: ${shown.difference}${unit && `\u00a0${unit}`}`;
}

async function checkFact(world: World, change: ListedChange, { before, after }: BothTimes): Promise<void> {
  const { address, labels, shown, explained, unit, period } = change;
  const place = address.replace("Sheet1!", "");
  const cell = world.calls.get(place);
  if (!cell) return;
  const words = await expectedWords(world, cell);
  const { field, items, scenario, baseSide, time } = words;
  const expected = {
    row: [field, items].filter(Boolean).join(" · "),
    column: `${baseSide === undefined ? scenario : `${scenario} vs ${baseSide}`} · ${time}`,
  };
  if (time !== undefined) {
    hold(
      JSON.stringify(labels) === JSON.stringify(expected),
      () => `Activity calls ${place} ${JSON.stringify(labels)}.`,
    );
    hold(period === time, () => `Activity says of ${place} the period ${period}, and not ${time}.`);
  }
  if (!explained) return;
  hold(unit === words.unit, () => `Activity says ${place} in "${unit}", and not in "${words.unit}".`);
  const [then, now] = [before.get(place), after.get(place)];
  hold(explained.before === then && explained.after === now, () => {
    return `Activity says of ${place} ${explained.before} → ${explained.after}, and it showed ${String(then)} → ${String(now)}.`;
  });
  const difference = differenceText(change);
  const isRight = says(shown.difference, Number(now) - Number(then)) && difference.endsWith(unit);
  hold(isRight, () => `Activity says "${difference}" of ${Number(now) - Number(then)}.`);
  if (shown.percent !== "" && shown.percent !== "n.m.") {
    const share = (Number(now) - Number(then)) / Math.abs(Number(then));
    hold(says(shown.percent, share), () => `Activity says "${shown.percent}" of ${share}.`);
  }
  hold(
    !isSame(Number(then), Number(now)) || shown.before !== shown.after,
    () => `Activity lists ${place}, which is the same.`,
  );
}
