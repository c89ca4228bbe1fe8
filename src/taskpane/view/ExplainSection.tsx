import { Caption1 } from "@fluentui/react-components";
import { useCallback } from "react";
import type { StoreState } from "../../actions/state";
import type { Store } from "../../actions/store";
import { KitProvider } from "./kit";
import { kit } from "./kitParts";
import { useLoaded } from "./loaded";

interface ExplainSectionProps {
  state: StoreState;
  store: Store;
  /** The pane is shown. */
  isVisible: boolean;
}

/** Explains the selected cell. Views and actions are loaded when the section is first shown. */
export function ExplainSection({ state, store, isVisible }: ExplainSectionProps) {
  const load = useCallback(
    () => Promise.all([import(/* webpackChunkName: "explain" */ "./ExplainView"), store.loadExplain()]),
    [store],
  );
  const { content, error } = useLoaded(load);
  if (error) return <Caption1 role="alert">{error}</Caption1>;
  if (!content) return null;
  const [{ ExplainView }, actions] = content;
  return (
    <KitProvider value={kit}>
      <ExplainView state={state} actions={actions} isVisible={isVisible} />
    </KitProvider>
  );
}
