import { Button, makeStyles, MessageBar, MessageBarActions, MessageBarBody } from "@fluentui/react-components";
import { DismissRegular } from "@fluentui/react-icons";
import type { Failure, StoreState } from "../../actions/state";
import { formatTimes } from "../format";
import { texts } from "../texts/texts";

const useStyles = makeStyles({
  // Addresses of services are long, and have no spaces to break at.
  message: { minWidth: 0, overflowWrap: "anywhere" },
});

export function Notice({ failure, onDismiss }: { failure: Failure; onDismiss: () => void }) {
  const styles = useStyles();
  return (
    <MessageBar intent="error" layout="multiline" role="alert">
      <MessageBarBody className={styles.message}>{failure.message}</MessageBarBody>
      <MessageBarActions
        containerAction={
          <Button appearance="transparent" icon={<DismissRegular />} aria-label={texts.dismiss} onClick={onDismiss} />
        }
      />
    </MessageBar>
  );
}

/** The notice that fetching is paused, in all sections of the pane. */
export function PausedNotice({ onResume }: { onResume: () => void }) {
  return (
    <MessageBar intent="warning" layout="multiline">
      <MessageBarBody>{texts.paused}</MessageBarBody>
      <MessageBarActions>
        <Button size="small" onClick={onResume}>
          {texts.resume}
        </Button>
      </MessageBarActions>
    </MessageBar>
  );
}

interface RunsNoticeProps {
  state: StoreState;
  /** Refreshes a plan by its id. */
  onRefresh: (plan: string) => void;
}

/** Says of each plan whose cells show numbers of two runs that they do, in all sections of the pane. */
export function RunsNotice({ state: { activity, plans, progress }, onRefresh }: RunsNoticeProps) {
  const styles = useStyles();
  const mixed = activity.ages.filter(({ isOfTwoRuns }) => isOfTwoRuns);
  return mixed.map(({ plan, oldest, newest }) => (
    <MessageBar key={plan} intent="warning" layout="multiline">
      <MessageBarBody className={styles.message}>{texts.twoRuns(...formatTimes([oldest, newest]))}</MessageBarBody>
      <MessageBarActions>
        <Button
          size="small"
          disabled={progress !== undefined}
          className={styles.message}
          onClick={() => onRefresh(plan)}
        >
          {texts.refreshPlan(plans?.find(({ id }) => id === plan)?.name ?? plan)}
        </Button>
      </MessageBarActions>
    </MessageBar>
  ));
}
