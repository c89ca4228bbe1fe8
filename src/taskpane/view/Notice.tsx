import { Button, makeStyles, MessageBar, MessageBarActions, MessageBarBody } from "@fluentui/react-components";
import { DismissRegular } from "@fluentui/react-icons";
import type { Failure } from "../../actions/state";
import { texts } from "../texts/texts";

const useStyles = makeStyles({
  // Addresses of services are long, and have no spaces to break at.
  message: { minWidth: 0, overflowWrap: "anywhere" },
});

export function Notice({ failure, onDismiss }: { failure: Failure; onDismiss: () => void }) {
  const styles = useStyles();
  return (
    <MessageBar intent="error" layout="multiline" role="alert">
      <MessageBarBody className={styles.message}>{failure.message}</MessageBarBody>
      <MessageBarActions
        containerAction={
          <Button appearance="transparent" icon={<DismissRegular />} aria-label={texts.dismiss} onClick={onDismiss} />
        }
      />
    </MessageBar>
  );
}
