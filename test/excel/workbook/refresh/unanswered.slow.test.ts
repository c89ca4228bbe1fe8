import { loseEach, WORK } from "../lean/lostRequests";
import { LOSSES } from "../lean/losses";

test.each(Object.entries(WORK))("Excel may leave any one request of a %s unanswered, in all ways", (_name, work) =>
  loseEach(work, () => LOSSES),
);
