import { Caption1, Link, makeStyles, tokens } from "@fluentui/react-components";
import { withoutDirection } from "../../../insights";
import type { Store } from "../../actions/store";
import { texts } from "../texts/texts";
import { useLayout } from "./layout";

/** Nobody reads thousands of lines. */
const MOST = 50;

const useStyles = makeStyles({
  item: { display: "flex", flexDirection: "column", paddingBlock: tokens.spacingVerticalXXS },
});

interface CellListProps {
  label: string;
  cells: readonly { address: string; text: string }[];
  store: Store;
}

/** Cells with something to say of each; a click leads to the cell. */
export function CellList({ label, cells, store }: CellListProps) {
  const styles = useStyles();
  const layout = useLayout();
  const rest = cells.length - MOST;
  return (
    <>
      <ul className={layout.plain} aria-label={label}>
        {cells.slice(0, MOST).map(({ address, text }) => (
          <li key={address} className={styles.item}>
            <Link
              as="button"
              aria-label={texts.activity.select(withoutDirection(address))}
              onClick={() => void store.select(address)}
            >
              {withoutDirection(address)}
            </Link>
            <Caption1 className={layout.detail}>{text}</Caption1>
          </li>
        ))}
      </ul>
      {rest > 0 && <Caption1>{texts.activity.moreRows(rest)}</Caption1>}
    </>
  );
}
