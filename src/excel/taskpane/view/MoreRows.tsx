import { Button } from "@fluentui/react-components";
import { texts } from "../texts/texts";

/** Rows of a long list that are drawn at first, and with each further step. */
export const ROW_STEP = 50;

/** Draws further rows of a list, if some are not drawn. */
export function MoreRows({ hidden, onMore }: { hidden: number; onMore: () => void }) {
  return hidden > 0 ? <Button onClick={onMore}>{texts.moreRows(Math.min(ROW_STEP, hidden))}</Button> : null;
}
