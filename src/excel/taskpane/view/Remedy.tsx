import { Button } from "@fluentui/react-components";
import type { Failure } from "../../actions/sharedState";
import type { Store } from "../../actions/store";
import { texts } from "../texts/texts";

const START = { alignSelf: "flex-start" } as const;

interface RemedyProps {
  kind: Failure["kind"];
  store: Store;
}

/** The button for what the message of such an error tells to do in another place of the pane; none if it tells nothing so. */
export function Remedy({ kind, store }: RemedyProps) {
  if (kind === "unauthorized" || kind === "forbidden")
    return (
      <Button size="small" style={START} onClick={store.disconnect}>
        {texts.connectAgain}
      </Button>
    );
  if (kind === "unplanned")
    return (
      <Button size="small" style={START} onClick={() => store.showSection("plans")}>
        {texts.choosePlan}
      </Button>
    );
  return null;
}
