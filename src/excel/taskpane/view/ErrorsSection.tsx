import {
  Body1,
  Button,
  Caption1,
  Link,
  makeStyles,
  Menu,
  MenuButton,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  tokens,
} from "@fluentui/react-components";
import { useState } from "react";
import type { Mended } from "../../actions/activity/activityState";
import type { StoreState } from "../../actions/storeState";
import { withoutDirection } from "../../../insights";
import { hiddenErrorText } from "../../../numbers/language/hiddenErrors";
import type { Store } from "../../actions/store";
import { groupErrors, type ErrorGroup } from "../errorGroups";
import { changesTexts } from "../texts/changes";
import { Remedy } from "./Remedy";
import { Subsection } from "./Subsection";
import { texts } from "../texts/texts";
import { useLayout } from "./layout";

/** The id of the button that takes the mending back. */
export const UNDO_MEND = "undo-mend";

/** Cells that a group shows at first, and in all. */
const FIRST_CELLS = 3;
const MOST_CELLS = 200;
/** Groups that are listed: a reader mends the first ones, and others follow. */
const MOST_GROUPS = 50;

const useStyles = makeStyles({
  item: { marginBottom: tokens.spacingVerticalM },
  group: {
    borderInlineStartColor: tokens.colorPaletteRedBorder2,
    borderInlineStartStyle: "solid",
    borderInlineStartWidth: "3px",
    display: "flex",
    flexDirection: "column",
    gap: tokens.spacingVerticalXS,
    paddingInlineStart: tokens.spacingHorizontalS,
  },
  message: { minWidth: 0, overflowWrap: "anywhere" },
  cells: { columnGap: tokens.spacingHorizontalM, display: "flex", flexWrap: "wrap", overflowWrap: "anywhere" },
  names: { maxHeight: "40vh", overflowY: "auto", zIndex: 2 },
  button: { alignSelf: "flex-start", maxWidth: "100%", overflowWrap: "anywhere", textAlign: "start" },
});

interface ErrorsProps {
  state: StoreState;
  store: Store;
}

/** Our cells in error by cause, each with what is meant if that is known. */
export function ErrorsSection({ state, store }: ErrorsProps) {
  const { activity, mended, isBusy } = state;
  const styles = useStyles();
  const layout = useLayout();
  const groups = groupErrors(activity.failures);
  const rest = groups.length - MOST_GROUPS;
  const actions = (
    <>
      <Button size="small" title={texts.activity.askAboutCellHint} onClick={() => void store.askAboutCell()}>
        {texts.activity.askAboutCell}
      </Button>
      {groups.length > 0 && (
        <Button size="small" onClick={() => void store.retryFailed()}>
          {texts.tryAgain}
        </Button>
      )}
    </>
  );
  return (
    <Subsection id="errors" title={texts.activity.errors} action={actions}>
      {mended && <Outcome mended={mended} isBusy={isBusy} store={store} />}
      {groups.length === 0 ? (
        <Body1>{activity.unread ?? texts.activity.noErrors}</Body1>
      ) : (
        <ul className={layout.plain} aria-label={texts.activity.errors}>
          {groups.slice(0, MOST_GROUPS).map((group) => (
            <li key={`${group.code} ${group.message}`} className={styles.item}>
              <Group group={group} isBusy={isBusy} store={store} />
            </li>
          ))}
        </ul>
      )}
      {rest > 0 && <Caption1>{texts.activity.moreRows(rest)}</Caption1>}
    </Subsection>
  );
}

/** What is wrong in one cell. */
export function AskedCell({ address, state, store }: ErrorsProps & { address: string }) {
  const isAsked = (each: { address: string }) => each.address === address;
  const [group] = groupErrors(state.activity.failures.filter(isAsked));
  const hidden = state.refreshed?.failures.filter(({ isCaught }) => isCaught).find(isAsked);
  const place = withoutDirection(address);
  const text = () => {
    if (hidden) return hiddenErrorText([place], hidden.message);
    return state.unsettled.includes(address) ? texts.activity.isLate(place) : texts.activity.isFine(place);
  };
  return (
    <Subsection id="asked" title={texts.activity.asked(place)}>
      <div role="status">
        {group ? <Group group={group} isBusy={state.isBusy} store={store} /> : <Body1>{text()}</Body1>}
      </div>
    </Subsection>
  );
}

interface GroupProps {
  group: ErrorGroup;
  isBusy: boolean;
  store: Store;
}

