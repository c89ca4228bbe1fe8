import { loseEach, WORK } from "../lean/lostRequests";
import { LOSSES } from "../lean/losses";

/** The slow test loses each request in all ways; here every fifth is lost, in one way after the other. */
const STEP = 5;

test.each(Object.entries(WORK))("Excel may leave a request of a %s unanswered", (_name, work) =>
  loseEach(work, (at) => LOSSES.filter((_, number) => at % STEP === 0 && number === (at / STEP) % LOSSES.length)),
);
