import fc from "fast-check";
import {
  computedAt,
  isLater,
  isNewer,
  isSameEdition,
  nextEdition,
  UNREFRESHED,
  type Edition,
} from "../../../src/reporting/saved/ledger";
import { savedEntry } from "./entry";

const SERVICE = "https://one.example";
const OTHER = "https://other.example";
const refresh = (number: number, id = "a", service: string | undefined = SERVICE): Edition => ({ number, id, service });
const firstAnswers = (service?: string): Edition => ({ ...UNREFRESHED, service });

const edition = fc.record({
  number: fc.integer({ min: 1, max: 3 }),
  id: fc.constantFrom("a", "b", "c"),
  service: fc.constant(SERVICE),
});

describe("Of two editions", () => {
  test("the later has the larger number, whatever its id", () => {
    expect(isLater(refresh(9, "a"), refresh(5, "b"))).toBe(true);
    expect(isLater(refresh(5, "b"), refresh(9, "a"))).toBe(false);
  });

  test("a refresh is later than first answers, even those of another service", () => {
    expect(isLater(refresh(1, "a", OTHER), firstAnswers(SERVICE))).toBe(true);
    expect(isLater(firstAnswers(SERVICE), refresh(1, "a", OTHER))).toBe(false);
  });

  // Both users would otherwise keep their own results, and show different numbers.
  test("with one number, each user finds the same one later", () => {
    expect([isLater(refresh(5, "a"), refresh(5, "b")), isLater(refresh(5, "b"), refresh(5, "a"))]).toEqual([
      false,
      true,
    ]);
  });

  // Otherwise the colleague's new calls would be dropped.
  test("with one number and one id, neither is later", () => {
    expect(isSameEdition(refresh(5), refresh(5))).toBe(true);
    expect(isSameEdition(refresh(5, "a"), refresh(5, "b"))).toBe(false);
    expect(isSameEdition(firstAnswers(SERVICE), firstAnswers(SERVICE))).toBe(true);
  });

  test("before the first refresh, the service that was saved first wins", () => {
    expect(isLater(firstAnswers(SERVICE), firstAnswers(OTHER))).toBe(true);
    expect(isSameEdition(firstAnswers(SERVICE), firstAnswers(OTHER))).toBe(false);
  });

  test("before the first refresh, a workbook without answers wins over no service", () => {
    expect(isLater(firstAnswers(), firstAnswers(SERVICE))).toBe(false);
    expect(isLater(firstAnswers(SERVICE), firstAnswers())).toBe(true);
  });

  test("one is later unless they are the same", () => {
    fc.assert(
      fc.property(edition, edition, (one, other) => {
        const verdicts = [isLater(one, other), isLater(other, one), isSameEdition(one, other)];
        expect(verdicts.filter(Boolean)).toHaveLength(1);
      }),
    );
  });
});

test("The latest of any editions is the same in any order", () => {
  const latest = (editions: readonly Edition[]) =>
    editions.reduce((last, next) => (isLater(next, last) ? next : last), UNREFRESHED);
  const shuffled = fc
    .array(edition, { minLength: 1, maxLength: 6 })
    .chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })));
  fc.assert(fc.property(shuffled, ([all, other]) => expect(latest(other)).toEqual(latest(all))));
});

describe("The next edition", () => {
  const entries = [savedEntry()];
  const after = (former: Edition, runs: Record<string, number>, service = SERVICE) =>
    nextEdition(former, service, { entries, runs: new Map(Object.entries(runs)) });

  test("has the time of its newest answer as its number", () => {
    expect(after(refresh(100), { p1: 150, p2: 200, p3: 120 }).number).toBe(200);
  });

  // A colleague would otherwise never adopt the refresh.
  test("is larger by one if a plan was set back to an earlier run", () => {
    expect(after(refresh(100), { p1: 40 }).number).toBe(101);
    expect(after(refresh(100), { p1: 100 }).number).toBe(101);
    expect(after(refresh(100), {}).number).toBe(101);
  });

  test("is later than the former one, whatever it brings", () => {
    const times = fc.dictionary(fc.string(), fc.nat(5));
    fc.assert(
      fc.property(fc.oneof(edition, fc.constant(UNREFRESHED)), times, (former, runs) => {
        expect(isLater(after(former, runs), former)).toBe(true);
      }),
    );
  });

  test("has the service that the refresh asked", () => {
    expect(after(refresh(1), {}, OTHER).service).toBe(OTHER);
  });

  test("has one id for one refresh, and another for other results or another service", () => {
    const idOf = (result: unknown, service = SERVICE) =>
      nextEdition(refresh(1), service, { entries: [savedEntry({ result })], runs: new Map() }).id;
    expect(idOf(1)).toBe(idOf(1));
    expect(new Set([idOf(1), idOf(2), idOf(1, OTHER)]).size).toBe(3);
  });
});

describe("Of two entries of a call", () => {
  const dated = (...times: number[]) => times.map((time, at) => ({ key: `q${at}`, computedAt: time }));

  test("the newer is that with the newer answers, whenever the calls returned", () => {
    const [one, other] = [
      savedEntry({ answeredAt: 9, questions: dated(4) }),
      savedEntry({ answeredAt: 6, questions: dated(5) }),
    ];
    expect([isNewer(one, other), isNewer(other, one)]).toEqual([false, true]);
  });

  // Both users would otherwise overwrite each other's in turn.
  test("with one time, each user finds the same one newer", () => {
    const [one, other] = [savedEntry({ result: 1 }), savedEntry({ result: 2 })];
    expect([isNewer(one, other), isNewer(other, one)]).toEqual([false, true]);
    expect(isNewer(one, { ...one })).toBe(false);
  });

  test("an entry is as old as the oldest of its answers", () => {
    expect(computedAt({ questions: dated(3, 1, 2), answeredAt: 9 })).toBe(1);
  });

  test("an entry without known answers is as old as its return", () => {
    expect([computedAt({ questions: [], answeredAt: 9 }), computedAt({ answeredAt: 9 }), computedAt({})]).toEqual([
      9, 9, 0,
    ]);
  });
});
