import { Caption1, Spinner } from "@fluentui/react-components";
import type { StoreState } from "../../actions/state";
import type { Store } from "../../actions/store";
import { KitProvider } from "./kit";
import { kit } from "./kitParts";
import { useLoaded } from "./loaded";

interface GridProps {
  state: StoreState;
  store: Store;
  /** The pane is shown, and follows the active cell. */
  isVisible: boolean;
}

const loadView = () => import(/* webpackChunkName: "gridView" */ "./GridView");

export function GridSection({ state, store, isVisible }: GridProps) {
  const view = useLoaded(loadView);
  const actions = useLoaded(store.loadGrid);
  const error = view.error ?? actions.error;
  if (error) return <Caption1 role="alert">{error}</Caption1>;
  if (!view.content || !actions.content) return <Spinner />;
  return (
    <KitProvider value={kit}>
      <view.content.GridView
        state={state}
        actions={actions.content}
        isVisible={isVisible}
        onCancel={store.dismissObstacle}
      />
    </KitProvider>
  );
}
