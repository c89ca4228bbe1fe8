import { percentInWords } from "../../../numbers/language/shareWords";

export const formatInteger = (value: number) => value.toLocaleString();
export const formatCount = (value: number, one: string, many: string) =>
  `${formatInteger(value)} ${value === 1 ? one : many}`;

/** A share without its sign, such as "1.0 %". */
export const formatRate = (rate: number) => percentInWords(Math.abs(rate));

/** Texts by names that others give; a name may have none. */
export type NamedTexts = Readonly<Record<string, string>>;
