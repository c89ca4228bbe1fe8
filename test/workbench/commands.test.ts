import { createCommands } from "../../workbench/office/commands";

function stage() {
  const raised: unknown[] = [];
  return { ...createCommands((data) => raised.push(data)), raised };
}

const tick = () => new Promise(setImmediate);

test("A command reaches the add-in, with its button, once it listens", async () => {
  const { run, start, complete, raised } = stage();
  const done = run("refresh", "Insights.Refresh");
  await tick();
  expect(raised).toEqual([]);
  start();
  await tick();
  expect(raised).toEqual([{ 0: "1", 1: "refresh", 2: '{"source":{"controlId":"Insights.Refresh"}}' }]);
  complete("1", 0);
  await expect(done).resolves.toBeUndefined();
});

test("A press waits until the command before it is completed", async () => {
  const { run, start, complete, whenCompleted, raised } = stage();
  start();
  const ended: string[] = [];
  void run("refresh", "a").then(() => ended.push("a"));
  void run("refresh", "b").then(() => ended.push("b"));
  await tick();
  expect([raised.length, ended]).toEqual([1, []]);
  complete("1", 0);
  await tick();
  expect([raised.length, ended]).toEqual([2, ["a"]]);
  whenCompleted(() => ended.push("all"));
  await tick();
  expect(ended).toEqual(["a"]);
  complete("2", 0);
  await tick();
  expect([...ended].sort()).toEqual(["a", "all", "b"]);
  whenCompleted(() => ended.push("at once"));
  expect(ended.at(-1)).toBe("at once");
});

test("An unknown command fails by its name", async () => {
  const { run, start, complete } = stage();
  start();
  const done = run("refesh", "Insights.Refresh");
  await tick();
  complete("7", 0);
  complete("1", 5001);
  await expect(done).rejects.toThrow('The add-in ran no command "refesh" (error 5001). Check FunctionName');
});
