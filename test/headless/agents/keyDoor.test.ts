/** Who may try a key, and when. */
import { createKeyDoor, DOOR, type KeyDoor, type Trial } from "../../../src/headless/agents/keyDoor";

const MINUTE = 60_000;

function open() {
  let time = Date.UTC(2026, 4, 4);
  return { door: createKeyDoor(() => time), pass: (milliseconds: number) => void (time += milliseconds) };
}

function begin(door: KeyDoor, key: string, sender = "192.0.2.1"): Trial {
  const trial = door.begin(key, sender);
  if (trial === "refused" || "retryAfter" in trial) throw new Error(`The key ${key} is turned away.`);
  return trial;
}

/** Returns what a sender is told after so many refused keys. */
function guess({ door }: Pick<ReturnType<typeof open>, "door">, times: number, sender?: string) {
  for (let at = 0; at < times; at += 1) begin(door, `key ${at}`, sender).end(true);
  return door.begin("another", sender ?? "192.0.2.1");
}

test("a key that was refused is refused for a minute without asking the service", () => {
  const { door, pass } = open();
  begin(door, "wrong").end(true);
  expect(door.begin("wrong", "198.51.100.7")).toBe("refused");
  pass(MINUTE);
  expect(door.begin("wrong", "198.51.100.7")).toHaveProperty("signal");
});

test("who guesses waits, twice as long after each further key, and ten minutes at most", () => {
  const { door, pass } = open();
  expect(guess({ door }, DOOR.freeGuesses)).toEqual({ retryAfter: 5 });
  const waits = Array.from({ length: 9 }, (_, at) => {
    pass(10 * MINUTE);
    begin(door, `later ${at}`).end(true);
    const turned = door.begin("another", "192.0.2.1");
    return turned !== "refused" && "retryAfter" in turned ? turned.retryAfter : 0;
  });
  expect(waits).toEqual([10, 20, 40, 80, 160, 320, 600, 600, 600]);
  pass(61 * MINUTE);
  expect(guess({ door }, DOOR.freeGuesses - 1)).toHaveProperty("signal");
});

test("a sender's guesses do not slow another one, but all addresses of a network of IPv6 are one", () => {
  const opened = open();
  guess(opened, DOOR.freeGuesses, "2001:db8::1");
  expect(opened.door.begin("honest", "2001:db8:0:0:1::1")).toEqual({ retryAfter: 5 });
  expect(opened.door.begin("honest", "2001:db8:0:1::1")).toHaveProperty("signal");
  expect(opened.door.begin("honest", "192.0.2.2")).toHaveProperty("signal");
});

test("keys that the service has not answered yet hold few places of one sender, and no place of later ones", () => {
  const { door } = open();
  const own = Array.from({ length: DOOR.trialsPerSender }, (_, at) => begin(door, `hanging ${at}`));
  expect(door.begin("one more", "192.0.2.1")).toEqual({ retryAfter: 5 });
  for (let at = own.length; at < DOOR.trials; at += 1) begin(door, `other ${at}`, `198.51.100.${at}`);
  expect(own.map(({ signal }) => signal.aborted)).toEqual([false, false, false, false]);
  begin(door, "honest", "203.0.113.1");
  expect(own.map(({ signal }) => signal.aborted)).toEqual([true, false, false, false]);
});

test("a key that was accepted costs its sender nothing", () => {
  const { door } = open();
  for (let at = 0; at < 100; at += 1) begin(door, `right ${at}`).end(false);
  expect(door.begin("another", "192.0.2.1")).toHaveProperty("signal");
});

test("a key that the service has accepted before does not wait for the guesses of others behind its address", () => {
  const { door } = open();
  for (let at = 0; at < DOOR.freeGuesses + 1; at += 1) {
    const trial = door.begin(`wrong ${at}`, "192.0.2.1", true);
    if (trial !== "refused" && "end" in trial) trial.end(true);
  }
  expect(door.begin("another", "192.0.2.1")).toEqual({ retryAfter: 10 });
  expect(door.begin("known", "192.0.2.1", true)).toHaveProperty("signal");
});
