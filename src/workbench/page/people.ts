/** A second person in the same workbook: an add-in with a runtime of its own, on the same sheets and custom XML parts. */
import type { OfficeHost } from "../office/host";
import { windowName } from "../office/transport";
import type { Addin } from "./addin";
import { connectPane } from "./connection";
import type { AddinFrame } from "./officeHost";

export interface People {
  /** The add-in of the person whose Excel calculates: each calls functions in its own runtime only. */
  atWork(): OfficeHost;
  /** Opens the second person's pane below the first; fulfilled when it is connected. */
  invite(): Promise<void>;
  /** Has the person's Excel calculate from now on. @throws RangeError where nobody has been invited. */
  turnTo(person: "first" | "second"): void;
}

export interface PeopleOptions {
  readonly addin: Addin;
  readonly pane: HTMLElement;
  /** Gives the host of the person who has opened the workbook. */
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
