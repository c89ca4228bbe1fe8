import { Body1, Button, Caption1, makeStyles, tokens } from "@fluentui/react-components";
import { withoutDirection } from "../../../insights";
import { formatPosition } from "../../../spreadsheet/cells/address";
import type { TableActions } from "../../actions/tables/tableActions";
import type { RolledTable, RollState } from "../../actions/tables/rollState";
import type { StoreState } from "../../actions/storeState";
import { frameTexts } from "../texts/frame";
import { rollTexts as texts } from "../texts/roll";
import { ActionPlace } from "./ActionPlace";
import { Chips } from "./Chips";
import { Subsection } from "./Subsection";
import { useLayout } from "./layout";

/** Headings and cells of one table that are named; the others are counted. */
const MOST_NAMED = 6;

const useStyles = makeStyles({
  table: {
    borderInlineStartColor: tokens.colorBrandStroke1,
    borderInlineStartStyle: "solid",
    borderInlineStartWidth: "3px",
    display: "flex",
    flexDirection: "column",
    gap: tokens.spacingVerticalXXS,
    overflowWrap: "anywhere",
    paddingInlineStart: tokens.spacingHorizontalS,
  },
  tables: { display: "flex", flexDirection: "column", gap: tokens.spacingVerticalM },
  warning: { color: tokens.colorPaletteDarkOrangeForeground1 },
});

interface RollProps {
  state: StoreState;
  roll: RollState;
  actions: TableActions;
}

/** Shows which headings and cells move to another month, and which stay, before one of them changes. */
export function RollPart({ state, roll, actions }: RollProps) {
  const styles = useStyles();
  const layout = useLayout();
  const { tables, others, months, from, to } = roll;
  return (
    <Subsection id="roll" title={to ? texts.title(from, to) : texts.nextMonth}>
      {months.length > 1 && (
        <Chips
          label={texts.which}
          chips={months.map((month) => ({ key: month, label: texts.month(month) }))}
          chosen={from}
          onChoose={actions.chooseRoll}
        />
      )}
      {tables.length === 0 && <Body1>{texts.nothing}</Body1>}
      <ul className={`${layout.plain} ${styles.tables}`} aria-label={texts.tables}>
        {tables.map((table) => (
          <li key={table.address} className={styles.table}>
            <TableMoved table={table} />
          </li>
        ))}
      </ul>
      {others.length > 0 && (
        <>
          <Caption1>{texts.others}</Caption1>
          <ul className={layout.plain}>
            {others.map(({ address, month }) => (
              <li key={address}>
                <Caption1 className={layout.detail}>{texts.other(withoutDirection(address), month)}</Caption1>
              </li>
            ))}
          </ul>
        </>
      )}
      <div className={layout.pinned}>
        <ActionPlace name="roll">
          <div className={layout.row}>
            <Button
              appearance="primary"
              disabledFocusable={tables.length === 0 || state.isBusy}
              onClick={() => void actions.roll()}
            >
              {texts.roll(tables.length, to)}
            </Button>
            <Button onClick={actions.closeRoll}>{frameTexts.cancel}</Button>
          </div>
        </ActionPlace>
      </div>
    </Subsection>
  );
}

function TableMoved({ table: { address, block } }: { table: RolledTable }) {
  const styles = useStyles();
  const layout = useLayout();
  const { headings, cells, following, staying, left } = block;
  const rest = headings.length - MOST_NAMED;
  return (
    <>
      <Body1>
        <strong>{withoutDirection(address)}</strong> · {texts.cells(cells.length + following.length)}
      </Body1>
      {headings.slice(0, MOST_NAMED).map((heading) => (
        <Caption1 key={formatPosition(heading)}>{texts.heading(formatPosition(heading), heading)}</Caption1>
      ))}
      {rest > 0 && <Caption1>{texts.moreHeadings(rest)}</Caption1>}
      {following.length > 0 && (
        <Caption1 className={layout.detail}>{texts.following(following.map(formatPosition))}</Caption1>
      )}
      {staying.map(({ text, reason, ...at }) => (
        <Caption1 key={formatPosition(at)} className={styles.warning}>
          {texts.staying(formatPosition(at), text, reason)}
        </Caption1>
      ))}
      {(["changed", "guarded", "asksElse"] as const).map((reason) => {
        const own = left.filter((each) => each.reason === reason).map(formatPosition);
        return (
          own.length > 0 && (
            <Caption1 key={reason} className={styles.warning}>
              {texts.left(own, reason)}
            </Caption1>
          )
        );
      })}
    </>
  );
}
