import { Button, Caption1, makeStyles, Subtitle2, tokens } from "@fluentui/react-components";
import {
  ArrowLeftRegular,
  PlugDisconnectedRegular,
  QuestionCircleRegular,
  SettingsRegular,
} from "@fluentui/react-icons";
import type { StoreState } from "../../actions/state";
import { texts } from "../texts/texts";

const useStyles = makeStyles({
  header: {
    alignItems: "center",
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    display: "flex",
    columnGap: tokens.spacingHorizontalXS,
    padding: `${tokens.spacingVerticalM} ${tokens.spacingHorizontalL}`,
    "@media (max-height: 400px)": { paddingBlock: tokens.spacingVerticalXS },
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

export interface HeaderProps {
  state: StoreState;
  /** The settings are shown. */
  isSetting: boolean;
  onSettings: () => void;
  onDisconnect: () => void;
}

export function Header({ state, isSetting, onSettings, onDisconnect }: HeaderProps) {
  const styles = useStyles();
  const isConnected = state.status === "connected";
  const settings = isSetting ? texts.header.back : texts.header.settings;
  return (
    <header className={styles.header}>
      <img src="assets/icon-32.png" width="32" height="32" alt="" />
      <div className={styles.titles}>
        <Subtitle2 as="h1" className={styles.title}>
          {texts.product}
        </Subtitle2>
        {isConnected && (
          <Caption1 className={styles.host} title={state.appUrl}>
            {state.appUrl.replace(/^https?:\/\//, "")}
          </Caption1>
        )}
      </div>
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
      {isConnected && (
        <Button
          appearance="subtle"
          icon={<PlugDisconnectedRegular />}
          title={texts.header.disconnectHint}
          aria-label={texts.header.disconnect}
          onClick={onDisconnect}
        />
      )}
    </header>
  );
}
