/**
 * Tables as people type them, each with the meaning that a planner gives it, written down by hand before any code read them. A line is
 * a table: rows parted by " // ", cells by "|", the meaning of the columns after " => ", that of a line after " = ". A table without
 * lines has the line EBIT. "!" marks a hard one. Answers of the user stand in braces.
 *
 * A meaning: a scenario (A actual, C committed, O Optimistic, N Conservative), a variance (A-C, A-PY; %A-C in percent) or a share of net
 * sales (A/ns); a period (cur is the current month, 2026-03), a basis, PY for the year before, vs:2026-01 for the months compared, a
 * field, a currency, /1000 for a scale, FY25 for another plan, +act for actual months to the current one (an outlook). "~": a part is assumed, and shown so. "?": blank, and asked. ".": blank.
 * What stands in parentheses holds for all columns.
 */
export const CORPUS = `
P&L 2026 // | Jan | Feb | Mar => ~A 2026-01 | ~A 2026-02 | ~A 2026-03
Actual 2026 // | Jan | Feb | Mar => A 2026-01 | A 2026-02 | A 2026-03
Budget FY26 // | January | February | March => C 2026-01 | C 2026-02 | C 2026-03
2026 | Jan | Feb | YTD => ~A 2026-01 | ~A 2026-02 | ~A cur YTD
| Jan 26 | Feb 26 | Mar 26 => ~A 2026-01 | ~A 2026-02 | ~A 2026-03
Actual // | Jan-26 | Feb-26 | Mar-26 => A 2026-01 | A 2026-02 | A 2026-03
Committed Plan // | Jan 2026 | Feb 2026 => C 2026-01 | C 2026-02
Plan // | 2026-01 | 2026-02 | 2026-03 => C 2026-01 | C 2026-02 | C 2026-03
Actuals // | 46023 | 46054 => A 2026-01 | A 2026-02
Actual // | 202601 | 202602 => A 2026-01 | A 2026-02
Actual // | 2025 | 2026 => A 2025 | A 2026
Actual // | FY25 | FY26 => A 2025 | A 2026
Actual // | FY2025 | FY2026 => A 2025 | A 2026
Actual // | CY25 | CY26 => A 2025 | A 2026
Actual // | Q1 26 | Q2 26 => A 2026-Q1 | A 2026-Q2
Actual // | 1Q26 | 2Q26 | 1H26 => A 2026-Q1 | A 2026-Q2 | A 2026-H1
Actual // | Q1 2026 | Q2 2026 | H1 2026 => A 2026-Q1 | A 2026-Q2 | A 2026-H1
Actual // | 2026-Q1 | 2026-Q2 | 2026-H1 => A 2026-Q1 | A 2026-Q2 | A 2026-H1
Actual // | 2026 Q1 | Q2/2026 | Q3'26 => A 2026-Q1 | A 2026-Q2 | A 2026-Q3
Actual 2025 // | Q1 | Q2 | Q3 | Q4 => A 2025-Q1 | A 2025-Q2 | A 2025-Q3 | A 2025-Q4
Actual // | Q1 | Q2 => ~A 2026-Q1 | ~A 2026-Q2
Actual // | Jan | Q1 | H1 | FY => ~A 2026-01 | ~A 2026-Q1 | ~A 2026-H1 | ~A 2026
Optimistic // | Jan 26 | H2 26 | FY26 => O 2026-01 | O 2026-H2 | O 2026
Actual // | Apr-26 | May-26 | Jun-26 | Q2-26 => A 2026-04 | A 2026-05 | A 2026-06 | A 2026-Q2
Actual // | Sept 26 | Oct. 26 | Dec 2026 => A 2026-09 | A 2026-10 | A 2026-12
Actual // | Jan'26 | Feb'26 => A 2026-01 | A 2026-02
Actual // | Jan/26 | Feb/26 => A 2026-01 | A 2026-02
Actual // | 2026 Jan | 2026 Feb => A 2026-01 | A 2026-02
Actual // | current | current-1 => A cur | A cur-1
Actual // | Current month | YTD => A cur | A cur YTD
Actual // | This month | Year to date => A cur | A cur YTD
Actual // | YTD | YTG | R12 => A cur YTD | A cur YTG | A cur R12
Actual // | QTD | QTG | R3 => A cur QTD | A cur QTG | A cur R3
Actual // | LTM | TTM => A cur R12 | A cur R12
Actual // | YTD Mar 26 | YTD Mar 25 => A 2026-03 YTD | A 2025-03 YTD
Actual // | YTD Mar 2026 | R12 Mar 2026 => A 2026-03 YTD | A 2026-03 R12
Actual // | Mar 26 YTD | Mar 26 QTD => A 2026-03 YTD | A 2026-03 QTD
| Actual YTD Mar 26 | Plan YTD Mar 26 | Δ => A 2026-03 YTD | C 2026-03 YTD | A-C 2026-03 YTD
YTD Mar 2026 // | Actual | Budget | Var | Var % => (2026-03 YTD) A | C | A-C | %A-C
Mar 2026 // | Actual | Plan | Delta | Delta % => (2026-03) A | C | A-C | %A-C
March 2026 // | Actual | Budget | PY => (2026-03) A | C | A PY
FY26 // | Actual | Plan | Optimistic | Conservative => (2026) A | C | O | N
2026 // | Optimistic | Conservative | Δ => (2026) O | N | ?
FY26 | Actual | Committed | Variance => (2026) A | C | A-C
| Actual | Plan => ~A cur YTD | ~C cur YTD
| Actual | Budget | Δ | Δ % => (cur YTD) ~A | ~C | ~A-C | ~%A-C
| Actual | PY | Δ | Δ % => (cur YTD) ~A | ~A PY | ~A-PY | ~%A-PY
| Actual | Prior year | vs PY | vs PY % => (cur YTD) ~A | ~A PY | ~A-PY | ~%A-PY
| Actual YTD | Plan YTD | PY YTD => A cur YTD | C cur YTD | A cur YTD PY
| Actual YTD | Plan YTD | vs Plan | vs Plan % => A cur YTD | C cur YTD | A-C cur YTD | %A-C cur YTD
YTD // | Actual | Plan | Δ | PY | Δ => (cur YTD) A | C | A-C | A PY | A-PY
Year to date // | Actual | Plan | Δ % | PY | Δ % => (cur YTD) A | C | %A-C | A PY | %A-PY
Q1 2026 // | Actual | Plan | Var vs Plan | Var vs PY => (2026-Q1) A | C | A-C | A-PY
| 2026 | 2026 // | Actual | Plan => A 2026 | C 2026
| Mar 26 | | YTD | // | Actual | Plan | Actual | Plan => A 2026-03 | C 2026-03 | ~A cur YTD | ~C cur YTD
| Actual | | Plan | // | Jan 26 | Feb 26 | Jan 26 | Feb 26 => A 2026-01 | A 2026-02 | C 2026-01 | C 2026-02
| actual | committed // | 2026-03 | 2026-03 => A 2026-03 | C 2026-03
Scenario | actual | committed // Period | 2026-03 | 2026-03 // Basis | YTD | YTD => A 2026-03 YTD | C 2026-03 YTD
| Mar 26 | | | // | Actual | Plan | Δ | Δ % => (2026-03) A | C | A-C | %A-C
| 2026 | | | // | Jan | Feb | Mar | Q1 // | Actual | Actual | Actual | Actual => (A) 2026-01 | 2026-02 | 2026-03 | 2026-Q1
Actual 2026 // | Jan | Feb // EBIT = ebit // Net sales = ns // Gross sales = gs => (A) 2026-01 | 2026-02
FY26 // | Actual | Plan // Gross sales = gs // Trade expenses = te // Net sales = ns // Cost of goods sold = cogs // Gross profit = gp => (2026) A | C
FY26 // | Actual | Plan // Trade spend = te // Net revenue = ns // COGS = cogs // Overheads = oh // Operating profit = ebit => (2026) A | C
FY26 // | Actual | Δ Plan // EBIT % = ebit% // Gross profit % = gp% => (2026) A | A-C
FY26 // | Actual | vs Plan % // EBIT % = ebit% // EBIT = ebit => (2026) A | %A-C
FY26 // | Actual | % of net sales // EBIT = ebit // COGS = cogs // Net sales = ns => (2026) A | A/ns
FY26 // | Actual | Plan // Trade spend % = te% // COGS % = cogs% // Logistics = sc // EBIT margin = ebit% => (2026) A | C
FY26 // | Actual | Plan // Volume = vol // Demand value = dv // Price = price => (2026) A | C
Actual // | 2026-01 | 2026-02 // Fill rate = fill => (A) 2026-01 | 2026-02
{lines=region} Demand value // | Actual | Plan // North = region=North // South = region=South => (~ dv cur YTD) A | C
{lines=region} Field | Demand value //  // | Actual YTD | Plan YTD // North = region=North // South = region=South => (dv cur YTD) A | C
{lines=product} Field | Demand volume //  // | Jan 26 | Feb 26 // Skin Care = product=Skin_Care // Vitamins = product=Vitamins => (vol) ~A 2026-01 | ~A 2026-02
| EBIT | Net sales | Gross sales // Actual = A // Committed = C // Optimistic = O => (~ cur YTD) ebit | ns | gs
FY26 // | EBIT | Net sales // Actual = A // Plan = C // Δ = A-C => (2026) ebit | ns
Actual // | EBIT | Net sales // Jan 26 = 2026-01 // Feb 26 = 2026-02 // Q1 26 = 2026-Q1 => (A) ebit | ns
Actual 2026 // | EBIT | Net sales // Jan = 2026-01 // Feb = 2026-02 // YTD = cur YTD => (A) ebit | ns
Budget // | Net sales | EBIT // 2025 = 2025 // 2026 = 2026 => (C) ns | ebit
| Actual | Plan // EBIT | Jan 26 = ebit 2026-01 // EBIT | Feb 26 = ebit 2026-02 => A | C
| Jan 26 | Feb 26 // Actual | EBIT = A ebit // Plan | EBIT = C ebit => 2026-01 | 2026-02
| Jan 26 | Feb 26 // EBIT | Actual = A ebit // | Plan = C ebit // Net sales | Actual = A ns // | Plan = C ns => 2026-01 | 2026-02
| YTD | FY26 // Actual | EBIT = A ebit // | Net sales = A ns // Plan | EBIT = C ebit // | Net sales = C ns => cur YTD | 2026
| Actual | Plan | Δ // Jan 26 | EBIT = 2026-01 ebit // Jan 26 | Net sales = 2026-01 ns => A | C | A-C
| Actual | | Plan => ~A cur YTD | . | ~C cur YTD
FY26 // | Actual | Plan // EBIT = ebit // = . // Net sales = ns => (2026) A | C
FY26 // | Actual | Plan // EBITDA = . // EBIT = ebit // Net income = . => (2026) A | C
FY26 // | Actual | Plan // Revenue = ? // EBIT = ebit => (2026) A | C
FY26 // | Actual | Plan // Revenue = ~gs // Net sales = ns => (2026) A | C
FY26 // | Actual | Plan // Gross sales = gs // Revenue = ~ns => (2026) A | C
FY26 // | Actual | Plan // Gross margin = ? // EBIT = ebit => (2026) A | C
FY26 // | Actual | Plan // Gross margin = ~gp // Gross margin % = gp% => (2026) A | C
FY26 // | Actual | Plan // Opex = ? // EBIT = ebit => (2026) A | C
Plan | FY26 Plan // Currency | EUR //  // | actual | committed // EBIT = ebit => (2026 EUR ~) A cur YTD | C cur YTD
FY26 Plan // | Actual | Plan => ~A cur YTD | ~C cur YTD
FY26 Plan, Mar 2026 // | Actual | Plan => A 2026-03 | C 2026-03
FY25 Plan // | Jan 25 | Feb 25 => ? | ?
FY26, EUR k // | Actual | Plan | Δ | Δ % => (2026 EUR /1000) A | C | A-C | %A-C
FY26, EUR // | Actual | Plan => (2026 EUR) A | C
FY26 in thousands // | Actual | Plan => (2026 /1000) A | C
FY26 in EUR million // | Actual | Plan => (2026 EUR /1000000) A | C
kEUR | Actual | Plan => (EUR /1000) ~A cur YTD | ~C cur YTD
P&L in EUR m, Q1 2026 // | Actual | Plan => (2026-Q1 EUR /1000000) A | C
FY26 (GBP) // | Actual | Plan => (2026 GBP) A | C
FY26 Europe, EUR k // | Actual | Plan => (2026 EUR /1000) A | C
FY26, $ // | Actual | Plan => ? | ?
FY26, EUR and USD // | Actual | Plan => ? | ?
Jan–Apr 2026 // | Actual | Optimistic => (2026-01:2026-04) A | O
! P&L January to April 2026 // | Actual | Plan => (2026-01:2026-04) A | C
! P&L January - April 2026 // | Actual | Plan => (2026-01:2026-04) A | C
! Jan-Apr 26 // | Actual | Plan | Δ => (2026-01:2026-04) A | C | A-C
! Q1 and Q2 2026 // | Actual | Plan => (2026-H1) A | C
! Q1+Q2 26 // | Actual | Plan => (2026-H1) A | C
! Q1–Q3 2026 // | Actual | Plan => (2026-01:2026-09) A | C
! Q2–Q3 2026 // | Actual | Plan => (2026-04:2026-09) A | C
! First half 2026 // | Actual | Plan => (2026-H1) A | C
! 2nd half 2026 // | Actual | Plan => (2026-H2) A | C
! 9 months 2026 // | Actual | Plan => (2026-01:2026-09) A | C
! 9M 2026 // | Actual | Plan => (2026-01:2026-09) A | C
! 10M 2026 // | Actual | Plan => (2026-01:2026-10) A | C
! 9 months to Sep 2026 // | Actual | Plan => (2026-01:2026-09) A | C
! Rolling 12 months to March 2026 // | Actual | Plan => (2026-03 R12) A | C
! 12 months ending Mar 2026 // | Actual | Plan => (2026-03 R12) A | C
! Last 3 months // | Actual | Plan => (cur R3) A | C
! Results to March 2026 // | Actual | Plan => ? | ?
! Full year 2026 // | Actual | Plan => (2026) A | C
! Q1 and Q3 2026 // | Actual | Plan => ? | ?
! 2025 and 2026 // | Actual | Plan => ? | ?
! Oct 2025–Mar 2026 // | Actual | Plan => (2025-10:2026-03) A | C
! Oct–Mar 2026 // | Actual | Plan => ? | ?
! March // | Actual | Plan => ~A 2026-03 | ~C 2026-03
! March, April 2026 // | Actual | Plan => ? | ?
! | Jul | Aug | Sep | YTD | PY | Δ | Δ % => ~A 2026-07 | ~A 2026-08 | ~A 2026-09 | ~A cur YTD | ~A cur YTD PY | ~A-PY cur YTD | ~%A-PY cur YTD
! | Jan 26 | Feb 26 | YTD | Plan YTD | Δ % => ~A 2026-01 | ~A 2026-02 | ~A cur YTD | ~C cur YTD | ~%A-C cur YTD
! Actual // | Jan 26 | Feb 26 | Δ => A 2026-01 | A 2026-02 | A-A vs:2026-01 2026-02
! Actual // | 2025 | 2026 | Δ % => A 2025 | A 2026 | %A-A vs:2025 2026
! Actual // | 2026 | 2025 | Δ % => A 2026 | A 2025 | %A-A vs:2025 2026
! Actual // | Jan 26 | Feb 26 | Mar 26 | Δ => A 2026-01 | A 2026-02 | A 2026-03 | ?
! YTD // | Actual | Plan | PY | Δ => (cur YTD) A | C | A PY | ?
! YTD // | Actual | Plan | PY | Δ Plan | Δ PY => (cur YTD) A | C | A PY | A-C | A-PY
! YTD // | Actual | Plan | Δ | Δ % | PY | Δ | Δ % => (cur YTD) A | C | A-C | %A-C | A PY | A-PY | %A-PY
! YTD // | Plan | Actual | Δ => (cur YTD) C | A | A-C
! FY26 // | Plan | Optimistic | Δ => (2026) C | O | O-C
! FY26 // | Actual | Optimistic | Conservative | Δ => (2026) A | O | N | ?
! | Mar 26 | Mar 26 | | YTD | YTD | // | Actual | Plan | Δ | Actual | Plan | Δ => A 2026-03 | C 2026-03 | A-C 2026-03 | ~A cur YTD | ~C cur YTD | ~A-C cur YTD
! | Actual Mar 26 | Actual Mar 25 | Δ | Δ % => A 2026-03 | A 2025-03 | A-A vs:2025-03 2026-03 | %A-A vs:2025-03 2026-03
! | Actual Jan 26 | Plan Jan 26 | Δ | Actual Feb 26 | Plan Feb 26 | Δ => A 2026-01 | C 2026-01 | A-C 2026-01 | A 2026-02 | C 2026-02 | A-C 2026-02
! | Actual YTD | Plan FY26 | Δ => A cur YTD | C 2026 | ?
! | Actual | Forecast | Δ => ~A cur YTD | ? | ?
! {outlook=outlook=committed} | Actual YTD | LE FY26 | Budget FY26 | Δ | Δ % => A cur YTD | C +act 2026 | C 2026 | C-C +act 2026 | %C-C +act 2026
! {outlook=outlook=Optimistic} | Outlook Q1 26 | Outlook Q2 26 | Plan Q2 26 | Δ => O +act 2026-Q1 | O +act 2026-Q2 | C 2026-Q2 | O-C +act 2026-Q2
! {outlook=outlook=committed} Prognose // | Jan 26 | Feb 26 => ? | ?
! {outlook=outlook=committed} | FC | FC | FC // | Mar 26 | Apr 26 | May 26 => C +act 2026-03 | C +act 2026-04 | C +act 2026-05
! {outlook=scenario=Optimistic} | Forecast Apr 26 | Plan Apr 26 | Var % => O 2026-04 | C 2026-04 | %O-C 2026-04
! {outlook=outlook=committed} | Forecast | Plan | Δ => ~C +act 2026 | ~C 2026 | ~C-C +act 2026
! {outlook=outlook=committed} | YTD Mar 26 Forecast | R12 Mar 26 Actual => C +act 2026-03 YTD | A 2026-03 R12
! {outlook=ignored} | Actual Mar 26 | LE Mar 26 | Plan Mar 26 => A 2026-03 | . | C 2026-03
! | Actual | LE | Plan => ~A cur YTD | ? | ~C cur YTD
! Forecast 2026 // | Jan | Feb => ? | ?
! Outlook FY26 // | Actual | Plan => ? | ?
! FY26 // | Actual | Budget v2 => A 2026 | ?
! Committed Plan // | Jan 26 | Actual Jan 26 => C 2026-01 | A 2026-01
! Actual vs Budget, YTD March 2026 // | Actual | Budget | Var => (2026-03 YTD) A | C | A-C
! Actual vs. Plan // | Jan 26 | Feb 26 => ? | ?
! Variance to plan // | Jan 26 | Feb 26 => ? | ?
! FY26 // | Actual | Remark | Plan => A 2026 | ? | C 2026
! Results 2026 // | Jan | Feb | Comment => ~A 2026-01 | ~A 2026-02 | ?
! | P01 | P02 => ~A 2026-01 | ~A 2026-02
! | W1 | W2 => ? | ?
! | Week 12 | Mar 26 => ? | ~A 2026-03
! | MTD | YTD => ~A cur | ~A cur YTD
! FY26 // | Actual | % => A 2026 | ?
! FY26 // | Actual | Plan | % of plan => A 2026 | C 2026 | ?
! FY26 // | Actual | Plan | Index => A 2026 | C 2026 | ?
! FY26 // | Actual | Plan // Trade spend % = te% // Overheads % = oh% // Net sales = ns => (2026) A | C
! FY26 // | Actual | Plan | Δ // Trade spend % = te% // EBIT = ebit => (2026) A | C | A-C
! FY26 // | Actual | vs PY // COGS = cogs // Overheads = oh // EBIT = ebit => (2026) A | A-PY
! FY25 // FY26 // | Actual => ?
! FY26 // | Actual 2025 | Actual => A 2025 | A 2026
! FY26 // | Actual | Actual 25 => A 2026 | ?
! | Actual Q1 | Plan Q1 | Δ | Actual Q2 | Plan Q2 | Δ => ~A 2026-Q1 | ~C 2026-Q1 | ~A-C 2026-Q1 | ~A 2026-Q2 | ~C 2026-Q2 | ~A-C 2026-Q2
! Q1 26 // | Actual | Plan | Δ | Δ % | % of net sales => (2026-Q1) A | C | A-C | %A-C | A/ns
! FY26 // | Actual | as % of sales | Plan | as % of sales => A 2026 | ? | C 2026 | ?
! FY26 // | Actual | % of net sales | Plan | % of net sales => A 2026 | A/ns 2026 | C 2026 | C/ns 2026
! FY26 // | Actual | Δ vs PY | Δ vs Plan | Δ % vs Plan => (2026) A | A-PY | A-C | %A-C
! FY26 // | Optimistic vs Plan | Conservative vs Plan => (2026) O-C | N-C
! FY26 // | Optimistic Δ | Conservative Δ => ? | ?
! FY26 // | +5% price | Plan => P 2026 | C 2026
! Status: March 2026 // | Actual | Plan => (2026-03) A | C
! As of 10 June 2026 // | Actual FY26 | Plan FY26 => A 2026 | C 2026
! Printed 12.03.2026 // | Actual FY26 | Plan FY26 => A 2026 | C 2026
! Version 3, FY26 // | Actual | Plan => (2026) A | C
! 10 June 2026 // | Actual | Plan => ? | ?
! | Jan 26 A | Feb 26 A => ? | ?
! | Jan 26 Actual | Feb 26 Plan => A 2026-01 | C 2026-02
! | AC Jan 26 | PL Jan 26 => A 2026-01 | ?
! | Act 26 | Bud 26 => ? | ?
! | Actual | Plan | Act vs Plan => ~A cur YTD | ~C cur YTD | ~A-C cur YTD
! | EBIT Actual | EBIT Plan | EBIT Δ // FY26 = 2026 => A ebit | C ebit | A-C ebit
! | Jan | Feb | Q1 | Apr | May | Jun | Q2 | H1 => (~A) 2026-01 | 2026-02 | 2026-Q1 | 2026-04 | 2026-05 | 2026-06 | 2026-Q2 | 2026-H1
! 2025 // | Jan | Feb | PY => (~A) 2025-01 | 2025-02 | ?
! | Jan 26 | PY | Feb 26 | PY => (~A) 2026-01 | 2026-01 PY | 2026-02 | 2026-02 PY
! | Jan 26 | Δ PY | Feb 26 | Δ PY => ~A 2026-01 | ~A-PY 2026-01 | ~A 2026-02 | ~A-PY 2026-02
! Actual, EUR // Plan, USD // | Jan 26 => ?
! Europe // | Actual FY26 | Plan FY26 => A 2026 | C 2026
! FY26 // | Actual | Plan | Variance fav/(unfav) => A 2026 | C 2026 | ?
! FY26 // | Plan less Actual => ?
! FY26 // | Actual - Plan | Actual | Plan => ? | A 2026 | C 2026
! | FY24 | FY25 | FY26 | CAGR => ~A 2024 | ~A 2025 | ~A 2026 | ?
! | Avg | Total => ? | ?
! Actual // | Jan 26 | Feb 26 | Total => A 2026-01 | A 2026-02 | A 2026-01:2026-02
! YTD Oct 2026 vs YTD Oct 2025 // | Actual => ?
! YTD // | Mar 26 | Mar 25 => ? | ?
! FY26 // | YTD Actual | FY Plan => A cur YTD | C 2026
! 2026 // | YTD 2025 | YTD => ~A 2025-03 YTD | ~A 2026-03 YTD
! Rolling forecast // | Jan 26 | Feb 26 => ? | ?
! Latest estimate 2026 // | Actual | Plan => ? | ?
! Target 2026 // | Q1 | Q2 => C 2026-Q1 | C 2026-Q2
! Budget 2025 // | Q1 | Q2 => C 2025-Q1 | C 2025-Q2
! Months 1 to 3, 2026 // | Actual => ?
! Ist 2026 // | Jan | Mär | Mai | Okt | Dez => (A) 2026-01 | 2026-03 | 2026-05 | 2026-10 | 2026-12
! März 2026 // | Ist | Plan | Abw. | Abw. % | Vorjahr => (2026-03) A | C | A-C | %A-C | A PY
! | Ist Mär 26 | Soll Mär 26 | Abweichung => A 2026-03 | C 2026-03 | A-C 2026-03
! Gesamtjahr 2026 // | Ist | Budget // Nettoumsatz = ns // Gemeinkosten = oh // Betriebsergebnis = ebit => (2026) A | C
! Okt-Dez 2026 // | Ist | Plan // Umsatz = ? // EBIT = ebit => (2026-10:2026-12) A | C
! Ist kumuliert Mär 2026 // | EBIT | Menge // Summe = ? => ebit | vol
! P03 2026 // | Actual | Plan => (2026-03) A | C
! P1–P4 2026 // | Actual | Plan => (2026-01:2026-04) A | C
! Ist vs Plan, Jan bis Mär 2026 // | Ist | Plan | Abw. | Abw. % => (2026-01:2026-03) A | C | A-C | %A-C
! | Ist Jan 26 | Budget Jan 26 | Abw. | Ist Mär 26 | Budget Mär 26 | Abw. => A 2026-01 | C 2026-01 | A-C 2026-01 | A 2026-03 | C 2026-03 | A-C 2026-03
! 1. Quartal 2026 // | Ist | Soll | Δ | VJ | Δ => (2026-Q1) A | C | A-C | A PY | A-PY
! Gesamtjahr 2026, TEUR // | Actual | Plan | Abweichung in % => (2026 EUR /1000) A | C | %A-C
! kumuliert März 2026 // | Ist | Plan | Vorjahr => (2026-03 YTD) A | C | A PY
! {outlook=outlook=committed} | Ist kum. | Hochrechnung 2026 | Plan 2026 | Abw. => A cur YTD | C +act 2026 | C 2026 | C-C +act 2026
! Umsatz und EBIT 2026 // | Ist | Plan => (2026) A | C
! P&L, Q1 und Q2 2026, Mio EUR // | Ist | Budget => (2026-H1 EUR /1000000) A | C
! 9 Monate 2026 // | Ist | Plan => (2026-01:2026-09) A | C
! letzte 12 Monate bis März 2026 // | Actual | Plan => (2026-03 R12) A | C
! | Jan | Feb | Mrz | kum. => ~A 2026-01 | ~A 2026-02 | ~A 2026-03 | ~A cur YTD
! Soll-Ist-Vergleich März 2026 // | Soll | Ist | Abw. => (2026-03) C | A | A-C
! Ist ggü. Plan, Jan–Apr 2026 // | Umsatz | EBIT // Ist = A // Plan = C // Abw. = A-C => (2026-01:2026-04) ? | ebit
! FY26 // | Ist | Budget // Umsatz = ~gs // Nettoumsatz = ns // Wareneinsatz = cogs // Rohertrag = gp // Deckungsbeitrag = . // Gemeinkosten = oh // Betriebsergebnis = ebit => (2026) A | C
! | Ist 1. Halbjahr 2026 | Plan 1. Halbjahr 2026 | Ist vs Plan % => A 2026-H1 | C 2026-H1 | %A-C 2026-H1
! Geschäftsjahr 2026 // | Ist | % vom Nettoumsatz | Plan | % vom Nettoumsatz => (2026) A | A/ns | C | C/ns
! Währung | EUR //  // | Ist FY26 | Plan FY26 // EBIT = ebit => (EUR) A 2026 | C 2026
! | Apr 26 | Mai 26 | Jun 26 | 2. Quartal 26 => ~A 2026-04 | ~A 2026-05 | ~A 2026-06 | ~A 2026-Q2
! Prognose minus Plan 2026 // | Jan | Feb => ? | ?
! | Ist | Vorjahr | Abw. VJ | Abw. VJ in % => (cur YTD) ~A | ~A PY | ~A-PY | ~%A-PY
! Plan/Ist 2026 // | Jan | Feb => ? | ?
! Stand per 10. Juni 2026 // | Ist FY26 | Plan FY26 => A 2026 | C 2026
! Laufender Monat // | Ist | Plan | Abw. => (cur) A | C | A-C
`;
