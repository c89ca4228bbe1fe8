import { associateCommands } from "../../src/commands/commands";

type Handler = (event: { completed(): void }) => void;

/** Presses the ribbon's Refresh button; resolves when Excel is told that the command is done. */
async function pressRefresh(refresh: () => Promise<void>): Promise<void> {
  const handlers = new Map<string, Handler>();
  const associate = (name: string, handler: Handler) => handlers.set(name, handler);
  Object.assign(globalThis, { Office: { actions: { associate } } });
  associateCommands(refresh);
  await new Promise<void>((completed) => handlers.get("refresh")?.({ completed }));
}

describe("the ribbon's Refresh button", () => {
  test("is done when the refresh is, not before", async () => {
    const steps: string[] = [];
    await pressRefresh(async () => {
      await Promise.resolve();
      steps.push("refreshed");
    });
    expect([...steps, "done"]).toEqual(["refreshed", "done"]);
  });

  test.each([
    ["fails", () => Promise.reject(new Error("unavailable"))],
    [
      "throws at once",
      () => {
        throw new Error("not started");
      },
    ],
  ])("is done also when the refresh %s, or Excel would grey it out for good", async (_how, refresh) => {
    await expect(pressRefresh(refresh)).resolves.toBeUndefined();
  });
});
