import { Body1, Button, Field } from "@fluentui/react-components";
import { useState } from "react";
import type { SheetSnapshot } from "../../workbook/snapshot/mark";
import type { SnapshotScope } from "../../workbook/snapshot/sources";
import type { Store } from "../../actions/store";
import { momentInWords, resultsTimeInWords } from "../../../numbers/language/moments";
import { texts } from "../texts/texts";
import { Picker } from "./Picker";
import { useLayout } from "./layout";
import { ActionPlace } from "./ActionPlace";
import { SheetItem } from "./SheetItem";
import { Subsection } from "./Subsection";

const SCOPES: readonly SnapshotScope[] = ["sheet", "reports", "workbook"];

interface ValuesPartProps {
  snapshots: readonly SheetSnapshot[];
  isDisabled: boolean;
  store: Store;
}

/** Snapshots, and the values-only copy. */
export function ValuesPart({ snapshots, isDisabled, store }: ValuesPartProps) {
  const layout = useLayout();
  return (
    <Subsection id="values" title={texts.reports.values}>
      <Body1>{texts.reports.snapshotAdvice}</Body1>
      <ActionPlace name="snapshot">
        <TakeSnapshots isDisabled={isDisabled} store={store} />
      </ActionPlace>
      {snapshots.length > 0 && (
        <ul className={layout.plain} aria-label={texts.reports.snapshots}>
          {snapshots.map((snapshot) => (
            <SheetItem
              key={snapshot.id}
              sheet={snapshot.sheet}
              detail={detailOf(snapshot)}
              isDisabled={isDisabled}
              onShow={() => void store.showSnapshot(snapshot.id)}
              onRemove={() => void store.removeSnapshot(snapshot.id)}
            />
          ))}
        </ul>
      )}
      <Body1>{texts.reports.copyAdvice}</Body1>
      <ActionPlace name="copy">
        <div className={layout.row}>
          <Button disabledFocusable={isDisabled} onClick={() => void store.sendCopy()}>
            {texts.reports.sendCopy}
          </Button>
        </div>
      </ActionPlace>
    </Subsection>
  );
}

function TakeSnapshots({ isDisabled, store }: Pick<ValuesPartProps, "isDisabled" | "store">) {
  const layout = useLayout();
  const [scope, setScope] = useState<SnapshotScope>("sheet");
  return (
    <>
      <Field label={texts.reports.snapshotScope}>
        <Picker
          chosen={[scope]}
          options={SCOPES.map((each) => ({ value: each, label: texts.reports.snapshotScopes[each] }))}
          onChoose={(chosen) => setScope(chosen as SnapshotScope)}
        />
      </Field>
      <div className={layout.row}>
        <Button disabledFocusable={isDisabled} onClick={() => void store.takeSnapshots(scope)}>
          {texts.reports.takeSnapshot}
        </Button>
      </div>
    </>
  );
}

function detailOf({ liveSheet, takenAt, asOf, liveCharts }: SheetSnapshot): string {
  const text = texts.reports.snapshotOf(
    liveSheet,
    momentInWords(takenAt),
    asOf === undefined ? undefined : resultsTimeInWords(asOf),
  );
  return liveCharts.length === 0 ? text : `${text}. ${texts.reports.liveCharts(liveCharts)}`;
}
