/** Properties are checked with the same data in every run: a failure is there again, and nobody else's change brings it. */
import fc from "fast-check";
import { readPropertyOptions } from "./propertyOptions";

const { seed, factor } = readPropertyOptions(process.env);

fc.configureGlobal({ seed, numRuns: 100 * factor });
