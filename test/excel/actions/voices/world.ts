/** A workbook of random calls beside the pane, over a service whose results move on. */
import type { BriefingActions } from "../../../../src/excel/actions/briefing/briefingActions";
import type { StoreState } from "../../../../src/excel/actions/storeState";
import { formatCall, literalArgument } from "../../../../src/numbers/language/argument";
import { memoryOnly, type Generation } from "../../../../src/insights";
import { argumentsInOrder, type FunctionId } from "../../../../src/numbers/language/signatures";
import { createRandom, pick, type Random } from "../../../soak/financeData";
import { setUpStore, type StoreSetup } from "../storeSetup";
import { createVoicedService, type VoicedService } from "./service";

export type Given = Readonly<Record<string, unknown>>;

/** A cell that is one call alone. */
export interface CallCell {
  readonly id: "KPI" | "VAR";
  readonly given: Given;
}

/** The value of a call, or the code of its error; undefined if it takes a request. */
export type Outcome = { readonly value: unknown } | { readonly code: string; readonly message: string } | undefined;

export interface World {
  readonly random: Random;
  readonly service: VoicedService;
  readonly setup: StoreSetup;
  readonly briefing: BriefingActions;
  /** By their addresses, such as "B2". */
  readonly calls: Map<string, CallCell>;
  /** All other cells with formulas. */
  readonly others: Set<string>;
  readonly state: () => StoreState;
  /** Returns a row that nothing has stood in yet, as in an address. */
  readonly takeRow: () => number;
  readonly enter: (address: string, cell: CallCell) => void;
  readonly enterText: (address: string, formula: string) => void;
  /** Computes a call under the workbook's settings, by the answers of a generation alone. @default those of the cells */
  readonly outcome: (id: FunctionId, given: Given, generation?: Generation) => Promise<Outcome>;
}

export async function openWorld(seed: number): Promise<World> {
  const random = createRandom(seed);
  const service = createVoicedService(random);
  const setup = await setUpStore({
    connected: true,
    settings: { plan: pick(random, service.data().plans).id },
  });
  await setup.until(({ plans }) => plans !== undefined);
  setup.service.fail = (url) => service.answer(url);
  setup.session.forget();
  await setup.store.reloadPlans();
  const calls: World["calls"] = new Map();
  const others: World["others"] = new Set();
  let row = 19;
  return {
    random,
    service,
    setup,
    briefing: await setup.store.loadBriefing(),
    calls,
    others,
    state: setup.store.state,
    takeRow: () => (row += 1),
    enter(address, cell) {
      calls.set(address, cell);
      setup.workbook.enter(address, formulaOf(cell));
    },
    enterText(address, formula) {
      others.add(address);
      setup.workbook.enter(address, formula);
    },
    async outcome(id, given, generation = setup.session.generation) {
      if (!generation) return undefined;
      const call = { id, args: argumentsInOrder(id, given) };
      return setup.ledger.invoke(call, { generation: memoryOnly(generation), isMove: true }).then(
        ({ result }): Outcome => ({ value: result }),
        (error: { code?: string; message: string; cause?: { kind?: string } }): Outcome => {
          if (error.cause?.kind === "unasked" || error.code === undefined) return undefined;
          return { code: error.code, message: error.message };
        },
      );
    },
  };
}

/** Returns the formula of the call, as a cell has it. */
export function formulaOf({ id, given }: CallCell): string {
  return `=${formatCall(id, argumentsInOrder(id, given).map(literalArgument))}`;
}

export function numberOf(outcome: Outcome): number | undefined {
  return outcome && "value" in outcome && typeof outcome.value === "number" ? outcome.value : undefined;
}

/** True if the service has answered, and there is no such number. */
export function isAbsent(outcome: Outcome): boolean {
  return outcome !== undefined && "code" in outcome && outcome.code === "#N/A";
}

/** Equal but for what floating point may leave. */
export function isSame(one: number, other: number): boolean {
  return Math.abs(one - other) <= 1e-9 * Math.max(1, Math.abs(one), Math.abs(other));
}

/** A sentence that the cells deny. */
class Contradiction extends Error {}

export function hold(isTrue: boolean, what: () => string): void {
  if (!isTrue) throw new Contradiction(what());
}
