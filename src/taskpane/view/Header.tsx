import { Button, Caption1, makeStyles, mergeClasses, shorthands, tokens } from "@fluentui/react-components";
import { ArrowLeftRegular, QuestionCircleRegular, SettingsRegular } from "@fluentui/react-icons";
import type { StoreState } from "../../actions/storeState";
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
  // Filled if connected: never by its colour alone.
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
  const settings = isSetting ? texts.header.back : texts.header.settings;
  return (
    <header className={styles.header}>
      <h1 className={styles.title} title={isConnected ? state.appUrl : undefined}>
        <span className={mergeClasses(styles.dot, isConnected && styles.connected)} aria-hidden="true" />
        <Caption1 className={styles.host}>
          {isConnected ? state.appUrl.replace(/^https?:\/\//, "") : texts.header.disconnected}
        </Caption1>
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
