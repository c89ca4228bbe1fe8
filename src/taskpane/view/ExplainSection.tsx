import { Caption1 } from "@fluentui/react-components";
import type { StoreState } from "../../actions/storeState";
import type { Store } from "../../actions/store";
import { ExplainView } from "./ExplainView";
import { useLoaded } from "./loaded";

interface ExplainSectionProps {
  state: StoreState;
  store: Store;
  /** The pane is shown. */
  isVisible: boolean;
}

/** Explains the selected cell. Its actions are loaded when the section is first shown. */
export function ExplainSection({ state, store, isVisible }: ExplainSectionProps) {
  const { content: actions, error } = useLoaded(store.loadExplain);
  if (error) return <Caption1 role="alert">{error}</Caption1>;
  if (!actions) return null;
  return <ExplainView state={state} store={store} actions={actions} isVisible={isVisible} />;
}
