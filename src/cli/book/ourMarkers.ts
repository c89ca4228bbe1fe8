/** The markers of our functions in decks and documents. */
import { markerReader } from "../../documents/markers";
import { findCalls } from "../../language/calls";
import { NAMESPACE } from "../../language/environment";

export const OUR_MARKERS = markerReader({
  namespace: NAMESPACE,
  isCalled: (formula) => findCalls(formula).length > 0,
});
