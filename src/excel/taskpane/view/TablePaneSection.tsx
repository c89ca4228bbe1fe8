import { Caption1, Spinner } from "@fluentui/react-components";
import type { StoreState } from "../../actions/storeState";
import type { Store } from "../../actions/store";
import { TableView } from "./TableView";
import { useLoaded } from "./loaded";

interface GridProps {
  state: StoreState;
  store: Store;
  /** The pane is shown, and follows the active cell. */
  isVisible: boolean;
}

/** A table of one's own. Its actions are loaded when the section is first shown. */
export function TablePaneSection({ state, store, isVisible }: GridProps) {
  const { content: actions, error } = useLoaded(store.loadGrid);
  if (error) return <Caption1 role="alert">{error}</Caption1>;
  if (!actions) return <Spinner />;
  return <TableView state={state} actions={actions} isVisible={isVisible} onCancel={store.dismissObstacle} />;
}
