/** @jest-environment jsdom */
import { connectFrame, windowName, type AnswerRequest } from "../../workbench/office/transport";

const ORIGIN = "https://localhost:4400";

/** The page of a host, a frame in it, and what was posted to the frame. */
function stage(answer: AnswerRequest = async () => undefined, onListen: Record<string, () => void> = {}) {
  const posted: { target: string; message: Record<string, unknown> }[] = [];
  const inside = { postMessage: (text: string, target: string) => posted.push({ target, message: JSON.parse(text) }) };
  const frame = { window: () => inside as unknown as Window, origin: ORIGIN };
  const transport = connectFrame(window, frame, "c1", answer, onListen);
  const receive = async (data: unknown, sender: { source?: unknown; origin?: string } = {}) => {
    const { source = inside, origin = ORIGIN } = sender;
    const text = typeof data === "string" ? data : JSON.stringify(data);
    // A window that is no real one cannot be an event's source, but has to be.
    const event = new MessageEvent("message", { data: text, origin });
    window.dispatchEvent(Object.defineProperty(event, "source", { value: source }));
    await new Promise((resolve) => setTimeout(resolve));
  };
  return { transport, posted, receive };
}

const request = (action: string, kind = 0, data: unknown = null) => ({
  _messageType: 0,
  _actionName: action,
  _conversationId: "c1",
  _correlationId: "r1",
  _actionType: kind,
  _data: data,
});

test("A request is answered with its own correlation id, to the add-in's origin alone", async () => {
  const { posted, receive } = stage(async (action, data) => ({ action, data }));
  await receive(request("executeMethod", 0, [1]));
  expect(posted).toMatchObject([
    {
      target: ORIGIN,
      message: {
        _messageType: 1,
        _actionName: "executeMethod",
        _conversationId: "c1",
        _correlationId: "r1",
        _data: { action: "executeMethod", data: [1] },
        _errorCode: 0,
        _responseType: 0,
      },
    },
  ]);
});

test("An action that the host does not know is refused, and not left without an answer", async () => {
  const { posted, receive } = stage();
  await receive(request("openDialog"));
  expect(posted).toMatchObject([{ message: { _data: null, _errorCode: -2 } }]);
});

test("Events reach an add-in from when it listens until it does not", async () => {
  const heard: string[] = [];
  const { transport, posted, receive } = stage(async () => undefined, { pressed: () => heard.push("pressed") });
  transport.raise("pressed", 1);
  expect(posted).toEqual([]);
  await receive(request("pressed", 1));
  expect([heard, posted.splice(0)]).toMatchObject([["pressed"], [{ message: { _data: { Error: 0 } } }]]);
  transport.raise("pressed", 2);
  expect(posted.splice(0)).toMatchObject([{ message: { _correlationId: "r1", _responseType: 1, _data: 2 } }]);
  await receive(request("pressed", 2));
  posted.length = 0;
  transport.raise("pressed", 3);
  expect(posted).toEqual([]);
});

test.each([
  ["another window", request("x"), { source: window }],
  ["another origin", request("x"), { origin: "https://evil.example" }],
  ["another conversation", { ...request("x"), _conversationId: "c2" }, {}],
  ["a reply", { ...request("x"), _messageType: 1 }, {}],
  ["no JSON", "hello", {}],
  ["no object", "null", {}],
])("A message is left alone when it is of %s", async (_kind, data, sender) => {
  const answer = jest.fn(async () => ({}));
  const { posted, receive } = stage(answer);
  await receive(data, sender);
  expect([answer.mock.calls, posted]).toEqual([[], []]);
});

test("A transport that is closed takes no more messages", async () => {
  const { transport, posted, receive } = stage(async () => ({}));
  transport.close();
  await receive(request("x"));
  expect(posted).toEqual([]);
});

test("The window's name declares Excel on the web with a shared runtime", () => {
  const name = JSON.parse(windowName({ conversation: "c1", addin: "a1", host: "https://localhost/workbench/" }));
  expect(name.xdmInfo).toBe("c1|a1|https://localhost/workbench/");
  expect(name.hostInfo).toMatch(/^Excel\$Web\$16\.00\$en-US\$.*\$disableLogging\$3$/);
});
