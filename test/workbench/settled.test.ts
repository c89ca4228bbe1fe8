import { untilSettled } from "../../workbench/univer/settled";

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

test("A call that is answered while it is waited for is calculated, in a later turn, before all is settled", async () => {
  const steps: string[] = [];
  let [isAnswered, isDone] = [false, true];
  const calculate = () => {
    isDone = false;
    setTimeout(() => {
      isDone = true;
      steps.push("calculated");
    });
  };
  // The answer comes in the very pause of the wait.
  setTimeout(() => {
    isAnswered = true;
    setTimeout(calculate);
  }, 5);
  const calls = { idle: () => isAnswered };
  void untilSettled({ done: () => Promise.resolve(), isDone: () => isDone, calls }).then(() => steps.push("settled"));
  await jest.advanceTimersByTimeAsync(100);
  expect(steps).toEqual(["calculated", "settled"]);
});
