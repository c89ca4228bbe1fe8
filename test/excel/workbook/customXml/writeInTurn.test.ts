import { writeInTurn } from "../../../../src/excel/workbook/customXml/customXml";

/** Fails so many times, then succeeds. Returns how often it ran, and how it ended. */
async function attempt(failures: number, code: string): Promise<[tries: number, end: string]> {
  let tries = 0;
  const write = () => {
    tries += 1;
    return tries > failures ? Promise.resolve("written") : Promise.reject(Object.assign(new Error("lost"), { code }));
  };
  const end = await writeInTurn(write).catch(({ message }: Error) => message);
  return [tries, end];
}

test("A part that another user replaces is written again, three times in all", async () => {
  expect(await attempt(0, "ItemNotFound")).toEqual([1, "written"]);
  expect(await attempt(2, "ItemNotFound")).toEqual([3, "written"]);
  expect(await attempt(3, "ItemNotFound")).toEqual([3, "lost"]);
});

test("Another error is not retried", async () => {
  expect(await attempt(1, "AccessDenied")).toEqual([1, "lost"]);
});

test("Writes run one after the other, also after a failure", async () => {
  const steps: string[] = [];
  const write = (name: string, fails = false) =>
    writeInTurn(async () => {
      steps.push(`${name} begins`);
      await Promise.resolve();
      steps.push(`${name} ends`);
      if (fails) throw new Error("lost");
    });
  await Promise.allSettled([write("first", true), write("second"), write("third")]);
  expect(steps).toEqual(["first", "second", "third"].flatMap((name) => [`${name} begins`, `${name} ends`]));
});
