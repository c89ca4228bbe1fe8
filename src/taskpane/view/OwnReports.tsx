import { Body1, Button, Caption1, Link, makeStyles, tokens, mergeClasses } from "@fluentui/react-components";
import { useState } from "react";
import type { Report } from "../../actions/state";
import type { Store } from "../../actions/store";
import { texts } from "../texts/texts";
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
  store: Store;
}

/** The workbook's reports, by the names that their sheets have now. */
export function OwnReports({ reports, isDisabled, store }: OwnReportsProps) {
  const layout = useLayout();
  if (reports.length === 0) return <Body1>{texts.reports.none}</Body1>;
  return (
    <ul className={layout.plain}>
      {reports.map((report) => (
        <OwnReport key={report.id} report={report} isDisabled={isDisabled} store={store} />
      ))}
    </ul>
  );
}

function OwnReport({ report, isDisabled, store }: { report: Report; isDisabled: boolean; store: Store }) {
  const styles = useStyles();
  const layout = useLayout();
  const [isAsked, setAsked] = useState(false);
  const { id, kind, sheet } = report;
  return (
    <li className={styles.report}>
      <Link as="button" onClick={() => void store.showReport(id)}>
        {sheet}
      </Link>
      <div className={layout.row}>
        <Caption1 className={mergeClasses(layout.detail, layout.fill)}>
          {isAsked ? texts.reports.confirm(sheet) : texts.reports.kinds[kind]?.[0]}
        </Caption1>
        {isAsked ? (
          <Deletion
            onDelete={() => void store.removeReport(id)}
            onKeep={() => setAsked(false)}
            isDisabled={isDisabled}
          />
        ) : (
          <Actions
            sheet={sheet}
            isDisabled={isDisabled}
            onDuplicate={() => void store.duplicateReport(id)}
            onRemove={() => setAsked(true)}
          />
        )}
      </div>
    </li>
  );
}

interface DeletionProps {
  isDisabled: boolean;
  onDelete: () => void;
  onKeep: () => void;
}

function Deletion({ isDisabled, onDelete, onKeep }: DeletionProps) {
  return (
    <>
      <Button size="small" disabled={isDisabled} onClick={onDelete}>
        {texts.reports.delete}
      </Button>
      <Button size="small" onClick={onKeep}>
        {texts.reports.keep}
      </Button>
    </>
  );
}

interface ActionsProps {
  sheet: string;
  isDisabled: boolean;
  onDuplicate: () => void;
  onRemove: () => void;
}

function Actions({ sheet, isDisabled, onDuplicate, onRemove }: ActionsProps) {
  const actions = [
    [texts.reports.duplicate, onDuplicate],
    [texts.reports.remove, onRemove],
  ] as const;
  return actions.map(([name, action]) => (
    <Button
      key={name}
      size="small"
      disabled={isDisabled}
      aria-label={texts.reports.nameOf(name, sheet)}
      onClick={action}
    >
      {name}
    </Button>
  ));
}
