/** Planning rates: units of each currency for one US dollar, fixed for the whole horizon as in a plan, not a market's. */
// oxfmt-ignore
export const RATES: ReadonlyMap<string, number> = new Map(Object.entries({
  USD: 1, EUR: 0.92, GBP: 0.79, JPY: 150, CHF: 0.88, AUD: 1.52, SGD: 1.34, CNY: 7.2, INR: 84, BRL: 5.4,
  CAD: 1.37, MXN: 18.5, KRW: 1370, ZAR: 18.2, SEK: 10.5, NOK: 10.8, DKK: 6.86, PLN: 3.95, CZK: 23.1, HUF: 365,
  TRY: 34, AED: 3.67, SAR: 3.75, HKD: 7.8, IDR: 16000, MYR: 4.4, PHP: 57, THB: 34, VND: 25000, NZD: 1.67, TWD: 32,
}));
