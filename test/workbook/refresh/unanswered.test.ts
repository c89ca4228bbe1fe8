import { loseEach, WORK } from "../lean/lostRequests";
import { LOSSES } from "../lean/losses";

// The slow test loses each request in all ways.
test.each(Object.entries(WORK))("Excel may leave any one request of a %s unanswered", (_name, work) =>
  loseEach(work, (at) => LOSSES.filter((_, number) => number === at % LOSSES.length)),
);
