/** Fills cells from headings at once. */
import { fillSliced, type FilledCells } from "../../src/headings/headingFormulas";

export function fillFromHeadings(...given: Parameters<typeof fillSliced>): FilledCells {
  const work = fillSliced(...given);
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}
