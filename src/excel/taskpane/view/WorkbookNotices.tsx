import { Button, makeStyles, MessageBar, MessageBarActions, MessageBarBody } from "@fluentui/react-components";
import type { ReactNode } from "react";
import { otherServiceOf, type OtherService } from "../otherService";
import type { StoreState } from "../../actions/storeState";
import type { Store } from "../../actions/store";
import { formatTimes } from "../format";
import { momentInWords } from "../../../numbers/language/moments";
import { findFailingChecks } from "../failingChecks";
import { refreshedText } from "./outcomes";
import { texts } from "../texts/texts";

const useStyles = makeStyles({
  // Addresses of services are long, and have no spaces to break at.
  message: { minWidth: 0, overflowWrap: "anywhere" },
});

interface NoticesProps {
  state: StoreState;
  store: Store;
}

/** Says in all sections of the pane what the workbook's numbers are, if they are not those of one run of the connected service. */
export function WorkbookNotices({ state, store }: NoticesProps) {
  const { activity, plans, adoptedAt, progress, refreshed, isNews, keptSettings } = state;
  const other = otherServiceOf(state);
  const refresh = <NoticeButton isDisabled={progress !== undefined} text={texts.refresh} onClick={store.refresh} />;
  const mixed = activity.ages.filter(({ isOfTwoRuns }) => isOfTwoRuns);
  return (
    <>
      {isNews && refreshed && (
        <WorkbookNotice
          intent={findFailingChecks(state).length > 0 ? "warning" : "success"}
          text={refreshedText({ ...state, refreshed })}
          actions={<NoticeButton isDisabled={false} text={texts.see} onClick={() => store.showSection("activity")} />}
        />
      )}
      {other && <ServiceNotice other={other} isDisabled={progress !== undefined} store={store} />}
      {keptSettings && (
        <WorkbookNotice
          text={texts.lostSettings(keptSettings.text)}
          actions={<LostSettingsActions isDisabled={progress !== undefined} store={store} />}
        />
      )}
      {activity.isAgeUnknown && <WorkbookNotice text={texts.ageUnknown} actions={refresh} />}
      {mixed.map(({ plan, oldest, newest }) => (
        <WorkbookNotice
          key={plan}
          text={texts.twoRuns(plans?.find(({ id }) => id === plan)?.name ?? plan, ...formatTimes([oldest, newest]))}
          actions={refresh}
        />
      ))}
      {state.formatOffer !== undefined && (
        <FormatOffer cells={state.formatOffer} isDisabled={state.isBusy} store={store} />
      )}
      {adoptedAt !== undefined && <WorkbookNotice intent="info" text={texts.adopted(momentInWords(adoptedAt))} />}
    </>
  );
}

/** Nothing is written for settings that the workbook has lost, unless the user says what. */
function LostSettingsActions({ isDisabled, store }: { isDisabled: boolean; store: Store }) {
  return (
    <>
      <NoticeButton isDisabled={isDisabled} text={texts.restoreSettings} onClick={store.restoreSettings} />
      <NoticeButton isDisabled={isDisabled} text={texts.takeDefaultSettings} onClick={store.takeDefaultSettings} />
    </>
  );
}

interface FormatOfferProps {
  cells: number;
  isDisabled: boolean;
  store: Store;
}

/** Offers to format what the user has entered: only a click may write, since that can clear the Undo list. */
function FormatOffer({ cells, isDisabled, store }: FormatOfferProps) {
  return (
    <WorkbookNotice
      intent="info"
      text={texts.formatting.offer(cells)}
      actions={
        <>
          <NoticeButton isDisabled={isDisabled} text={texts.formatting.format} onClick={store.formatCells} />
          <NoticeButton isDisabled={false} text={texts.formatting.decline} onClick={store.dismissFormatOffer} />
        </>
      }
    />
  );
}

interface ServiceNoticeProps {
  other: OtherService;
  isDisabled: boolean;
  store: Store;
}

/** Asks what the connection to another service means for the workbook. */
function ServiceNotice({ other: { workbook, connected }, isDisabled, store }: ServiceNoticeProps) {
  return (
    <WorkbookNotice
      text={texts.otherService(workbook, connected)}
      actions={
        <>
          <NoticeButton isDisabled={isDisabled} text={texts.keepNumbers} onClick={store.keepNumbers} />
          <NoticeButton isDisabled={isDisabled} text={texts.moveService(connected)} onClick={store.moveService} />
        </>
      }
    />
  );
}

interface WorkbookNoticeProps {
  /** @default "warning" */
  intent?: "warning" | "info" | "success";
  text: string;
  actions?: ReactNode;
}

function WorkbookNotice({ intent = "warning", text, actions }: WorkbookNoticeProps) {
  const styles = useStyles();
  return (
    <MessageBar intent={intent} layout="multiline">
      <MessageBarBody className={styles.message}>{text}</MessageBarBody>
      {actions && <MessageBarActions>{actions}</MessageBarActions>}
    </MessageBar>
  );
}

interface NoticeButtonProps {
  isDisabled: boolean;
  text: string;
  onClick: () => unknown;
}

function NoticeButton({ isDisabled, text, onClick }: NoticeButtonProps) {
  const styles = useStyles();
  return (
    <Button size="small" className={styles.message} disabledFocusable={isDisabled} onClick={() => void onClick()}>
      {text}
    </Button>
  );
}
