import { FluentProvider, makeStyles, Spinner, tokens } from "@fluentui/react-components";
import { useEffect, useState, useSyncExternalStore } from "react";
import type { PaneModel, PaneState } from "../model";
import { texts } from "../texts";
import { ActivitySection } from "./ActivitySection";
import { ConnectForm } from "./ConnectForm";
import { FormulaSection } from "./FormulaSection";
import { Header } from "./Header";
import { Notice } from "./Notice";
import { PlansSection } from "./PlansSection";
import { Outcome, ReportsSection } from "./ReportsSection";
import { Sections } from "./Sections";
import { SettingsPage } from "./SettingsPage";
import { useTheme } from "./theme";

const useStyles = makeStyles({
  page: { display: "flex", flexDirection: "column", minHeight: "100%" },
  main: {
    display: "flex",
    flexDirection: "column",
    gap: tokens.spacingVerticalL,
    padding: `${tokens.spacingVerticalL} ${tokens.spacingHorizontalL}`,
  },
});

export function App({ model }: { model: PaneModel }) {
  const styles = useStyles();
  const state = useSyncExternalStore(model.subscribe, model.state);
  const { section } = state;
  const [isSetting, setSetting] = useState(false);
  const isConnected = state.status === "connected";
  useEffect(() => (isConnected ? model.watchDoings() : undefined), [isConnected, model]);
  const disconnect = () => {
    setSetting(false);
    model.disconnect();
  };
  return (
    <FluentProvider theme={useTheme()} className={styles.page}>
      <Header state={state} isSetting={isSetting} onSettings={() => setSetting(!isSetting)} onDisconnect={disconnect} />
      {isConnected && !isSetting && (
        <Sections section={section} errors={state.doings.failures.length} onSection={model.go} />
      )}
      <main className={styles.main}>
        {state.failure && <Notice failure={state.failure} onDismiss={model.dismissFailure} />}
        {isSetting ? <SettingsPage state={state} model={model} /> : <Content state={state} model={model} />}
      </main>
    </FluentProvider>
  );
}

interface ContentProps {
  state: PaneState;
  model: PaneModel;
}

function Content({ state, model }: ContentProps) {
  const { section } = state;
  // A key that was kept is being used: there is nothing to fill in.
  if (state.status === "connecting" && state.isKeyKept) return <Spinner label={texts.plans.loading} />;
  if (state.status !== "connected") {
    return (
      <>
        {state.done && <Outcome done={state.done} model={model} />}
        <ConnectForm state={state} model={model} />
      </>
    );
  }
  if (section === "formula") return <FormulaSection state={state} model={model} />;
  if (section === "reports") return <ReportsSection state={state} model={model} />;
  if (section === "activity") return <ActivitySection state={state} model={model} />;
  return <PlansSection state={state} model={model} onBuild={() => model.go("formula")} />;
}
