/**
 * The messages between Office on the web and an add-in in a frame: JSON texts, posted from window to window. A request carries
 * a correlation id; its reply and the events that it subscribed to repeat it.
 */

/** What the name of its window tells an add-in before it loads. */
export interface Introduction {
  /** Tells the frames of one page apart. */
  conversation: string;
  addin: string;
  /** The page that hosts the frame. */
  host: string;
}

export interface Transport {
  /** Raises an event, if the add-in listens to events of that name. */
  raise(event: string, data: unknown): void;
  /** Tells the add-in's page of an action of the host, as `OSF.AgaveHostAction`. */
  notify(action: number): void;
  /** Stops receiving and posting messages. */
  close(): void;
}

/** The window that the transport posts to, and the origin that its messages come from. */
export interface Frame {
  window(): Window | null;
  origin: string;
}

/** Answers a request of the add-in; undefined if the host does not know the action. */
export type AnswerRequest = (action: string, data: unknown) => Promise<unknown>;

interface Message {
  _messageType: number;
  _actionName: string;
  _conversationId: string;
  _correlationId: string;
  _actionType: number;
  _data: unknown;
}

const REQUEST = 0;
const REPLY = 1;
const [LISTEN, IGNORE] = [1, 2];
const EVENT = 1;
const UNKNOWN_ACTION = -2;
/** The runtime is shared by pane, functions and commands. */
const SHARED_RUNTIME = 1;
const CUSTOM_FUNCTIONS = 2;

/** Returns the name for an add-in's window. Set it before the frame is put into the page. */
export function windowName({ conversation, addin, host }: Introduction): string {
  const flags = SHARED_RUNTIME | CUSTOM_FUNCTIONS;
  return JSON.stringify({
    baseFrameName: addin,
    hostInfo: ["Excel", "Web", "16.00", "en-US", conversation, "", "disableLogging", flags].join("$"),
    xdmInfo: [conversation, addin, host].join("|"),
    serializerVersion: "1",
  });
}

/** Begins to answer the add-in in the frame. `onListen` is called when it begins to listen to an event. */
export function connectFrame(
  page: Window,
  frame: Frame,
  conversation: string,
  answer: AnswerRequest,
  onListen: Record<string, () => void>,
): Transport {
  const listening = new Map<string, string>();
  const post = poster(page, frame, conversation);
  const reply = async ({ _actionName, _actionType, _correlationId, _data }: Message): Promise<void> => {
    if (_actionType === LISTEN) listening.set(_actionName, _correlationId);
    if (_actionType === IGNORE) listening.delete(_actionName);
    if (_actionType !== 0) {
      post(_actionName, _correlationId, { Error: 0 });
      if (_actionType === LISTEN) onListen[_actionName]?.();
      return;
    }
    const data = await answer(_actionName, _data);
    post(_actionName, _correlationId, data ?? null, 0, data === undefined ? UNKNOWN_ACTION : 0);
  };
  const take = (event: MessageEvent): void => {
    if (event.source !== frame.window() || event.origin !== frame.origin) return;
    const message = read(event.data);
    if (message?._messageType === REQUEST && message._conversationId === conversation) void reply(message);
  };
  page.addEventListener("message", take);
  return {
    raise(event, data) {
      const correlation = listening.get(event);
      if (correlation !== undefined) post(event, correlation, data, EVENT);
    },
    notify(action) {
      const message = {
        _messageType: REQUEST,
        _actionType: 0,
        _actionName: "Office_notifyAgave",
        _conversationId: `${conversation}_ntf`,
        _correlationId: crypto.randomUUID(),
        _origin: page.origin,
        _data: [action],
        _serializerVersion: 1,
      };
      frame.window()?.postMessage(JSON.stringify(message), frame.origin);
    },
    close: () => page.removeEventListener("message", take),
  };
}

function poster(page: Window, frame: Frame, conversation: string) {
  return (action: string, correlation: string, data: unknown, kind = 0, error = 0): void => {
    const message = {
      _messageType: REPLY,
      _actionName: action,
      _conversationId: conversation,
      _correlationId: correlation,
      _origin: page.origin,
      _data: data,
      _errorCode: error,
      _responseType: kind,
      _serializerVersion: 1,
    };
    frame.window()?.postMessage(JSON.stringify(message), frame.origin);
  };
}

/** Ignores what other windows and extensions of browsers post: it need not be JSON. */
function read(data: unknown): Message | undefined {
  try {
    const message: unknown = JSON.parse(String(data));
    return typeof message === "object" && message !== null ? (message as Message) : undefined;
  } catch {
    return undefined;
  }
}
