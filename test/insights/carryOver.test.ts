/** What a generation takes over of another one, and what the key of a question says of its plan. */
import fc from "fast-check";
import { questionInKey, questionKey } from "../../src/insights";
import { question, setup } from "./setup";

test("An answer that another generation held is answered from memory", async () => {
  const { session, mockFetch, flush } = setup();
  const asked = session.ask(question("s1"));
  await flush();
  const answer = await asked;
  const before = session.generation;
  session.forget();
  expect(session.generation).not.toBe(before);
  session.generation?.hold(answer);
  const { length } = mockFetch.calls;
  expect(await session.ask(question("s1"))).toBe(answer);
  expect(session.generation?.peek(question("s1"))).toBe(answer);
  expect(mockFetch.calls).toHaveLength(length);
});

test("An answer that the generation has itself is not replaced", async () => {
  const { session, flush } = setup();
  const asked = session.ask(question("s1"));
  await flush();
  const answer = await asked;
  session.generation?.hold({ ...answer, currency: "XXX" });
  expect(session.generation?.peek(question("s1"))).toBe(answer);
});

test("The key of a question has its plan, whatever its id is", () => {
  const text = fc.string({ unit: "binary" });
  const parameters = fc.constantFrom({}, { interval: "M" as const, dateFrom: "2026-01-01", groupBy: "sku" as const });
  fc.assert(
    fc.property(text, text, parameters, (plan, scenario, given) => {
      const key = questionKey({ endpoint: "demand", plan, scenario, parameters: given });
      expect(questionInKey(key)).toEqual({ endpoint: "demand", plan, scenario });
    }),
  );
});
