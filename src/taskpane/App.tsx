import { FluentProvider, makeStyles, MessageBar, MessageBarBody, tokens } from "@fluentui/react-components";
import { useSyncExternalStore } from "react";
import { ConnectForm } from "./ConnectForm";
import { Header } from "./Header";
import type { PaneModel } from "./model";
import { PlanChoice } from "./PlanChoice";
import { useTheme } from "./theme";

const useStyles = makeStyles({
  page: { minHeight: "100%" },
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
  return (
    <FluentProvider theme={useTheme()} className={styles.page}>
      <Header state={state} onDisconnect={model.disconnect} />
      <main className={styles.main}>
        {state.failure && (
          <MessageBar intent="error" layout="multiline" role="alert">
            <MessageBarBody>{state.failure}</MessageBarBody>
          </MessageBar>
        )}
        {state.status === "connected" ? (
          <PlanChoice state={state} onChoose={model.choosePlan} />
        ) : (
          <ConnectForm state={state} onConnect={model.connect} />
        )}
      </main>
    </FluentProvider>
  );
}
