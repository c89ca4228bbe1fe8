import { Button } from "@fluentui/react-components";
import type { StoreState } from "../../actions/storeState";
import type { Store } from "../../actions/store";
import { texts } from "../texts/texts";
import { FormulaSection } from "./FormulaSection";
import { TablePaneSection } from "./TablePaneSection";
import { useLayout } from "./layout";

const BUILDERS = ["grid", "formula"] as const;
type Builder = (typeof BUILDERS)[number];

interface BuildSectionProps {
  section: Builder;
  state: StoreState;
  store: Store;
  /** The pane is shown, and follows the active cell. */
  isVisible: boolean;
}

/** What the user builds: a table, or one formula. */
export function BuildSection({ section, state, store, isVisible }: BuildSectionProps) {
  const layout = useLayout();
  return (
    <div className={layout.column}>
      <div role="group" aria-label={texts.sections.build} className={layout.row}>
        {BUILDERS.map((each) => (
          <Button
            key={each}
            size="small"
            shape="circular"
            appearance={each === section ? "primary" : "secondary"}
            aria-pressed={each === section}
            onClick={() => store.showSection(each)}
          >
            {texts.sections[each]}
          </Button>
        ))}
      </div>
      {section === "formula" ? (
        <FormulaSection state={state} store={store} isVisible={isVisible} />
      ) : (
        <TablePaneSection state={state} store={store} isVisible={isVisible} />
      )}
    </div>
  );
}
