import { Button, MessageBar, MessageBarActions, MessageBarBody } from "@fluentui/react-components";
import type { StoreState } from "../../actions/storeState";
import { texts } from "../texts/texts";

interface OverwriteProps {
  state: StoreState;
  /** Undefined if there is no other place. */
  onNewSheet?: () => void;
  onOverwrite: () => void;
  onCancel: () => void;
}

/** Asks before cells that hold something are overwritten. */
export function Overwrite({ state: { obstacle }, onNewSheet, onOverwrite, onCancel }: OverwriteProps) {
  return (
    <MessageBar intent="warning" layout="multiline" role="alert">
      <MessageBarBody>{texts.obstacle(obstacle?.count ?? 0, obstacle?.examples.join(", ") ?? "")}</MessageBarBody>
      <MessageBarActions>
        {onNewSheet && (
          <Button appearance="primary" onClick={onNewSheet}>
            {texts.onNewSheet}
          </Button>
        )}
        <Button onClick={onOverwrite}>{texts.overwrite}</Button>
        <Button onClick={onCancel}>{texts.cancel}</Button>
      </MessageBarActions>
    </MessageBar>
  );
}
