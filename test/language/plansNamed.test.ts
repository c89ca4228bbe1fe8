import { planNamed, plansNamed } from "../../src/language/plansNamed";

const planOf = (id: string, name: string) => ({ id, name });
const PLANS = [planOf("p1", "P2"), planOf("p2", "Plan "), planOf("p3", "Twin"), planOf("p4", "twin"), planOf("p5", "")];

test.each([
  ["p2", "p2"],
  [" p2 ", "p2"],
  ["P2", "p1"],
  ["PLAN", "p2"],
  ["P", undefined],
  ["", undefined],
])("The text %p names the plan %p, by id before name", (text, id) => {
  expect(planNamed(PLANS, text)?.id).toBe(id);
});

test("Several plans of one name are told, and none of them is meant", () => {
  expect(plansNamed(PLANS, "TWIN").map(({ id }) => id)).toEqual(["p3", "p4"]);
  expect(planNamed(PLANS, "TWIN")).toBeUndefined();
});
