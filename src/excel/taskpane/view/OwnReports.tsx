import { Body1 } from "@fluentui/react-components";
import type { Report } from "../../workbook/reports/report";
import type { Store } from "../../actions/store";
import { reportBarTexts } from "../texts/reportBar";
import { texts } from "../texts/texts";
import { useLayout } from "./layout";
import { SheetItem } from "./SheetItem";

interface OwnReportsProps {
  reports: readonly Report[];
  isDisabled: boolean;
  store: Store;
}

/** The workbook's reports, by the names that their sheets have now. */
export function OwnReports({ reports, isDisabled, store }: OwnReportsProps) {
  const layout = useLayout();
  if (reports.length === 0) return <Body1>{texts.reports.none}</Body1>;
  return (
    <ul className={layout.plain}>
      {reports.map(({ id, kind, sheet, isUnlinked }) => (
        <SheetItem
          key={id}
          sheet={sheet}
          detail={detailOf(store.reportTitles.get(kind) ?? "", isUnlinked)}
          isDisabled={isDisabled}
          onShow={() => void store.showReport(id)}
          link={{ isUnlinked, onLink: (isLinked) => void store.linkReport(id, isLinked) }}
          onDuplicate={() => void store.duplicateReport(id)}
          onRemove={() => void store.removeReport(id)}
        />
      ))}
    </ul>
  );
}

function detailOf(title: string, isUnlinked: boolean): string {
  return isUnlinked ? reportBarTexts.detail(title) : title;
}
