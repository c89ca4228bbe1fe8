/** A plan's name that is a scenario and a time too: "FY26 Plan" beside "FY26 Actual" is the committed plan of 2026. Pure. */
import type { Heading } from "./heading";
import { readHeading, type HeadingMeaning, type KnownNames } from "./headingMeaning";

/** Adds the scenario in the name of each plan, and its time if the heading says no other, if other headings of the line say a scenario. */
export function withPlansAsScenarios(line: readonly Heading[], known: KnownNames): readonly Heading[] {
  if (!line.some(({ meanings = [] }) => meanings.some(isScenario))) return line;
  const read = (text: string) => readWithoutPlans(text, known);
  return line.map((heading): Heading => {
    const { meanings = [], text } = heading;
    const plan = meanings.find(({ dimension }) => dimension === "plan");
    const scenario = plan && !meanings.some(isScenario) ? read(plan.value)?.find(isScenario) : undefined;
    if (!plan || !scenario) return heading;
    // "Q1 FY26 Plan" is a quarter of the name's year, "FY26 Plan Mar 26" is of March.
    const whole = read(text);
    const said = whole?.some(isScenario) ? [plan, ...whole] : [...meanings, { ...scenario, isReadable: false }];
    return { ...heading, meanings: said };
  });
}

/** True if the words of a plan's name are a scenario too. */
export function namesScenario(plan: string, known: KnownNames): boolean {
  return readWithoutPlans(plan, known)?.some(isScenario) === true;
}

function readWithoutPlans(text: string, known: KnownNames) {
  return readHeading(text, "", { ...known, plans: [] });
}

function isScenario({ dimension }: HeadingMeaning): boolean {
  return dimension === "scenario";
}
