/**
 * Tables as planners type them, in the notation of the corpus. A row below the last line is a note. `channel=Modern_Trade` is an item
 * of the plan. Each class of tables begins with its name after "#".
 */
export const PLANNER_TABLES = `
# items
E-commerce, Actual 2026 // | Q1 | Q2 // Demand volume = vol // Demand value = dv => (A channel=E-commerce) 2026-Q1 | 2026-Q2
Channel report: Modern trade // | Actual YTD | Plan YTD // Volume = vol // Net sales = ? => (channel=Modern_Trade cur YTD) A | C
North // | Actual FY26 | Plan FY26 | Δ // Demand value = dv => (region=North 2026) A | C | A-C
Islands | Actual FY26 | Plan FY26 // Volume = ? => ? | ?
P&L Pharmacy 2026 // | Actual | Budget // Net sales = ? // EBIT = ? => ? | ?
Skin Care FY26 // | Actual | Plan | Var % // Volume = vol // Fill rate = fill => (product=Skin_Care 2026) A | C | %A-C
Demand volume FY26 // | North | South | East // Actual = A // Plan = C => (2026 vol) region=North | region=South | region=East
| Actual FY26 | Plan FY26 // North = . // Demand volume = region=North vol // Fill rate = region=North fill => A 2026 | C 2026
| Actual FY26 // North = . // Demand volume = region=North vol // South = . // Demand volume = region=South vol => A 2026
# notes
P&L FY26 // | Actual | Budget | Var // Net sales = ns // EBIT = ebit // All figures in thousand EUR => (2026 EUR /1000) A | C | A-C
| YTD | PY YTD | Δ % // Net sales = ns // EBIT = ebit //  // YTD= April to date => ~A 2026-04 YTD | ~A 2026-04 YTD PY | ~%A-PY 2026-04 YTD
FY26 // | Actual | Plan // Net sales = ns // EBIT = ebit //  // in EUR million => (2026 EUR /1000000) A | C
FY26 // | Actual | Plan // Net sales = ns // EBIT = ebit // Source: controlling, as sent on Monday => (2026) A | C
FY26 // | Actual | Plan // Net sales = ns // EBIT = ebit // Note: amounts in kEUR, rounded => ? | ?
FY26 // | Actual | Plan // Net sales = ns // EBIT = ebit // Next update in March 2026 => (2026) A | C
# times
| Jan | kum. | Feb | kum. => ~A 2026-01 | ~A 2026-01 YTD | ~A 2026-02 | ~A 2026-02 YTD
Actual // | Jan 26 | YTD | Feb 26 | YTD | Mar 26 | YTD => A 2026-01 | A 2026-01 YTD | A 2026-02 | A 2026-02 YTD | A 2026-03 | A 2026-03 YTD
Actual // | 3M | 6M | 9M => ? | ? | ?
6M // | Actual | Plan => ? | ?
| YTD | | | Full year | | // | Actual | Plan | PY | Actual | Plan | PY => A cur YTD | C cur YTD | A cur YTD PY | ~A 2026 | ~C 2026 | ~A 2026 PY
Actual // | 46023 | 45658 | vs PY => A 2026-01 | A 2025-01 | A-PY 2026-01
# lines
EBIT bridge // | FY26 // Plan = ? // Volume = ? // Price = ? // Mix = ? // Actual = ? => ?
| Actual FY26 // EBIT Plan = ? // Volume = ? // Price/mix = ? // Overheads = ? // EBIT = ? => ?
| FY26 // ACTUAL = . // Net sales = A ns // EBIT = A ebit // BUD = ? // Net sales = ? // EBIT = ? // LE2 = ? // Net sales = ? // EBIT = ? => 2026
| FY26 // FY25 Plan = . // Committed = C FY25 ebit // Optimistic = ? => ?
# words
| FY25A | FY26F | YoY => A 2025 | ? | ?
| Jan-26A | Feb-26A | Mar-26F => A 2026-01 | A 2026-02 | ?
10+2 // | EBIT => ?
| Actual FY26 | Actual FY25 | YoY % => A 2026 | A 2025 | %A-PY 2026
| Actual FY26 | Plan FY26 | Growth => A 2026 | C 2026 | ?
| Actual FY26 | Actual FY25 | Growth % => A 2026 | A 2025 | %A-PY 2026
m$ // | Actual FY26 | Plan FY26 => (/1000000 2026) A | C
$k | Actual FY26 | Plan FY26 => (/1000 2026) A | C
`;

