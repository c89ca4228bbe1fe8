import { Button, Caption1, makeStyles, mergeClasses, shorthands, tokens } from "@fluentui/react-components";
import { ArrowLeftRegular, QuestionCircleRegular, SettingsRegular } from "@fluentui/react-icons";
import type { StoreState } from "../../actions/storeState";
import { resultsTimeInWords, shortResultsTime } from "../../../numbers/language/moments";
import { shownSince } from "../shownSince";
import { texts } from "../texts/texts";

const useStyles = makeStyles({
  header: {
    alignItems: "center",
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    display: "flex",
    columnGap: tokens.spacingHorizontalXS,
    paddingBlock: tokens.spacingVerticalXS,
    paddingInline: `${tokens.spacingHorizontalL} ${tokens.spacingHorizontalS}`,
    "@media (max-height: 400px)": { paddingBlock: tokens.spacingVerticalXS },
  },
  title: {
    alignItems: "center",
    columnGap: tokens.spacingHorizontalS,
    display: "flex",
    flexGrow: 1,
    lineHeight: 0,
    margin: 0,
    minWidth: 0,
  },
  // Filled if connected, half filled if the service cannot be reached: never by its colour alone.
  dot: {
    border: `2px solid ${tokens.colorNeutralForeground3}`,
    borderRadius: "50%",
    boxSizing: "border-box",
    flexShrink: 0,
    height: "10px",
    width: "10px",
  },
  connected: {
    backgroundColor: tokens.colorStatusSuccessForeground3,
    ...shorthands.borderColor(tokens.colorStatusSuccessForeground3),
  },
  offline: {
    background: `linear-gradient(to right, ${tokens.colorStatusWarningForeground3} 50%, transparent 50%)`,
    ...shorthands.borderColor(tokens.colorStatusWarningForeground3),
  },
  asOf: { flexShrink: 0, whiteSpace: "nowrap" },
  host: {
    overflow: "hidden",
    textOverflow: "ellipsis",
    whiteSpace: "nowrap",
  },
});

export interface HeaderProps {
  state: StoreState;
  /** The settings are shown. */
  isSetting: boolean;
  onSettings: () => void;
}

export function Header({ state, isSetting, onSettings }: HeaderProps) {
  const styles = useStyles();
  const isConnected = state.status === "connected";
  const isOffline = isConnected && state.isOffline === true;
  const since = shownSince(state);
  const settings = isSetting ? texts.header.back : texts.header.settings;
  return (
    <header className={styles.header}>
      <h1 className={styles.title} title={isConnected ? state.appUrl : undefined}>
        <span
          className={mergeClasses(styles.dot, isConnected && (isOffline ? styles.offline : styles.connected))}
          aria-hidden="true"
        />
        <Caption1 className={styles.host}>{connectionText(state, isOffline)}</Caption1>
        {since !== undefined && (
          <Caption1 className={styles.asOf} title={texts.header.asOfTitle(resultsTimeInWords(since))}>
            {texts.header.asOf(shortResultsTime(since))}
          </Caption1>
        )}
      </h1>
      <Button
        as="a"
        href="help.html"
        target="_blank"
        rel="noopener"
        appearance="subtle"
        icon={<QuestionCircleRegular />}
        title={texts.header.help}
        aria-label={texts.header.help}
      />
      <Button
        appearance="subtle"
        icon={isSetting ? <ArrowLeftRegular /> : <SettingsRegular />}
        title={settings}
        aria-label={settings}
        onClick={onSettings}
      />
    </header>
  );
}

function connectionText({ status, appUrl }: StoreState, isOffline: boolean): string {
  if (status !== "connected") return texts.header.disconnected;
  const host = appUrl.replace(/^https?:\/\//, "");
  return isOffline ? texts.header.offline(host) : host;
}
