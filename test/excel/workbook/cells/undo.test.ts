/** Writes that are to be one step of Undo, in an Excel that refuses them. */
import { runAsOneUndo } from "../../../../src/excel/workbook/cells/undo";

const officeError = (code: string) => Object.assign(new Error(code), { code });

/** An Excel that refuses steps of Undo with this code. Returns the options of each request. */
function refuseWith(code: string) {
  const run = jest.fn((options: Excel.RunOptions, batch: (context: object) => Promise<unknown>) =>
    options.mergeUndoGroup === true ? Promise.reject(officeError(code)) : batch({ sync: () => Promise.resolve() }),
  );
  const requirements = { isSetSupported: () => true };
  Object.assign(globalThis, { Excel: { run }, Office: { context: { requirements } } });
  return () => run.mock.calls.map(([{ mergeUndoGroup = false }]) => mergeUndoGroup);
}

const write = () => runAsOneUndo(() => Promise.resolve("written"));

test.each(["UndoNotSupported", "GeneralException"])(
  "are made in several steps after %s, and this is told",
  async (code) => {
    const requests = refuseWith(code);
    expect(await write()).toEqual({ result: "written", isOneStep: false });
    expect(requests()).toEqual([true, false]);
  },
);

test.each(["AccessDenied", "InvalidSelection", "ItemNotFound"])("are not tried again after %s", async (code) => {
  const requests = refuseWith(code);
  await expect(write()).rejects.toThrow(code);
  expect(requests()).toEqual([true]);
});
