/** Import this before the sandbox: one simulation behind all sandboxes of a test file, for speed. They differ in how they tell it. */
import type * as Planning from "../../sandbox/planning/planning";

jest.mock("../../sandbox/planning/planning", () => {
  const { createPlanning } = jest.requireActual<typeof Planning>("../../sandbox/planning/planning");
  const planning = createPlanning(1);
  return { createPlanning: () => planning };
});