/** More tables of the same classes. */
export const LATER_TABLES = `
# items
Hospitals // | Jan 26 | Feb 26 // Volume = vol => (~A channel=Hospitals) 2026-01 | 2026-02
Demand review Traditional Trade, March 2026 // | Actual | Plan | PY // Volume = vol // Demand value = dv => (2026-03 channel=Traditional_Trade) A | C | A PY
Vitamins: volume and fill rate // | Actual FY26 | Plan FY26 // Volume = vol // Fill rate = fill => (2026 product=Vitamins) A | C
West | Actual | Plan // EBIT = ? => ? | ?
| E-commerce | Pharmacy // Volume FY26 = ~A vol 2026 => channel=E-commerce | channel=Pharmacy
FY26 // | Actual | Plan // Volume = vol // of which E-commerce = ? => (2026) A | C
Central // | Actual FY26 // North = ? // South = ? => ?
Greater North, FY26 // | Actual // Volume = ? => ?
North/South FY26 // | Actual // Volume = ? => ?
All but North FY26 // | Actual // Volume = ? => ?
“North” FY26 // | Actual // Volume = vol => (2026 region=North) A
# notes
P&L 2026 // | Ist | Plan // Nettoumsatz = ns // EBIT = ebit // Alle Angaben in TEUR => (2026 EUR /1000) A | C
FY26 // | Actual | Plan // Net sales = ns // EBIT = ebit //  // Amounts in USD thousands => (2026 /1000) A | C
| Actual YTD | Plan YTD // Net sales = ns // EBIT = ebit // YTD: Jan to Feb 2026 => A 2026-02 YTD | C 2026-02 YTD
FY26 // | Actual | Plan // Net sales = ns // EBIT = ebit // Next: see sheet 2 => (2026) A | C
FY26 // | Actual | Plan // Net sales = ns //  // Budget approved in March 2026 => (2026) A | C
FY26 // | Actual | Plan // Net sales = ns //  // Balance in kEUR // | Actual | Plan // Stock = . => ? | ?
# times
Ist // | Jan 26 | kum. | Feb 26 | kum. | Mär 26 | kum. => A 2026-01 | A 2026-01 YTD | A 2026-02 | A 2026-02 YTD | A 2026-03 | A 2026-03 YTD
| Q1 | YTD | Q2 | YTD => ~A 2026-Q1 | ? | ~A 2026-Q2 | ?
2026 // | 3M | 6M => ? | ?
12 months // | Actual | Plan => ? | ?
# lines
Walk // | EUR k // Actual 2025 = ? // Volume = ? // Price = ? // Actual 2026 = ? => ?
| FY26 // BUD = ? // Net sales = ? // EBIT = ? // RF1 = ? // Net sales = ? // EBIT = ? => ?
# words
| Actual Mar 26 | Actual Mar 25 | YoY | YoY% => A 2026-03 | A 2025-03 | ? | %A-PY 2026-03
| Q4 25 | Q1 26 | QoQ % => ~A 2025-Q4 | ~A 2026-Q1 | ?
| TY | LY => ~A cur YTD | ~A PY cur YTD
US$m // | Actual FY26 | Plan FY26 => (/1000000 2026) A | C
| FY24A | FY25A | FY26B => A 2024 | A 2025 | C 2026
| 8+4 FY26 | Plan FY26 => ? | C 2026
# what is left out
All except region North, FY26 // | Actual | Plan // Volume = ? => ? | ?
Regions other than North, FY26 // | Actual | Plan // Volume = ? => ? | ?
Total w/o E-commerce, FY26 // | Actual | Plan // Volume = ? => ? | ?
Region North, FY26 // | Actual | Plan // Volume = vol => (2026 region=North) A | C
Volume North FY26 // | Actual | Plan // Volume = vol => (2026 region=North) A | C
FY26 // | Actual | Plan // Volume = vol // excl. North => (2026) A | C
| Actual | Plan // EBIT = ? // YTD April 2026 => ? | ?
| Actual | Plan // EBIT = ebit // All figures YTD April 2026 => (2026-04 YTD) A | C
FY26 North vs South // | Actual | Plan // Volume = ? => ? | ?
YoY // | Actual FY26 // EBIT = ? => ?
`;
