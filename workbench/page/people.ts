/** A second person in the same workbook: an add-in with a runtime of its own, on the same sheets and custom XML parts. */
import type { OfficeHost } from "../office/host";
import { windowName } from "../office/transport";
import type { Addin } from "./addin";
import { connectPane } from "./paneConnection";
import type { AddinFrame } from "./officeHost";

export interface People {
  /** The add-in of the person whose Excel calculates: each calls functions in its own runtime only. */
  atWork(): OfficeHost;
  /** Opens the second person's pane below the first; fulfilled when it is connected. */
  invite(): Promise<void>;
  /** Lets this user's Excel calculate. @throws RangeError without a second user. */
  turnTo(person: "first" | "second"): void;
}

export interface PeopleOptions {
  readonly addin: Addin;
  readonly pane: HTMLElement;
  /** Returns the host of the first user. */
  readonly first: () => OfficeHost;
  /** Connects another add-in with the workbook. */
  readonly connect: (frame: AddinFrame) => OfficeHost;
}

export function createPeople({ addin, pane, first, connect }: PeopleOptions): People {
  let second: OfficeHost | undefined;
  let isSecond = false;
  return {
    atWork: () => (isSecond && second) || first(),
    async invite() {
      const conversation = crypto.randomUUID();
      const frame = createFrame(addin, conversation);
      const nothing = () => undefined;
      second = connect({ conversation, frame, pane: { show: nothing, hide: nothing, visible: () => true } });
      pane.append(frame);
      await connectPane(frame, location.origin, addin.apiKey);
    },
    turnTo(person) {
      if (!second) throw new RangeError("There is one person only.");
      isSecond = person === "second";
    },
  };
}

function createFrame({ manifest }: Addin, conversation: string): HTMLIFrameElement {
  const frame = document.createElement("iframe");
  frame.title = `${manifest.name}, second person`;
  frame.name = windowName({ conversation, addin: manifest.id, host: location.origin + location.pathname });
  frame.src = `/${manifest.page}`;
  return frame;
}
