/** Fill from headings: its sentences and first numbers, held against the cells that it then fills. */
import { SIGNATURES } from "../../../../src/numbers/language/signatures";
import type { HeadingsState } from "../../../../src/excel/actions/tables/tableState";
import { sentenceText } from "../../../reporting/headings/fill";
import { pick } from "../../../soak/financeData";
import { choose } from "../storeSetup";
import { says } from "./spoken";
import { expectedWords } from "./words";
import { hold, type Given, type World } from "./world";

const TITLES = ["", "2026", "FY26", "YTD", "Jan–Apr 2026", "Q1 2026"];
const HEADINGS = [
  ...["Actual", "Committed Plan", "Latest view", "PY", "Δ", "Δ %"],
  ...["Actual Q1 2026", "Actual 2025", "Actual Feb 26"],
];
const LINES = ["EBIT", "Net sales", "Cost of goods sold", "EBIT %"];
const COLUMNS = ["G", "H", "I"];

/** Writes headings into rows of their own, fills the cells between them, and clears all again. */
export async function checkFill(world: World): Promise<void> {
  const { random, setup, takeRow } = world;
  const { workbook, store } = setup;
  const [title, head, first, last] = [takeRow(), takeRow(), takeRow(), takeRow()];
  takeRow();
  workbook.enter(`F${title}`, pick(random, TITLES));
  for (const column of COLUMNS) workbook.enter(`${column}${head}`, pick(random, HEADINGS));
  for (const row of [first, last]) workbook.enter(`F${row}`, pick(random, LINES));
  await choose(`${COLUMNS[0]}${first}:${COLUMNS.at(-1)}${last}`);
  const grid = await store.loadGrid();
  const stop = grid.follow();
  try {
    await grid.readHeadings();
    await setup.until(({ grid: state }) => state?.headings?.block.state === "done");
    const { headings } = world.state().grid ?? {};
    await grid.fill(false);
    await workbook.settled();
    if (headings) for (const column of COLUMNS) await checkColumn(world, headings, { column, row: first });
  } finally {
    stop();
    for (const row of [title, head, first, last])
      for (const column of ["F", ...COLUMNS]) workbook.enter(`${column}${row}`, "");
    await workbook.settled();
  }
}

interface Place {
  readonly column: string;
  readonly row: number;
}

async function checkColumn(world: World, headings: HeadingsState, { column, row }: Place): Promise<void> {
  const { workbook, ledger } = world.setup;
  const address = `${column}${row}`;
  const sentence = headings.sentences.find((each) => each.address === column);
  const entry = ledger.entries().find(({ addresses }) => addresses.has(`Sheet1!${address}`));
  if (!sentence || !entry || (entry.id !== "KPI" && entry.id !== "VAR")) return;
  const said = `${sentence.numberLine ?? ""} · ${sentenceText(sentence)}`;
  const shown = workbook.value(address);
  const text = headings.texts[column] ?? "";
  // The formats of both show a dash for 0.
  if (typeof shown === "number")
    hold(
      text === "–" ? shown === 0 : says(text, shown),
      () => `Fill shows ${text} of "${said}", and the cell ${shown}.`,
    );
  else hold(!/\d/.test(text), () => `Fill shows ${text} of "${said}", and the cell ${String(shown)}.`);
  const given: Given = Object.fromEntries(SIGNATURES[entry.id].map((name, at) => [name, entry.args[at]]));
  const { field, scenario, time } = await expectedWords(world, {
    id: entry.id,
    given,
  });
  // The pane may not have heard of the plan's current month yet.
  const months = said.includes("the current month") ? undefined : time?.replace(/ \(.*/, "");
  for (const part of [field, scenario, months])
    hold(part === undefined || said.includes(part), () => `Fill says "${said}" of ${JSON.stringify(given)}.`);
}
