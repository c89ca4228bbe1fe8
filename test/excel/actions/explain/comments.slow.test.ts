/** Comments on explained numbers, over Microsoft's real proxies. */
import type { ExplainActions } from "../../../../src/excel/actions/explain/explanation";
import type { CommentSubject } from "../../../../src/excel/actions/explain/explainState";
import { readComments } from "../../../../src/excel/workbook/comments/commentSheet";
import { readActiveCell } from "../../../../src/excel/workbook/insertion";
import { APP, choose, KEY, setUpStore, type StoreSetup } from "../storeSetup";

let setup: StoreSetup;
let actions: ExplainActions;
let stop: () => void;

const CELLS = {
  A1: '=INSIGHTS.KPI("Plan","One","ebit","2026-01")',
  B1: '=INSIGHTS.KPI("Plan","Two","ebit","2026-01")',
  E2: "=B1-A1",
  E3: '=INSIGHTS.VAR("Plan","Two","One","ebit","2026-01",,,,,"percent")',
  H2: '=IF($E2="","",$J2&"")',
  H3: "Typed here",
  J3: '=IF(OR($E3="",$H3<>$L$3,$L$3=""),"","A. Weber")',
};

beforeEach(async () => {
  setup = await setUpStore({ cells: CELLS });
  serve(100, 250);
  await setup.store.connect(APP, KEY, false);
  await setup.store.refresh();
  await setup.workbook.settled();
  actions = await setup.store.loadExplain();
  await choose("A1");
  stop = actions.followCell();
  await explain("A1");
});
afterEach(() => {
  stop();
  setup.close();
});

function serve(one: number, two: number): void {
  setup.service.fail = ({ pathname, searchParams }) => {
    if (!pathname.endsWith("/pnl-summary")) return undefined;
    const ids = searchParams.get("scenarioIds")?.split(",") ?? [];
    const scenarios = ids.map((scenarioId) => ({
      scenarioId,
      series: [{ period: "2026-01", ebit: scenarioId === "s1" ? one : two }],
    }));
    return Response.json({ meta: { currency: "EUR" }, scenarios });
  };
}

async function explain(address: string, shown = address): Promise<CommentSubject | undefined> {
  await choose(address);
  await setup.until(
    ({ explanation: now }) =>
      now?.address === `Sheet1!${shown}` && now.state === "done" && now.steps.at(-1)?.divisions !== undefined,
  );
  return setup.store.state().explanation?.steps.at(-1)?.subject;
}

async function write(text: string, by = "A. Weber"): Promise<void> {
  actions.openComment();
  actions.changeComment({ text, by });
  await actions.saveComment();
}

const textsOf = async () => (await readComments()).comments.map(({ text, by, value }) => [text, by, value]);

test("writes a comment for the number at which its box was opened, whatever is selected meanwhile", async () => {
  const subject = await explain("E2");
  expect(subject).toMatchObject({ value: 150, unit: "EUR", months: "Jan 2026", kind: "amount" });
  actions.openComment();
  actions.changeComment({ text: "Strike", by: "A. Weber" });
  await explain("A1");
  await actions.saveComment();
  expect(setup.store.state().failure).toBeUndefined();
  const [comment] = (await readComments()).comments;
  expect(comment).toMatchObject({ key: subject!.key, text: "Strike", by: "A. Weber", value: 150, unit: "EUR" });
  expect(setup.store.state().commentBox).toBeUndefined();
  expect(actions.commentsOn((await explain("E2"))!).current).toMatchObject({ text: "Strike", spoken: "+150" });
});

test("marks a comment once its number has moved, and keeps its words for the new number by a click", async () => {
  const subject = (await explain("E2"))!;
  await write("Strike");
  const moved = { ...subject, value: -15_000_000 };
  expect(actions.commentsOn(moved).mark).toBe("for +150, now −15.0 m");
  expect(actions.commentsOn({ ...subject, value: 150.2 }).mark).toBe("");
  expect(actions.commentsOn({ ...subject, unit: "USD" }).mark).toBe("written in EUR");
  const perUnit = { ...subject, kind: "amount per unit" as const };
  expect(actions.commentsOn({ ...perUnit, value: 4.256 }).mark).toBe("for +150.00, now +4.26");
  expect(actions.commentsOn({ ...perUnit, value: 150.004 }).mark).toBe("");
  serve(100, 400);
  await setup.store.refresh();
  await setup.workbook.settled();
  await setup.until(({ explanation: now }) => now?.steps.at(-1)?.subject?.value === 300);
  expect(actions.commentsOn((await explain("E2"))!).mark).toBe("for +150, now +300");
  await actions.confirmComment();
  expect(await textsOf()).toEqual([
    ["Strike", "A. Weber", 150],
    ["Strike", "A. Weber", 300],
  ]);
  expect(actions.commentsOn((await explain("E2"))!)).toMatchObject({ mark: "", earlier: [{ spoken: "+150" }] });
});

