/** The markers of our functions in decks and documents. */
import { createMarkerReader } from "../../../spreadsheet/documents/markers";
import { findCalls } from "../../../numbers/language/calls";
import { NAMESPACE } from "../../../numbers/language/environment";

export const OUR_MARKERS = createMarkerReader({
  namespace: NAMESPACE,
  isCalled: (formula) => findCalls(formula).length > 0,
});
