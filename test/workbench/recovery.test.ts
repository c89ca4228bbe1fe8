/** @jest-environment jsdom */
import { connectNewSample, showRecovery } from "../../workbench/page/recovery";

beforeEach(() => {
  document.body.innerHTML = "<main></main>";
});

describe("a stored workbook that cannot be opened", () => {
  const show = async () => {
    const blobs: Blob[] = [];
    URL.createObjectURL = (blob) => `blob:${blobs.push(blob as Blob)}`;
    const beginAnew = jest.fn();
    showRecovery(document.body, { reason: "Range is out of bounds.", stored: '{"data":1}', beginAnew });
    return { blobs, beginAnew };
  };

  test("is named with the reason", async () => {
    await show();
    expect(document.querySelector("[role=alertdialog] p")?.textContent).toBe(
      "The stored workbook cannot be opened: Range is out of bounds.",
    );
  });

  test("can be downloaded as it is stored", async () => {
    const { blobs } = await show();
    const link = document.querySelector("a");
    expect([link?.href, link?.download, blobs[0]?.size]).toEqual(["blob:1", "workbench-workbook.json", 10]);
  });

  test("is replaced only when a person says so", async () => {
    const { beginAnew } = await show();
    expect(beginAnew).not.toHaveBeenCalled();
    document.querySelector("button")?.click();
    expect(beginAnew).toHaveBeenCalledTimes(1);
  });
});

test.each([
  [true, 1],
  [false, 0],
])("a new sample takes the workbook's place when a person confirms it: %p", (answer, times) => {
  const button = document.body.appendChild(document.createElement("button"));
  const replace = jest.fn();
  const questions: string[] = [];
  connectNewSample(button, replace, (question) => (questions.push(question), answer));
  button.click();
  expect([questions.length, replace.mock.calls.length]).toEqual([1, times]);
});
