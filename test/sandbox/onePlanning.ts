/** Import this before the sandbox: one simulation behind all sandboxes of a test file, for speed. They differ in how they tell it. */
import type * as Planning from "../../src/sandbox/planning/planning";

jest.mock("../../src/sandbox/planning/planning", () => {
  const { createPlanning } = jest.requireActual<typeof Planning>("../../src/sandbox/planning/planning");
  const planning = createPlanning(1);
  return { createPlanning: () => planning };
});
