/**
 * Tests that check the same of very many cases. `npm test` takes a sample of these, `npm run test:all` takes all of them. Their
 * files are named `*.sampled.test.ts` or `*.fuzz.test.ts`.
 */
import { runs } from "./propertyOptions";

/** jest.slow.config.cjs sets it. */
const isWhole = process.env.TEST_SAMPLED === "whole";

/** The cases to check. */
export function sampleOf<Case>(all: readonly Case[], sample: readonly NoInfer<Case>[]): readonly Case[] {
  return isWhole ? all : sample;
}

/** How often to check a property: so many times in `npm test`, five times as many in `npm run test:all`. */
export function sampledRuns(usual: number): number {
  return runs(isWhole ? 5 * usual : usual);
}
