import { Badge, Body1, Button, Caption1, Field, Input, Link, makeStyles, tokens } from "@fluentui/react-components";
import { useState } from "react";
import type { WorkbookCheck } from "../../../reporting/saved/checks";
import type { StoreState } from "../../actions/storeState";
import type { Store } from "../../actions/store";
import { findFailingChecks, isFailing } from "../failingChecks";
import { formatValue } from "../format";
import { checksTexts } from "../texts/checks";
import { texts } from "../texts/texts";
import { KeepFocus } from "./KeepFocus";
import { useLayout } from "./layout";
import { Subsection } from "./Subsection";

/** Checks that are listed, and numbers of each. */
const MOST_CHECKS = 50;
const MOST_NUMBERS = 12;
/** A share near the one that it must reach would look like it with fewer. */
const SHARE_DECIMALS = 2;
/** Checks of the pane's home. */
const MOST_AT_HOME = 3;

const useStyles = makeStyles({
  item: {
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
    display: "flex",
    flexDirection: "column",
    overflowWrap: "anywhere",
    paddingBlock: tokens.spacingVerticalXS,
  },
  words: { flexBasis: "8em", flexGrow: 1, minWidth: 0 },
});

interface ChecksProps {
  state: StoreState;
  store: Store;
}

/** All checks of the workbook, those first that are not TRUE, and how to make one. */
export function ChecksSection({ state, store }: ChecksProps) {
  const layout = useLayout();
  const checks = state.activity.checks ?? [];
  const failing = checks.filter(isFailing);
  const listed = [...failing, ...checks.filter((check) => !isFailing(check))];
  return (
    <Subsection id="checks" title={checksTexts.title}>
      <Body1>{summaryOf(checks.length, failing.length)}</Body1>
      <KeepFocus>
        {listed.length > 0 && (
          <ul className={layout.plain} aria-label={checksTexts.list}>
            {listed.slice(0, MOST_CHECKS).map((check) => (
              <CheckItem key={`${check.scope ?? ""}!${check.name}`} check={check} store={store}>
                <Button
                  size="small"
                  appearance="subtle"
                  aria-label={checksTexts.removeOf(check.label)}
                  disabledFocusable={state.isBusy}
                  onClick={() => void store.removeCheck(check)}
                >
                  {checksTexts.remove}
                </Button>
              </CheckItem>
            ))}
          </ul>
        )}
        {listed.length > MOST_CHECKS && <Caption1>{texts.activity.moreRows(listed.length - MOST_CHECKS)}</Caption1>}
        <NewCheck isBusy={state.isBusy} store={store} />
      </KeepFocus>
    </Subsection>
  );
}

function summaryOf(all: number, failing: number): string {
  if (all === 0) return checksTexts.none;
  return failing === 0 ? checksTexts.allTrue(all) : checksTexts.notTrue(failing);
}

function NewCheck({ isBusy, store }: { isBusy: boolean; store: Store }) {
  const layout = useLayout();
  const [label, setLabel] = useState("");
  const make = () => {
    void store.makeCheck(label);
    setLabel("");
  };
  return (
    <div className={layout.row} style={{ alignItems: "end" }}>
      <Field label={checksTexts.label} className={layout.fill}>
        <Input value={label} placeholder={checksTexts.labelHint} onChange={(_, { value }) => setLabel(value)} />
      </Field>
      <Button disabledFocusable={isBusy} onClick={make}>
        {checksTexts.make}
      </Button>
    </div>
  );
}

/** The checks that are not TRUE, for the pane's home; nothing without any. */
export function FailingChecks({ state, store }: ChecksProps) {
  const layout = useLayout();
  const failing = findFailingChecks(state);
  if (failing.length === 0) return null;
  return (
    <Subsection id="failing-checks" title={checksTexts.notTrue(failing.length)}>
      <ul className={layout.plain} aria-label={checksTexts.notTrue(failing.length)}>
        {failing.slice(0, MOST_AT_HOME).map((check) => (
          <CheckItem key={`${check.scope ?? ""}!${check.name}`} check={check} store={store} />
        ))}
      </ul>
      <Button
        size="small"
        appearance="subtle"
        style={{ alignSelf: "start" }}
        onClick={() => store.showSection("activity")}
      >
        {checksTexts.all}
      </Button>
    </Subsection>
  );
}

interface CheckItemProps {
  check: WorkbookCheck;
  store: Store;
  children?: React.ReactNode;
}

/** One check: a click selects its cell. What it reads stands below it unless it is TRUE. */
function CheckItem({ check, store, children }: CheckItemProps) {
  const styles = useStyles();
  const layout = useLayout();
  const { label, cell, state, stands, numbers } = check;
  const isTrue = !isFailing(check);
  const hasCode = isTrue || state === "false" || state === "error";
  const shown = numbers
    .slice(0, MOST_NUMBERS)
    .map(({ of, value, format }) => checksTexts.number(of, formatValue(value, format, SHARE_DECIMALS)));
  const more = numbers.length > MOST_NUMBERS ? [checksTexts.more(numbers.length - MOST_NUMBERS)] : [];
  return (
    <li className={styles.item}>
      <div className={layout.row}>
        <span className={styles.words}>
          {label}{" "}
          {cell !== "" && (
            <Link as="button" inline aria-label={texts.activity.select(cell)} onClick={() => void store.select(cell)}>
              {cell}
            </Link>
          )}
        </span>
        {hasCode && (
          <Badge appearance="tint" color={isTrue ? "success" : "danger"}>
            {stands}
          </Badge>
        )}
        {children}
      </div>
      {!hasCode && <Caption1 className={layout.detail}>{stands}</Caption1>}
      {!isTrue && shown.length > 0 && <Caption1 className={layout.detail}>{[...shown, ...more].join(" · ")}</Caption1>}
    </li>
  );
}
