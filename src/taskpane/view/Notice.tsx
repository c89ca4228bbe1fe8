import { Button, MessageBar, MessageBarActions, MessageBarBody } from "@fluentui/react-components";
import { DismissRegular } from "@fluentui/react-icons";
import type { Failure } from "../model";
import { texts } from "../texts";

export function Notice({ failure, onDismiss }: { failure: Failure; onDismiss: () => void }) {
  return (
    <MessageBar intent="error" layout="multiline" role="alert">
      <MessageBarBody>{failure.message}</MessageBarBody>
      <MessageBarActions
        containerAction={
          <Button appearance="transparent" icon={<DismissRegular />} aria-label={texts.dismiss} onClick={onDismiss} />
        }
      />
    </MessageBar>
  );
}
