import {
  Body1,
  Button,
  Caption1,
  makeStyles,
  MessageBar,
  MessageBarBody,
  MessageBarActions,
  tokens,
} from "@fluentui/react-components";
import type { ExcelCheck } from "../../actions/support/supportState";
import type { StoreState } from "../../actions/storeState";
import type { Store } from "../../actions/store";
import { texts } from "../texts/texts";
import { useCopying } from "./copying";
import { useLayout } from "./layout";
import { Subsection } from "./Subsection";

const useStyles = makeStyles({
  outcome: { display: "flex", flexDirection: "column", paddingBlock: tokens.spacingVerticalXS },
  passed: { color: tokens.colorStatusSuccessForeground1 },
  differs: { color: tokens.colorStatusDangerForeground1, fontWeight: tokens.fontWeightSemibold },
  "not there": { color: tokens.colorNeutralForeground2 },
  skipped: { color: tokens.colorNeutralForeground2 },
});

/** Checks if this Excel behaves as the add-in expects. Some checks need the user's help. */
export function ExcelCheckSection({ state, store }: { state: StoreState; store: Store }) {
  const layout = useLayout();
  const { excelCheck, isBusy } = state;
  const action = excelCheck?.isRunning ? (
    <Button size="small" onClick={store.endCheck}>
      {texts.settings.checkEnd}
    </Button>
  ) : (
    <Button size="small" disabledFocusable={isBusy} onClick={() => void store.checkExcel()}>
      {texts.settings.checkStart}
    </Button>
  );
  return (
    <Subsection id="check" title={texts.settings.check} action={action}>
      <Caption1 className={layout.detail}>{texts.settings.checkHint}</Caption1>
      {excelCheck && <Progress check={excelCheck} store={store} />}
      {excelCheck && excelCheck.outcomes.length > 0 && <Outcomes check={excelCheck} store={store} />}
    </Subsection>
  );
}

function Progress({ check: { current, request }, store }: { check: ExcelCheck; store: Store }) {
  return (
    <>
      <div role="status">{current !== undefined && <Body1>{texts.settings.checkCurrent(current)}</Body1>}</div>
      {request !== undefined && (
        <MessageBar intent="warning" layout="multiline" role="alert">
          <MessageBarBody>{request}</MessageBarBody>
          <MessageBarActions>
            <Button size="small" onClick={() => store.answerCheck(true)}>
              {texts.settings.checkDone}
            </Button>
            <Button size="small" appearance="subtle" onClick={() => store.answerCheck(false)}>
              {texts.settings.checkSkip}
            </Button>
          </MessageBarActions>
        </MessageBar>
      )}
    </>
  );
}

function Outcomes({ check: { outcomes }, store }: { check: ExcelCheck; store: Store }) {
  const styles = useStyles();
  const layout = useLayout();
  const { button, refused } = useCopying(texts.settings.checkCopy, store.checkReport);
  const holding = outcomes.filter(({ verdict }) => verdict === "passed").length;
  return (
    <>
      <div className={layout.row}>
        <Body1 className={layout.fill}>{texts.settings.checkSummary(holding, outcomes.length)}</Body1>
        {button}
      </div>
      {refused}
      <ul className={layout.plain} aria-label={texts.settings.check}>
        {outcomes.map(({ name, expectation, verdict, actual }) => (
          <li key={name} className={styles.outcome}>
            <div className={layout.row}>
              <Body1 className={layout.fill}>{name}</Body1>
              <Caption1 className={styles[verdict]}>{texts.settings.verdicts[verdict]}</Caption1>
            </div>
            {verdict !== "passed" && <Caption1 className={layout.detail}>{expectation}</Caption1>}
            {verdict !== "passed" && actual !== "" && <Caption1 className={layout.detail}>{actual}</Caption1>}
          </li>
        ))}
      </ul>
    </>
  );
}
