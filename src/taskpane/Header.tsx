import { Button, Caption1, makeStyles, Subtitle2, tokens } from "@fluentui/react-components";
import type { PaneState } from "./model";

const useStyles = makeStyles({
  header: {
    alignItems: "center",
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    display: "flex",
    gap: tokens.spacingHorizontalM,
    padding: `${tokens.spacingVerticalM} ${tokens.spacingHorizontalL}`,
  },
  titles: { display: "flex", flexDirection: "column", flexGrow: 1, minWidth: 0 },
  title: { margin: 0 },
  host: {
    color: tokens.colorNeutralForeground2,
    overflow: "hidden",
    textOverflow: "ellipsis",
    whiteSpace: "nowrap",
  },
});

export function Header({ state, onDisconnect }: { state: PaneState; onDisconnect: () => void }) {
  const styles = useStyles();
  const connected = state.status === "connected";
  return (
    <header className={styles.header}>
      <img src="assets/icon-32.png" width="32" height="32" alt="" />
      <div className={styles.titles}>
        <Subtitle2 as="h1" className={styles.title}>
          Scenario Insights
        </Subtitle2>
        {connected && (
          <Caption1 className={styles.host} title={state.appUrl}>
            {state.appUrl.replace(/^https?:\/\//, "")}
          </Caption1>
        )}
      </div>
      {connected && (
        <Button appearance="subtle" size="small" onClick={onDisconnect}>
          Disconnect
        </Button>
      )}
    </header>
  );
}
