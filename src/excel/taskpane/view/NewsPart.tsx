import { Body1, Button, Caption1 } from "@fluentui/react-components";
import { useEffect } from "react";
import type { News } from "../../actions/briefing/news";
import type { BriefingState } from "../../actions/briefing/briefingState";
import type { StoreState } from "../../actions/storeState";
import type { Store } from "../../actions/store";
import type { LookComparison } from "../../workbook/refresh/lookComparison";
import { changedFacts } from "../changedFacts";
import { momentInWords, resultsTimeInWords } from "../../../numbers/language/moments";
import { texts } from "../texts/texts";
import { useLayout } from "./layout";
import { KeepFocus } from "./KeepFocus";
import { NumberList, NumberRow } from "./NumberRow";
import { Subsection } from "./Subsection";

/** More are in the list of all changes. */
const MOST_FACTS = 3;

interface NewsProps {
  briefing: BriefingState;
  state: StoreState;
  store: Store;
}

/** How the service's results compare with the workbook's, and what the last refresh changed. */
export function NewsPart({ briefing, state, store }: NewsProps) {
  const layout = useLayout();
  useEffect(() => void store.readLastChanges(), [store]);
  const { comparison, news } = briefing;
  return (
    <Subsection id="news" title={texts.briefing.news}>
      <KeepFocus>
        {comparison && news && (
          <div className={layout.row}>
            <Body1 className={layout.fill} role="status">
              {newsText(news, comparison)}
            </Body1>
            {news === "newer" && (
              <Button disabledFocusable={state.progress !== undefined} onClick={() => void store.refresh()}>
                {texts.briefing.refresh}
              </Button>
            )}
          </div>
        )}
        {state.changes && state.changes.listed.length > 0 && <Facts state={state} store={store} />}
      </KeepFocus>
    </Subsection>
  );
}

function newsText(news: News, comparison: LookComparison): string {
  const { shownAt, lookedAt, compared, differing, cells, isExact } = comparison;
  const since = shownAt === undefined ? "" : resultsTimeInWords(shownAt);
  switch (news) {
    case "none":
      return texts.briefing.none;
    case "older":
      return texts.briefing.older(since, resultsTimeInWords(lookedAt ?? 0));
    case "newer":
      if (cells) return texts.briefing.newerCells(since, cells, isExact);
      return differing > 0 && cells === undefined
        ? texts.briefing.newerFormulas(since, differing)
        : texts.briefing.newer(since);
    case "again":
      return texts.briefing.again(resultsTimeInWords(lookedAt ?? 0), compared);
    case "same":
      return texts.briefing.same(since, compared);
    case "unknown":
      return texts.briefing.unknown(since);
  }
}

function Facts({ state: { changes }, store }: Pick<NewsProps, "state" | "store">) {
  const layout = useLayout();
  if (!changes) return null;
  return (
    <div>
      <Caption1 className={layout.detail}>
        {texts.briefing.lastRefresh(momentInWords(changes.at), changes.cells)}
      </Caption1>
      <NumberList>
        {changedFacts(changes, MOST_FACTS).map(({ label, detail, value }) => (
          <NumberRow key={label + value} label={label} number={value}>
            {detail && <Caption1 className={layout.detail}>{detail}</Caption1>}
          </NumberRow>
        ))}
      </NumberList>
      <Button size="small" appearance="subtle" onClick={() => store.showSection("activity")}>
        {texts.briefing.allChanges}
      </Button>
    </div>
  );
}
