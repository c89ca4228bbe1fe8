/** The words of a language that nobody speaks. */
import type { Words } from "../../src/language/words";

export const MADE_UP: Words = {
  months: ["unuo", "duuo", "triuo", "kvaro", "kvino", "sesuo", "sepuo", "okuo", "naŭuo", "dekuo", "dekunuo", "dekduo"],
  shortMonths: {},
  // "Soll" is the plan in German.
  scenarios: { actual: ["realo", "soll"], committed: ["buĝeto"] },
  outlook: ["prognozo"],
  priorYear: ["antaŭjaro"],
  variance: ["ŝanĝo"],
  times: { ytd: ["de jarkomenco"], h1: ["unua duono"], fy: ["tuta jaro"], current: ["ĉi monato"] },
  year: ["jaro"],
  to: ["ĝis"],
  and: ["kaj"],
  countedMonths: ["monatoj"],
  rolling: ["lastaj"],
  ending: ["finiĝantaj"],
  from: ["ekde"],
  limiting: ["sen"],
  averaging: ["averaĝo"],
  versus: ["ĉe"],
  comparing: ["malpli"],
  percent: ["elcente"],
  in: ["en"],
  share: ["ono"],
  of: ["de"],
  asOf: ["je la"],
  scales: [{ by: 1000, words: ["miloj"], marks: ["ml"] }],
  labels: { scenario: ["scenejo"], currency: ["mono"] },
  fields: { netFIESales: ["vendoj"], ebit: ["gajno"] },
  notServed: ["impostoj"],
};
