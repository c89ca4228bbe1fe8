/** The languages that headings are read in. */
import type { Words } from "../words";
import { ENGLISH } from "./english";
import { GERMAN } from "./german";

export const LANGUAGES: readonly Words[] = [ENGLISH, GERMAN];
