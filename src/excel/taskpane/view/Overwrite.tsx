import { Button, MessageBar, MessageBarActions, MessageBarBody } from "@fluentui/react-components";
import type { StoreState } from "../../actions/storeState";
import { texts } from "../texts/texts";

interface OverwriteProps {
  state: StoreState;
  onOverwrite: () => void;
  onCancel: () => void;
}

/** Asks before cells that hold something are overwritten. */
export function Overwrite({ state: { obstacle }, onOverwrite, onCancel }: OverwriteProps) {
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
