import { runExcel, setExcelTimer, UnansweredError, unlessSilent } from "../../../../src/excel/workbook/cells/runExcel";
import { createClient } from "../../../workbench/client";

/** Excel's replies to the requests in turn; the last goes on for all that follow. */
type Reply = "answers" | "calculates" | "edits" | "silent";

interface Timer {
  task: () => void;
}

const timers = new Set<Timer>();
const passMinute = () => {
  const due = [...timers];
  timers.clear();
  for (const { task } of due) task();
};

beforeEach(() => {
  timers.clear();
  setExcelTimer((_, task) => {
    const timer = { task };
    timers.add(timer);
    return () => void timers.delete(timer);
  });
});

/** Minutes until the work has settled, and how. Fails if it has not after an hour. */
async function minutesOf(work: Promise<unknown>): Promise<[minutes: number, end: string]> {
  let end = "";
  work.then(
    () => (end = "answered"),
    (error: Error) => (end = error.name),
  );
  for (let minutes = 0; minutes < 60; minutes += 1) {
    await idle();
    if (end) return [minutes, end];
    passMinute();
  }
  throw new Error("It waits for ever.");
}

const idle = async () => {
  for (let turns = 0; turns < 20; turns += 1) await new Promise((resolve) => setImmediate(resolve));
};

function open(...replies: Reply[]): { sent: number; answerLost: () => void } {
  const excel = { sent: 0, answerLost: () => {} };
  const refused = { Code: "InvalidOperationInCellEditMode", Message: "Editing", Location: "", ActionIndex: 0 };
  const client = createClient(async ({ Actions }) => {
    const reply = replies[Math.min(excel.sent, replies.length - 1)];
    excel.sent += 1;
    const Value = { CalculationState: reply === "calculates" ? "Calculating" : "Done" };
    const answer = { Results: Actions.map(({ Id: ActionId }) => ({ ActionId, Value })), TraceIds: [] };
    if (reply === "silent") await new Promise<void>((resolve) => (excel.answerLost = resolve));
    if (reply === "edits") return { Results: [], TraceIds: [], Error: { ...refused, HttpStatusCode: 400 } };
    return answer;
  });
  client.use();
  return excel;
}

const read = () =>
  runExcel(async (context) => {
    context.workbook.application.load("calculationState");
    await context.sync();
  });

test("a request that is answered leaves no timer", async () => {
  open("answers");
  expect(await minutesOf(read())).toEqual([0, "answered"]);
  expect(timers.size).toBe(0);
});

test("a request that Excel has lost ends after a minute, and the next is answered", async () => {
  open("silent", "answers");
  expect(await minutesOf(read())).toEqual([1, "UnansweredError"]);
  expect(await minutesOf(read())).toEqual([0, "answered"]);
  expect(timers.size).toBe(0);
});

test("an Excel that answers nothing at all is waited for some minutes longer", async () => {
  open("silent");
  const [minutes, end] = await minutesOf(read());
  expect(end).toBe("UnansweredError");
  expect(minutes).toBeGreaterThan(3);
  expect(minutes).toBeLessThan(10);
});

test("a calculation that Excel reports is waited for, but not for ever", async () => {
  open("silent", "calculates", "calculates", "calculates", "answers");
  expect(await minutesOf(read())).toEqual([4, "UnansweredError"]);
  open("silent", "calculates");
  expect(await minutesOf(read())).toEqual([11, "UnansweredError"]);
});

test("the time in which a user edits a cell does not count", async () => {
  const edits = Array.from({ length: 30 }, (): Reply => "edits");
  open("silent", ...edits, "answers");
  expect(await minutesOf(read())).toEqual([31, "UnansweredError"]);
});

test("a late answer does not resume a batch that has ended", async () => {
  const excel = open("silent", "answers");
  let isResumed = false;
  const batch = async (context: Excel.RequestContext) => {
    context.workbook.load("name");
    await context.sync();
    isResumed = true;
  };
  expect(await minutesOf(runExcel(batch))).toEqual([1, "UnansweredError"]);
  excel.answerLost();
  await idle();
  expect([isResumed, excel.sent]).toEqual([false, 2]);
});

test("an answer that comes while Excel is asked what it does counts", async () => {
  const excel = open("silent");
  const reading = read();
  await idle();
  const { answerLost } = excel;
  passMinute();
  await idle();
  answerLost();
  expect(await minutesOf(reading)).toEqual([0, "answered"]);
});

test("waits outside a batch have the same limit", async () => {
  open("answers");
  expect(await minutesOf(unlessSilent(new Promise(() => {})))).toEqual([1, "UnansweredError"]);
  await expect(unlessSilent(Promise.reject(new Error("refused")))).rejects.toThrow("refused");
  expect(new UnansweredError().message).toContain("Excel has not answered.");
});
