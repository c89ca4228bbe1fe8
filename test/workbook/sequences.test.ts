/** A workbook under everything that people, Excel and the service do to it, in any order. */
import fc from "fast-check";
import { runs } from "../propertyOptions";
import { play, type Figures } from "./lean/play";
import { sequences } from "./lean/steps";

test("A refresh ends in one of three ways, and one question has one value everywhere, whatever happens", async () => {
  const figures: Figures = { done: 0, failed: 0, unsettled: 0 };
  const t = process.cpuUsage();
  await fc.assert(
    fc.asyncProperty(sequences(Number(process.env.L ?? 12)), (sequence) => play(sequence, figures)),
    { numRuns: runs(Number(process.env.N ?? 300)), endOnFailure: false },
  );
  const u = process.cpuUsage(t);
  console.log(figures, (u.user + u.system) / 1e6);
});
