import { FluentProvider, makeStyles, Spinner, tokens } from "@fluentui/react-components";
import { useEffect, useState, useSyncExternalStore } from "react";
import type { StoreState } from "../../actions/storeState";
import type { Store } from "../../actions/store";
import { texts } from "../texts/texts";
import { ActivitySection } from "./ActivitySection";
import { BuildSection } from "./BuildSection";
import { ConnectForm } from "./ConnectForm";
import { ExplainSection } from "./ExplainSection";
import { Header } from "./Header";
import { KeepFocus } from "./KeepFocus";
import { WorkbookNotices } from "./WorkbookNotices";
import { PlacesProvider } from "./ActionPlace";
import { PlansSection } from "./PlansSection";
import { ReportsSection } from "./ReportsSection";
import { Sections } from "./Sections";
import { SettingsPage } from "./SettingsPage";
import { useTheme } from "./theme";
import { usePaneVisibility } from "./visibility";

const useStyles = makeStyles({
  page: {
    display: "flex",
    flexDirection: "column",
    minHeight: "100%",
    // What is not chosen can be chosen: in grey it would look disabled.
    "& input:enabled ~ label": { color: tokens.colorNeutralForeground1 },
    "& input:enabled:not(:checked) ~ label.fui-Radio__label": { color: tokens.colorNeutralForeground1 },
  },
  main: {
    display: "flex",
    flexDirection: "column",
    gap: tokens.spacingVerticalL,
    padding: `${tokens.spacingVerticalL} ${tokens.spacingHorizontalL}`,
  },
});

export function App({ store }: { store: Store }) {
  const styles = useStyles();
  const state = useSyncExternalStore(store.subscribe, store.state);
  const { section } = state;
  const [isSetting, setSetting] = useState(false);
  const isConnected = state.status === "connected";
  const isVisible = usePaneVisibility();
  const isWatching = isConnected && isVisible;
  useEffect(() => (isWatching ? store.watchActivity() : undefined), [isWatching, store]);
  useEffect(() => (isVisible ? store.watchOthers() : undefined), [isVisible, store]);
  useEffect(() => (isVisible ? store.watchEntries() : undefined), [isVisible, store]);
  useEffect(() => void (isVisible && store.followSettings()), [isVisible, store]);
  const disconnect = () => {
    setSetting(false);
    store.disconnect();
  };
  return (
    <FluentProvider theme={useTheme()} className={styles.page}>
      <Header state={state} isSetting={isSetting} onSettings={() => setSetting(!isSetting)} />
      {isConnected && !isSetting && (
        <Sections section={section} errors={state.activity.failures.length} onSection={store.showSection} />
      )}
      <main className={styles.main}>
        <KeepFocus>
          {isConnected && <WorkbookNotices state={state} store={store} />}
          <PlacesProvider state={state} store={store}>
            <KeepFocus>
              {isSetting ? (
                <SettingsPage state={state} store={store} onDisconnect={disconnect} />
              ) : (
                <Content state={state} store={store} isVisible={isVisible} />
              )}
            </KeepFocus>
          </PlacesProvider>
        </KeepFocus>
      </main>
    </FluentProvider>
  );
}

interface ContentProps {
  state: StoreState;
  store: Store;
  /** The pane is shown. */
  isVisible: boolean;
}

function Content({ state, store, isVisible }: ContentProps) {
  const { section } = state;
  // A key that was kept is being used: there is nothing to fill in.
  if (state.status === "connecting" && state.isKeyKept) return <Spinner label={texts.plans.loading} />;
  if (state.status !== "connected") {
    return <ConnectForm state={state} store={store} />;
  }
  if (section === "grid" || section === "formula")
    return <BuildSection section={section} state={state} store={store} isVisible={isVisible} />;
  if (section === "reports") return <ReportsSection state={state} store={store} />;
  if (section === "explain") return <ExplainSection state={state} store={store} isVisible={isVisible} />;
  if (section === "activity") return <ActivitySection state={state} store={store} />;
  return <PlansSection state={state} store={store} isVisible={isVisible} />;
}