function Group({ group, isBusy, store }: GroupProps) {
  const styles = useStyles();
  const { code, message, kind, fix, choice, addresses } = group;
  const inAll = addresses.length > 1 && fix?.kind !== "heading" ? changesTexts.inAll(addresses.length) : "";
  return (
    <div className={styles.group}>
      <Body1 className={styles.message}>
        <strong>{code}</strong> {message}
      </Body1>
      {fix && (
        <Button
          appearance="primary"
          size="small"
          className={styles.button}
          disabledFocusable={isBusy}
          onClick={() => void store.mend(addresses)}
        >
          {fixLabel(fix) + inAll}
        </Button>
      )}
      {fix?.kind === "heading" && (
        <Button
          size="small"
          className={styles.button}
          disabledFocusable={isBusy}
          onClick={() => void store.readHeadingsAgain(addresses)}
        >
          {changesTexts.readAgain}
        </Button>
      )}
      {choice && (
        <Choices
          label={changesTexts.replaceWith(choice.wrong) + inAll}
          names={choice.names}
          isDisabled={isBusy}
          onChoose={(name) => void store.mend(addresses, name)}
        />
      )}
      <Remedy kind={kind} store={store} />
      <Cells group={group} isBusy={isBusy} store={store} />
    </div>
  );
}

/** The group's cells. Each can be mended alone. */
function Cells({ group: { fix, addresses }, isBusy, store }: GroupProps) {
  const styles = useStyles();
  const [isOpen, setOpen] = useState(false);
  const shown = addresses.slice(0, isOpen ? MOST_CELLS : FIRST_CELLS);
  return (
    <div className={styles.cells}>
      {shown.map((address) => (
        <span key={address}>
          <Link
            as="button"
            aria-label={texts.activity.select(withoutDirection(address))}
            onClick={() => void store.select(address)}
          >
            {withoutDirection(address)}
          </Link>
          {fix && fix.kind !== "heading" && addresses.length > 1 && (
            <>
              {" "}
              <Link
                as="button"
                disabledFocusable={isBusy}
                aria-label={changesTexts.inOneOf(withoutDirection(address))}
                onClick={() => void store.mend([address])}
              >
                ({changesTexts.inOne})
              </Link>
            </>
          )}
        </span>
      ))}
      {!isOpen && addresses.length > FIRST_CELLS && (
        <Link as="button" onClick={() => setOpen(true)}>
          {changesTexts.showCells(addresses.length)}
        </Link>
      )}
      {isOpen && addresses.length > MOST_CELLS && (
        <Caption1>{texts.activity.moreRows(addresses.length - MOST_CELLS)}</Caption1>
      )}
    </div>
  );
}

interface ChoicesProps {
  label: string;
  names: readonly string[];
  isDisabled: boolean;
  onChoose: (name: string) => void;
}

/** The names that can stand in place of one that names nothing. */
function Choices({ label, names, isDisabled, onChoose }: ChoicesProps) {
  const styles = useStyles();
  return (
    <Menu inline>
      <MenuTrigger disableButtonEnhancement>
        <MenuButton size="small" className={styles.button} disabledFocusable={isDisabled}>
          {label}
        </MenuButton>
      </MenuTrigger>
      <MenuPopover className={styles.names}>
        <MenuList>
          {names.map((name) => (
            <MenuItem key={name} onClick={() => onChoose(name)}>
              {name}
            </MenuItem>
          ))}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}

function fixLabel(fix: NonNullable<ErrorGroup["fix"]>): string {
  if (fix.kind === "notation") return changesTexts.repair;
  if (fix.kind === "heading") return changesTexts.putBack(String(fix.meant), withoutDirection(fix.at));
  return fix.kind === "enter" ? changesTexts.enter : changesTexts.replace(fix.meant);
}

/** Cells named in a message. */
const MOST_NAMED = 5;

function Outcome({ mended, isBusy, store }: { mended: Mended; isBusy: boolean; store: Store }) {
  const { count, entered, refused, isUndone, kept } = mended;
  const styles = useStyles();
  const lines = [
    ...(isUndone ? [changesTexts.undone(count)] : []),
    ...(!isUndone && (count > 0 || entered === 0) ? [changesTexts.mended(count)] : []),
    ...(entered > 0 ? [changesTexts.entered(entered)] : []),
    ...refused.slice(0, MOST_NAMED).map(({ address, reason }) => changesTexts.refused(address, reason)),
    ...(refused.length > MOST_NAMED ? [texts.activity.moreRows(refused.length - MOST_NAMED)] : []),
    ...(kept.length > 0 ? [changesTexts.kept(kept.slice(0, MOST_NAMED).join(", "))] : []),
  ];
  const isWhole = refused.length + kept.length === 0;
  return (
    <MessageBar intent={isWhole ? "success" : "warning"} layout="multiline">
      <MessageBarBody className={styles.message}>{lines.join(" ")}</MessageBarBody>
      {!isUndone && count > 0 && (
        <MessageBarActions>
          <Button id={UNDO_MEND} size="small" disabledFocusable={isBusy} onClick={() => void store.undoMend()}>
            {changesTexts.undo}
          </Button>
        </MessageBarActions>
      )}
    </MessageBar>
  );
}
