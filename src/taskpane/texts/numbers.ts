export const formatInteger = (value: number) => value.toLocaleString();
export const formatCount = (value: number, one: string, many: string) =>
  `${formatInteger(value)} ${value === 1 ? one : many}`;

/** Texts by names that others give; a name may have none. */
export type Texts = Readonly<Record<string, string>>;