test("shares the comments of a variance with its percentage, and with the cell of words on it", async () => {
  const subject = await explain("E2");
  await write("Strike");
  expect(await explain("E3")).toMatchObject({ key: subject!.key, value: 150 });
  expect(await explain("H2", "E2")).toMatchObject({ key: subject!.key });
  expect((await explain("B1"))!.key).not.toBe(subject!.key);
});

test("ends a comment with an empty text, and shows what stood before", async () => {
  const subject = (await explain("E2"))!;
  await write("Strike");
  await write("  ", "B. Okafor");
  expect(actions.commentsOn(subject)).toMatchObject({ current: undefined, earlier: [{ text: "Strike" }] });
});

test("asks for a name before anything is kept, and keeps it on the device", async () => {
  await explain("E2");
  await write("Strike", "  ");
  expect(setup.store.state().failure?.message).toBe("Enter your name first: it stands beside your comment.");
  expect(setup.store.state().commentBox?.text).toBe("Strike");
  expect(await textsOf()).toEqual([]);
  actions.changeComment({ by: "A. Weber" });
  await actions.saveComment();
  actions.openComment();
  expect(setup.store.state().commentBox).toMatchObject({ text: "Strike", by: "A. Weber" });
});

test("offers no comment without a connection, which alone knows ids", async () => {
  setup.store.disconnect();
  await setup.until(({ status }) => status === "disconnected");
  await choose("B1");
  await setup.until(({ explanation: now }) => now?.address === "Sheet1!B1" && now.steps.length > 0);
  expect(setup.store.state().explanation?.steps.at(-1)?.subject).toBeUndefined();
});

test("offers a text that was typed over the words of a report, and gives their cell its formula back", async () => {
  const subject = (await explain("H3", "E3"))!;
  expect(setup.store.state().covering).toMatchObject({ text: "Typed here", address: "Sheet1!H3" });
  actions.openCovering();
  expect(setup.store.state().commentBox).toMatchObject({ text: "Typed here", subject: { key: subject.key } });
  actions.changeComment({ by: "A. Weber" });
  await explain("A1");
  expect(setup.store.state().covering).toBeUndefined();
  await actions.saveComment();
  expect(await textsOf()).toEqual([["Typed here", "A. Weber", 150]]);
  const { formula } = await choose("H3").then(readActiveCell);
  expect(formula).toBe('=IF($E3="","",$L$3&"")');
});

test("leaves out the sign of long words in words that were pasted and changed", async () => {
  await enter("H3", "▾ Pasted and changed");
  await explain("H3", "E3");
  actions.openCovering();
  expect(setup.store.state().commentBox?.text).toBe("Pasted and changed");
  actions.changeComment({ by: "A. Weber" });
  await actions.saveComment();
  expect(await textsOf()).toEqual([["Pasted and changed", "A. Weber", 150]]);
  expect(setup.workbook.value("Sheet1!H3")).not.toBe("▾ Pasted and changed");
});

test("refuses a text of more letters than are kept, and leaves it where it was typed", async () => {
  const long = "Typed here. ".repeat(2_500).trim();
  await enter("H3", long);
  await explain("H3", "E3");
  actions.openCovering();
  actions.changeComment({ by: "A. Weber" });
  await actions.saveComment();
  expect(setup.store.state().failure?.message).toMatch(/^The comment has 29,999 letters\b.* 2,000\b/);
  expect(setup.store.state().commentBox?.text).toBe(long);
  expect(await textsOf()).toEqual([]);
  expect(setup.workbook.value("Sheet1!H3")).toBe(long);
});

test("leaves a text that was typed anew while its comment was being written", async () => {
  await explain("H3", "E3");
  actions.openCovering();
  await enter("H3", "Typed again");
  actions.changeComment({ by: "A. Weber" });
  await actions.saveComment();
  expect(await textsOf()).toEqual([["Typed here", "A. Weber", 150]]);
  await explain("A1");
  await explain("H3", "E3");
  expect(setup.store.state().covering).toMatchObject({ text: "Typed again" });
});

test("reads the comments once, and again when their sheet was edited", async () => {
  await write("Strike");
  const { keptComments } = setup.store.state();
  await explain("E2");
  await explain("A1");
  expect(setup.store.state().keptComments).toBe(keptComments);
  await enter("D2", "Changed by another user", "Comments");
  await setup.until(({ keptComments: now }) => now?.comments[0]?.text === "Changed by another user");
});

async function enter(address: string, text: string, sheet = "Sheet1"): Promise<void> {
  await Excel.run(async (context) => {
    context.workbook.worksheets.getItem(sheet).getRange(address).values = [[text]];
    await context.sync();
  });
}
