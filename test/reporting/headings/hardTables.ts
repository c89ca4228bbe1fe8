/**
 * More tables with their meaning, in the notation of the corpus: titles with words that make a time another one, columns of two years,
 * currencies and plans, merged cells as blanks, and corners that look like labels.
 */
export const HARD_TABLES = `
! | FY26 Actual | FY26 Plan | Δ => A 2026 | C 2026 | A-C 2026
! | FY25 Actual | FY26 Plan => A 2025 | C 2026
! | FY26 Plan | FY25 Plan // | Actual | Actual => ~A cur YTD | ~A FY25 cur YTD
! | Actual FY25 | FY26 Plan | Δ => A 2025 | C 2026 | C-A vs:2025 2026
! Actual // | 46053 | 46081 | 46112 => A 2026-01 | A 2026-02 | A 2026-03
! FY26 // | Actual | PY Actual | Var => (2026) A | A PY | A-PY
! | Mar-26 Act | Mar-26 Bud | Var | YTD Act | YTD Bud | Var => A 2026-03 | C 2026-03 | A-C 2026-03 | A cur YTD | C cur YTD | A-C cur YTD
! | CM Actual | CM Plan | YTD Actual | YTD Plan => ? | ? | A cur YTD | C cur YTD
! | LY | TY | Δ => ~A PY cur YTD | ~A cur YTD | ~A-PY cur YTD
! USD m // | 2025A | 2026B => A 2025 USD /1000000 | C 2026 USD /1000000
! | 2025 Actual | 2026 Budget | Change | Change % => A 2025 | C 2026 | C-A vs:2025 2026 | %C-A vs:2025 2026
! FY26 // | Actual | Plan // EBIT (EUR k) = ebit EUR /1000 // EBIT = ebit => (2026) A | C
! FY26 Actual // | EUR | USD => A 2026 EUR | A 2026 USD
! FY26 // | Actual EUR | Actual USD => A 2026 EUR | A 2026 USD
! 2026 // | Plan | Actual | Var | Var % // EBIT = ebit // COGS = cogs => (2026) C | A | A-C | %A-C
! FY26 // | Actual | Budget | Better/(worse) => (2026) A | C | ?
! Plan 2026 in TEUR // | Jan. | Feb. | Mrz. => (C EUR /1000) 2026-01 | 2026-02 | 2026-03
! | Ist 2025 | Plan 2026 | Delta => A 2025 | C 2026 | C-A vs:2025 2026
! Ist // | 03/2026 | 04/2026 => A 2026-03 | A 2026-04
! Ist // | 01.2026 | 02.2026 => A 2026-01 | A 2026-02
! Ist // | Jan-Mrz 26 | Apr-Jun 26 => A 2026-01:2026-03 | A 2026-04:2026-06
! Ist // | I. Quartal 2026 | II. Quartal 2026 => ? | ?
! | YTD 03/26 | FY 26 => ~A 2026-03 YTD | ~A 2026
! As at 31 March 2026 // | Actual | Plan => ~A cur YTD | ~C cur YTD
! | 2025 | | 2026 | // | Plan | Actual | Plan | Actual => C 2025 | A 2025 | C 2026 | A 2026
! | Actual | | | Plan | | // | Q1 26 | Q2 26 | H1 26 | Q1 26 | Q2 26 | H1 26 => A 2026-Q1 | A 2026-Q2 | A 2026-H1 | C 2026-Q1 | C 2026-Q2 | C 2026-H1
! | FY26 | | | FY25 | | // | Actual | Plan | Δ | Actual | Plan | Δ => A 2026 | C 2026 | A-C 2026 | A 2025 | C 2025 | A-C 2025
! | Mar 26 | | | | YTD | | // | Actual | Plan | Δ | | Actual | Plan | Δ => A 2026-03 | C 2026-03 | A-C 2026-03 | . | ~A cur YTD | ~C cur YTD | ~A-C cur YTD
! 2025 // | YTD Actual | YTD Plan => A 2025-03 YTD | C 2025-03 YTD
! Conservative // | FY26 | vs Plan | vs PY => (2026) N | N-C | N-PY
! Mar 26 // | Actual | vs PY | vs Plan => (2026-03) A | A-PY | A-C
! FY26 // | Actual | Plan | Ach. % => A 2026 | C 2026 | ?
! Actual // | Jan 25 – Dec 25 | Jan 26 – Mar 26 => A 2025-01:2025-12 | A 2026-01:2026-03
! | Q4'25 | Q1'26 | QoQ => ~A 2025-Q4 | ~A 2026-Q1 | ?
! Actual // | Dec-25 | Mar-26 | YTD-26 => A 2025-12 | A 2026-03 | ?
! FY2026E // | Actual | Plan => ? | ?
! Actual // | R12M Mar 26 | LTM Mar-26 => ? | A 2026-03 R12
! YTD // | AC | PY | ΔPY | ΔPY% => (cur YTD) A | A PY | A-PY | %A-PY
! 2025 | Actual Mar | Plan Mar | Actual Apr | Plan Apr => A 2025-03 | C 2025-03 | A 2025-04 | C 2025-04
! FY 2025/26 // | Actual | Plan => ? | ?
! Actual 2026 // | Jan | Feb | Mar | Q1 | PY Q1 | Δ => A 2026-01 | A 2026-02 | A 2026-03 | A 2026-Q1 | A 2026-Q1 PY | A-PY 2026-Q1
! 2026 // | Actual Jan–Mar | Plan Apr–Dec => A 2026-01:2026-03 | C 2026-04:2026-12
! Plan | Jan 26 | Feb 26 => C 2026-01 | C 2026-02
! Actual | Jan 26 | Feb 26 => A 2026-01 | A 2026-02
! Budget | Jan 25 | Feb 25 => C 2025-01 | C 2025-02
! Period | EBIT | Net sales // Jan 26 = 2026-01 // Feb 26 = 2026-02 => ~A ebit | ~A ns
! Line | Actual FY26 | Plan FY26 // EBIT = ebit // Net sales = ns => A 2026 | C 2026
! Scenario | Jan 26 | Feb 26 // Actual | = A ebit // Plan | = C ebit => ? | ?
! Currency: EUR // | Actual FY26 | Plan FY26 => (EUR) A 2026 | C 2026
! Prior year comparison FY26 // | Actual | Plan => A 2026 | C 2026
! Budget 2026 vs Actual 2025 // | Actual | Budget => ? | ?
! EUR '000 // | Actual FY26 | Plan FY26 => (EUR /1000) A 2026 | C 2026
! (in 000s) // | Actual FY26 | Plan FY26 => (/1000) A 2026 | C 2026
! in Mio. € // | Ist FY26 | Plan FY26 => (EUR /1000000) A 2026 | C 2026
! T€ // | Ist FY26 | Plan FY26 => (EUR /1000) A 2026 | C 2026
! FY26 // | Actual | Plan | % change => A 2026 | C 2026 | %A-C 2026
! Actual // | Jan 26 | Jan 25 | YoY % => A 2026-01 | A 2025-01 | %A-PY 2026-01
! Plan // | Jan 26 | thereof Actual | Feb 26 => C 2026-01 | ? | C 2026-02
! March 2026 actuals // | EBIT | Net sales // Month = ? // YTD = cur YTD => (A) ebit | ns
! Not actual // | Jan 26 | Feb 26 => ? | ?
! Excl. March 2026 // | Actual | Plan => ? | ?
! FY26 without Q1 // | Actual | Plan => ? | ?
! Until March 2026 // | Actual | Plan => ? | ?
! Since March 2026 // | Actual | Plan => ? | ?
! From April 2026 // | Actual | Plan => ? | ?
! Before 2026 // | Actual | Plan => ? | ?
! After Q1 2026 // | Actual | Plan => ? | ?
! Average 2026 // | Actual | Plan => ? | ?
! Actual // | Ø 2026 | Avg. Q1 26 => ? | ?
! 2026 quarterly average // | Actual | Plan => ? | ?
! FY26 per month // | Actual | Plan => ? | ?
! FY26 cumulative // | Actual | Plan => A 2026-03 YTD | C 2026-03 YTD
! March 2026 cumulative // | Actual | Plan => A 2026-03 YTD | C 2026-03 YTD
! FY26 | Plan (before changes) | Plan => ? | C 2026
! FY26 // | Actual | Plan | Actual adj. => A 2026 | C 2026 | ?
! FY26 // | Actual (prelim.) | Plan => ? | C 2026
! FY26 // | Old plan | Plan => ? | C 2026
! FY26 // | Actual + Plan | Plan => ? | C 2026
! Actual // | Jan 26 | Feb 26 | Jan 26 + Feb 26 => A 2026-01 | A 2026-02 | A 2026-01:2026-02
! FY26 // | Actual | Plan // Net sales growth = ? // Net sales per unit = ? // EBIT before tax = ? // Total EBIT = ? => (2026) A | C
! From January to April 2026 // | Actual | Plan => (2026-01:2026-04) A | C
! von Jan bis Apr 2026 // | Ist | Plan => (2026-01:2026-04) A | C
! Ergebnis nach Region 2026 // | Actual | Plan => (2026) A | C
! FY26 excl. one-offs // | Actual | Plan => (2026) A | C
! Halbjahr 2026 // | Ist | Plan => ? | ?
! ab März 2026 // | Ist | Plan => ? | ?
! KW 12 2026 // | Ist | Plan => ? | ?
! 01.01.2026–31.03.2026 // | Actual | Plan => ? | ?
! FY25/26 // | Actual | Plan => ? | ?
! P&L_2026 // | Actual | Plan => ? | ?
! Quarter 1 2026 // | Actual | Plan => ? | ?
`;
