/** Loses one request of whatever the add-in does: nobody waits for ever, what is said is true, and the next refresh is done. */
import { openLeanWorkbook } from "./leanSetup";
import { nthRequest, type Loss } from "./losses";
import { openPerson } from "./person";

type World = Awaited<ReturnType<typeof openLeanWorkbook>>;

const CELLS = {
  "Sheet1!A1": '=INSIGHTS.KPI("Plan","One","ebit")',
  "Sheet1!A2": '=INSIGHTS.KPI("Plan","Two","ebit")',
  "Other!A1": "=Sheet1!A1+Sheet1!A2",
  "Other!B1": '=INSIGHTS.KPI("Other plan","One","ebit")',
} as const;
type Address = keyof typeof CELLS;
const ADDRESSES = Object.keys(CELLS) as Address[];

async function open(): Promise<World> {
  const world = await openLeanWorkbook(["Sheet1", "Other"], CELLS);
  await world.person.save();
  await world.refresh();
  return world;
}

/** The service has new numbers of all plans. */
function step({ service }: World): void {
  for (const plan of [0, 1]) for (const scenario of [0, 1]) service.step(plan, scenario);
}

function expected({ service }: World): unknown[] {
  const [one, two, other] = [service.numberOf(0, 0, 0), service.numberOf(0, 1, 0), service.numberOf(1, 0, 0)];
  return [one, two, Number(one) + Number(two), other];
}

const shown = ({ value }: World) => ADDRESSES.map((address) => value(address));

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** More turns than anything takes that does not wait for ever. */
const MOST_TURNS = 5_000;

/** Fails if the work does not end. */
async function ends<T>(work: Promise<T>): Promise<T> {
  let isOver = false;
  const over = () => void (isOver = true);
  work.then(over, over);
  for (let turns = 0; !isOver && turns < MOST_TURNS; turns += 1) await turn();
  if (!isOver) throw new Error("It waits for ever.");
  return work;
}

async function settle({ workbook, person, losses }: World): Promise<void> {
  for (let quiet = 0; quiet < 3;) {
    await workbook.settled();
    await turn();
    quiet = person.isIdle() && losses.isIdle() ? quiet + 1 : 0;
  }
}

export interface Work {
  /** The steps before it. */
  readonly before?: (world: World) => Promise<void>;
  /** Loses one of its requests. */
  readonly run: (world: World) => Promise<void>;
  /** The pane says how it ended. @default false */
  readonly isTold?: boolean;
}

export const WORK: Readonly<Record<string, Work>> = {
  start: { run: (world) => world.reopen() },
  save: {
    async before({ enter, workbook }) {
      enter("Sheet1!A3", '=INSIGHTS.KPI("Plan","Three","ebit")');
      await workbook.settled();
    },
    run: async ({ person }) => void (await person.save()),
  },
  look: { before: refreshElsewhere, run: ({ person }) => person.look() },
  refresh: { isTold: true, run: ({ person }) => person.act(() => person.store.refresh()) },
  "cancelled refresh": {
    isTold: true,
    async run(world) {
      const { person, losses } = world;
      const refreshing = person.act(() => person.store.refresh());
      while (!losses.hasLost() && person.store.state().progress) await turn();
      // Without the limit.
      losses.isStopped = true;
      person.store.cancelRefresh();
      await ends(refreshing);
      losses.isStopped = false;
    },
  },
};

/** A colleague refreshes the workbook. */
async function refreshElsewhere({ service }: World): Promise<void> {
  const colleague = await openPerson({ service, isConnected: true, now: service.now });
  await colleague.act(() => colleague.store.refresh());
  colleague.leave();
}

/** How many requests the work sends if none is lost. */
async function requestsOf({ before, run }: Work): Promise<number> {
  const world = await open();
  step(world);
  await before?.(world);
  const { count } = world.losses;
  await run(world);
  await settle(world);
  world.close();
  return world.losses.count - count;
}

/** Checks that the pane's message of a refresh is true of the cells, also of those that change later. */
async function checkTold(world: World, former: readonly unknown[]): Promise<void> {
  const { failure, unsettled, stopped, refreshed } = world.person.store.state();
  const now = shown(world);
  const old = ADDRESSES.filter((_, at) => now[at] !== expected(world)[at]);
  if (!stopped) {
    expect(refreshed).toBeDefined();
    return expect(unsettled).toEqual(expect.arrayContaining(old));
  }
  if (stopped.reason === "unknown") return expect(failure?.message).toContain("it is not known");
  if (stopped.reason === "failed") expect(failure?.message).toContain("No cell has changed.");
  expect(now).toEqual(former);
  await world.losses.deliver();
  await world.person.look();
  await settle(world);
  expect(shown(world)).toEqual(former);
}

/** The next refresh is done, and nothing that comes late, or is opened or calculated again, shows older numbers. */
async function checkNext(world: World): Promise<void> {
  step(world);
  expect(await ends(world.refresh())).toEqual([]);
  await settle(world);
  expect(shown(world)).toEqual(expected(world));
  await world.losses.deliver();
  for (const later of [world.person.look, world.person.save, world.reopen]) {
    await ends<unknown>(later());
    world.workbook.renewAll();
    world.workbook.calculate();
    await settle(world);
    expect(shown(world)).toEqual(expected(world));
  }
}

async function loseOne({ before, run, isTold }: Work, at: number, how: Loss): Promise<void> {
  const world = await open();
  const former = shown(world);
  step(world);
  await before?.(world);
  world.losses.lose(how, nthRequest(at));
  await ends(run(world));
  await settle(world);
  expect(world.losses.hasLost()).toBe(true);
  if (isTold) await checkTold(world, former);
  await checkNext(world);
  world.close();
}

/** Loses each request of the work in turn, in the ways that `waysOf` returns. */
export async function loseEach(work: Work, waysOf: (at: number) => readonly Loss[]): Promise<void> {
  const count = await requestsOf(work);
  expect(count).toBeGreaterThan(1);
  for (let at = 0; at < count; at += 1)
    for (const how of waysOf(at))
      await loseOne(work, at, how).catch((error: unknown) => {
        throw new Error(`Request ${at + 1} of ${count} is ${how}: ${(error as Error).message}`, { cause: error });
      });
}
