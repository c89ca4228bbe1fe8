import { Select, mergeClasses } from "@fluentui/react-components";
import type { Scope } from "../../actions/state";
import { texts } from "../texts/texts";
import { useLayout } from "./layout";

const SCOPES: readonly Scope[] = ["workbook", "sheet", "selection"];

interface ScopeSelectProps {
  label: string;
  scope: Scope;
  onScope: (scope: Scope) => void;
}

export function ScopeSelect({ label, scope, onScope }: ScopeSelectProps) {
  const layout = useLayout();
  return (
    <Select
      aria-label={label}
      className={mergeClasses(layout.select, layout.fill)}
      value={scope}
      onChange={(_event, { value }) => onScope(value as Scope)}
    >
      {SCOPES.map((each) => (
        <option key={each} value={each}>
          {texts.activity.scopes[each]}
        </option>
      ))}
    </Select>
  );
}
