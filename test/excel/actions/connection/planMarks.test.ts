import {
  NO_MARKS,
  openMarkedPlans,
  withFavourite,
  withRecent,
} from "../../../../src/excel/actions/connection/planMarks";

const APP = "https://app.example";
const MARKS = { favourites: ["p1"], recent: ["p2", "p1"] };

function storageOf(kept: Map<string, string>, isFull = false): Storage {
  const getItem = (name: string) => kept.get(name) ?? null;
  const setItem = (name: string, value: string) => {
    if (isFull) throw new Error("QuotaExceededError");
    kept.set(name, value);
  };
  return { getItem, setItem } as Storage;
}

test("A favourite is added last, and removed by the same action", () => {
  const marked = withFavourite(withFavourite(NO_MARKS, "p1"), "p2");
  expect(marked).toEqual({ favourites: ["p1", "p2"], recent: [] });
  expect(withFavourite(marked, "p1")).toEqual({ favourites: ["p2"], recent: [] });
});

test("The plan used last comes first, and only eight are kept", () => {
  const all = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "3"].reduce(withRecent, MARKS);
  expect(all).toEqual({ favourites: ["p1"], recent: ["3", "9", "8", "7", "6", "5", "4", "2"] });
});

test("Marks belong to a service, and another pane reads them", () => {
  const storage = storageOf(new Map());
  openMarkedPlans(storage, "part").write(APP, MARKS);
  openMarkedPlans(storage, "part").write("https://other.example", NO_MARKS);
  expect(openMarkedPlans(storage, "part").read(APP)).toEqual(MARKS);
  expect(openMarkedPlans(storage, "part").read("https://other.example")).toEqual(NO_MARKS);
  expect(openMarkedPlans(storage, undefined).read(APP)).toEqual(NO_MARKS);
});

test("Marks that another pane has written meanwhile stay", () => {
  const storage = storageOf(new Map());
  const [one, other] = [openMarkedPlans(storage, undefined), openMarkedPlans(storage, undefined)];
  one.write(APP, MARKS);
  other.write(APP, NO_MARKS);
  expect(one.read(APP)).toEqual(NO_MARKS);
});

test.each([
  ["there is none", undefined],
  ["it is full", storageOf(new Map(), true)],
])("If storage fails since %s, marks last as long as the page", (_why, storage) => {
  const marks = openMarkedPlans(storage, undefined);
  expect(marks.read(APP)).toEqual(NO_MARKS);
  marks.write(APP, MARKS);
  expect(marks.read(APP)).toEqual(MARKS);
});

test.each(["no JSON", "null", '{"https://app.example":{"favourites":"p1"}}', '{"https://app.example":null}'])(
  "Stored text such as %s has no marks",
  (text) => {
    const storage = storageOf(new Map([["scenario-insights.plans", text]]));
    expect(openMarkedPlans(storage, undefined).read(APP)).toEqual(NO_MARKS);
  },
);

test("Stored ids that are no texts are left out", () => {
  const kept = JSON.stringify({ [APP]: { favourites: [1, "p1"], recent: [null, "p2"] } });
  const storage = storageOf(new Map([["scenario-insights.plans", kept]]));
  expect(openMarkedPlans(storage, undefined).read(APP)).toEqual({ favourites: ["p1"], recent: ["p2"] });
});
