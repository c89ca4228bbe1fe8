import { Button, makeStyles, MessageBar, MessageBarActions, MessageBarBody } from "@fluentui/react-components";
import { DismissRegular } from "@fluentui/react-icons";
import { useState } from "react";
import type { Failure } from "../../actions/sharedState";
import type { StoreState } from "../../actions/storeState";
import type { Store } from "../../actions/store";
import { OUTAGES } from "../../../insights";
import { texts } from "../texts/texts";
import { Remedy } from "./Remedy";

const useStyles = makeStyles({
  // Addresses of services are long, and have no spaces to break at.
  message: { minWidth: 0, overflowWrap: "anywhere" },
});

interface NoticeProps {
  failure: Failure;
  state: StoreState;
  store: Store;
}

export function Notice({ failure: { message, kind, details }, state, store }: NoticeProps) {
  const styles = useStyles();
  const [isOpen, setOpen] = useState(false);
  const { dismissFailure } = store;
  return (
    <MessageBar intent="error" layout="multiline" role="alert">
      <MessageBarBody className={styles.message}>
        {message}
        {isOpen && ` ${details}`}
      </MessageBarBody>
      <MessageBarActions
        containerAction={
          <Button
            appearance="transparent"
            icon={<DismissRegular />}
            aria-label={texts.dismiss}
            title={texts.dismiss}
            onClick={dismissFailure}
          />
        }
      >
        {state.status === "connected" && <Remedy kind={kind} store={store} />}
        {state.stopped?.reason === "failed" && kind && OUTAGES.includes(kind) && (
          <Button size="small" onClick={() => void store.refresh()}>
            {texts.tryAgain}
          </Button>
        )}
        {details && (
          <Button size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {texts.details}
          </Button>
        )}
      </MessageBarActions>
    </MessageBar>
  );
}
