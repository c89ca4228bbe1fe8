import { Tab, TabList } from "@fluentui/react-components";
import type { StoreState } from "../../actions/state";
import type { Store } from "../../actions/store";
import { texts } from "../texts/texts";
import { FormulaSection } from "./FormulaSection";
import { GridSection } from "./GridSection";
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
      <TabList
        size="small"
        appearance="subtle-circular"
        selectedValue={section}
        onTabSelect={(_event, { value }) => store.showSection(value as Builder)}
        aria-label={texts.sections.build}
      >
        {BUILDERS.map((each) => (
          <Tab key={each} value={each}>
            {texts.sections[each]}
          </Tab>
        ))}
      </TabList>
      {section === "formula" ? (
        <FormulaSection state={state} store={store} isVisible={isVisible} />
      ) : (
        <GridSection state={state} store={store} isVisible={isVisible} />
      )}
    </div>
  );
}
