/** Price, volume and mix: explains a change in demand value. */
import type { BridgeSteps } from "./bridge";

/** Volume and value of one item, before and after. */
export interface ItemChange {
  readonly before: VolumeValue;
  readonly after: VolumeValue;
}

export interface VolumeValue {
  readonly volume: number;
  readonly value: number;
}

/**
 * With V the volume of all items, p the price of one (value for each unit) and P the mean price, before (0) and after (1):
 * volume (V1 − V0)·P0, price Σ v1·(p1 − p0), mix Σ v1·p0 − V1·P0. A new item has no price before, so p0 := p1; if all
 * items are new, P0 := P1. An item with a value but no volume has no price: its whole change is a step of its own.
 */
export function pvmSteps(items: readonly ItemChange[]): BridgeSteps {
  const priced = items.filter(({ before, after }) => isPriced(before) && isPriced(after));
  const others = items.filter((item) => !priced.includes(item));
  const sum = (each: (item: ItemChange) => number, list: readonly ItemChange[] = priced) =>
    list.reduce((total, item) => total + each(item), 0);
  const [volumeBefore, volumeAfter] = [sum(({ before }) => before.volume), sum(({ after }) => after.volume)];
  const [valueBefore, valueAfter] = [sum(({ before }) => before.value), sum(({ after }) => after.value)];
  const meanPrice = (volumeBefore > 0 ? valueBefore / volumeBefore : valueAfter / volumeAfter) || 0;
  const atOldPrices = sum(({ before, after }) =>
    before.volume > 0 ? after.volume * (before.value / before.volume) : after.value,
  );
  const steps = [
    { label: "Volume", amount: (volumeAfter - volumeBefore) * meanPrice },
    { label: "Price", amount: valueAfter - atOldPrices },
    { label: "Mix", amount: atOldPrices - volumeAfter * meanPrice },
    ...(others.length > 0
      ? [{ label: "Other", amount: sum(({ before, after }) => after.value - before.value, others) }]
      : []),
  ];
  return { start: sum(({ before }) => before.value, items), steps, end: sum(({ after }) => after.value, items) };
}

/** True if the item has a price or is absent. */
function isPriced({ volume, value }: VolumeValue): boolean {
  return volume > 0 || (volume === 0 && value === 0);
}
