/** Sums that a simulation keeps: whatever was asked before, an answer is that of a simulation that was asked nothing. */
import { aggregate } from "../../sandbox/planning/aggregate";
import { calendarOf, type DayRange } from "../../sandbox/planning/calendar";
import { createPlanning } from "../../sandbox/planning/planning";

const simulationOf = () => createPlanning(7).simulation("fy26", "fy26-committed");
const asked = (range: DayRange) => calendarOf("M", range);
const FIRST_HALF = { from: 731, to: 911 };
const FROM_MARCH = { from: 790, to: 1095 };

test("Days that two answers have in common are added once", () => {
  const simulation = simulationOf();
  aggregate(simulation, "pnl", asked(FIRST_HALF));
  const answer = aggregate(simulation, "pnl", asked(FROM_MARCH));
  expect(answer).toEqual(aggregate(simulationOf(), "pnl", asked(FROM_MARCH)));
  expect(aggregate(simulation, "pnl", asked(FROM_MARCH))).toEqual(answer);
});

test("Items that are missing in one answer are there in the next", () => {
  const simulation = simulationOf();
  const whole = aggregate(simulationOf(), "demand", asked(FIRST_HALF), "product");
  const [first = ""] = whole.map(({ group = "" }) => group);
  const listed = ({ product }: { product: { name: string } }) =>
    product.name === first ? { from: 0, to: -1 } : FIRST_HALF;
  const some = aggregate(simulation, "demand", asked(FIRST_HALF), "product", listed);
  expect(some).toEqual(whole.filter(({ group }) => group !== first));
  expect(aggregate(simulation, "demand", asked(FIRST_HALF), "product")).toEqual(whole);
});
