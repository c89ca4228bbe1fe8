import { Body1, Button, Caption1, Link, makeStyles, tokens } from "@fluentui/react-components";
import { useState } from "react";
import type { Report } from "../../workbook/report";
import type { PaneModel } from "../model";
import { texts } from "../texts";
import { useLayout } from "./layout";

const useStyles = makeStyles({
  report: {
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    paddingBlock: tokens.spacingVerticalXS,
  },
});

interface OwnReportsProps {
  reports: readonly Report[];
  isDisabled: boolean;
  model: PaneModel;
}

/** The workbook's reports, by the names that their sheets have now. */
export function OwnReports({ reports, isDisabled, model }: OwnReportsProps) {
  const layout = useLayout();
  if (reports.length === 0) return <Body1>{texts.reports.none}</Body1>;
  return (
    <ul className={layout.plain}>
      {reports.map((report) => (
        <OwnReport key={report.id} report={report} isDisabled={isDisabled} model={model} />
      ))}
    </ul>
  );
}

function OwnReport({ report, isDisabled, model }: { report: Report; isDisabled: boolean; model: PaneModel }) {
  const styles = useStyles();
  const layout = useLayout();
  const [isAsked, setAsked] = useState(false);
  const { id, kind, sheet } = report;
  const first = `'${sheet.replaceAll("'", "''")}'!A1`;
  return (
    <li className={styles.report}>
      <Link as="button" onClick={() => void model.select(first)}>
        {sheet}
      </Link>
      <div className={layout.row}>
        <Caption1 className={`${layout.detail} ${layout.fill}`}>
          {isAsked ? texts.reports.confirm(sheet) : texts.reports.kinds[kind]?.[0]}
        </Caption1>
        {isAsked ? (
          <>
            <Button size="small" disabled={isDisabled} onClick={() => void model.removeReport(id)}>
              {texts.reports.delete}
            </Button>
            <Button size="small" onClick={() => setAsked(false)}>
              {texts.reports.keep}
            </Button>
          </>
        ) : (
          <>
            <Button
              size="small"
              disabled={isDisabled}
              aria-label={texts.reports.nameOf(texts.reports.duplicate, sheet)}
              onClick={() => void model.duplicateReport(id)}
            >
              {texts.reports.duplicate}
            </Button>
            <Button
              size="small"
              disabled={isDisabled}
              aria-label={texts.reports.nameOf(texts.reports.remove, sheet)}
              onClick={() => setAsked(true)}
            >
              {texts.reports.remove}
            </Button>
          </>
        )}
      </div>
    </li>
  );
}
