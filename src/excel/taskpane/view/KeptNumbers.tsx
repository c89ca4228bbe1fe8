import { Body1, Button, Caption1, makeStyles, tokens } from "@fluentui/react-components";
import type { StoreState } from "../../actions/storeState";
import type { Store } from "../../actions/store";
import { resultsTimeInWords } from "../../../numbers/language/moments";
import { shownSince } from "../shownSince";
import { texts } from "../texts/texts";
import { ActionPlace } from "./ActionPlace";
import { useLayout } from "./layout";
import { Subsection } from "./Subsection";

const useStyles = makeStyles({
  card: {
    backgroundColor: tokens.colorNeutralBackground2,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
    padding: tokens.spacingHorizontalM,
  },
});

interface KeptNumbersProps {
  state: StoreState;
  store: Store;
  /** True for a person who has never been connected, who is not offline. */
  isFirst?: boolean;
}

/** What works without the service: how old the numbers are, and what to do with them. Nothing if cells show none. */
export function KeptNumbers({ state, store, isFirst = false }: KeptNumbersProps) {
  const styles = useStyles();
  const layout = useLayout();
  const since = shownSince(state);
  if (since === undefined) return null;
  const { offline } = texts.briefing;
  return (
    <div className={styles.card}>
      <Subsection id="kept" title={titleOf(state, isFirst)}>
        <Body1>{offline.kept(resultsTimeInWords(since))}</Body1>
        <Caption1>{offline.works}</Caption1>
        <Caption1 className={layout.detail}>{offline.waits}</Caption1>
        <ActionPlace name="kept" isFirst={!isFirst}>
          <div className={layout.row}>
            <Button size="small" disabledFocusable={state.isBusy} onClick={() => void store.takeSnapshots("workbook")}>
              {offline.snapshot}
            </Button>
            <Button size="small" disabledFocusable={state.isBusy} onClick={() => void store.sendCopy()}>
              {offline.copy}
            </Button>
          </div>
        </ActionPlace>
      </Subsection>
    </div>
  );
}

function titleOf({ status }: StoreState, isFirst: boolean): string {
  const { offline } = texts.briefing;
  if (isFirst) return offline.first;
  return status === "connected" ? offline.unreached : offline.title;
}
