import { officeError, type HostObject } from "../office/hostObject";

/**
 * The two methods by which Excel's collections give an item by its key.
 * @param noun What an item is called in the message that there is none.
 */
export function createLookUps<Item>(
  collection: string,
  noun: string,
  find: (key: string) => Item | undefined,
  objectOf: (item: Item) => HostObject,
) {
  const getItemOrNullObject = (key: string): HostObject | null => {
    const item = find(key);
    return item === undefined ? null : objectOf(item);
  };
  const getItem = (key: string): HostObject => {
    const item = getItemOrNullObject(key);
    if (item) return item;
    throw officeError("ItemNotFound", `There is no ${noun} "${key}".`, `${collection}.getItem`);
  };
  return { getItem, getItemOrNullObject };
}
