/** The views that are loaded when the Activity section is first shown. */
export { ChangesSection } from "./ChangesSection";
export { ErrorsSection } from "./ErrorsSection";
