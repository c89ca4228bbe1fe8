import type { StoreState } from "../../actions/state";
import { gridPaneTexts as texts } from "../texts/grid";
import { useKit } from "./kit";

interface OverwriteProps {
  state: StoreState;
  onOverwrite: () => void;
  onCancel: () => void;
}

/** Asks before cells that hold something are overwritten. */
export function Overwrite({ state: { obstacle }, onOverwrite, onCancel }: OverwriteProps) {
  const { Button, MessageBar, MessageBarActions, MessageBarBody } = useKit();
  return (
    <MessageBar intent="warning" layout="multiline" role="alert">
      <MessageBarBody>{texts.obstacle(obstacle?.count ?? 0, obstacle?.examples.join(", ") ?? "")}</MessageBarBody>
      <MessageBarActions>
        <Button onClick={onOverwrite}>{texts.overwrite}</Button>
        <Button onClick={onCancel}>{texts.cancel}</Button>
      </MessageBarActions>
    </MessageBar>
  );
}
