/** Tables typed before anyone saw what the reader does with them, in the notation of the corpus. */
export const TYPED_TABLES = `
# a period or a unit once
Sales & EBIT tracker, Mar 2026 // USD k | Actual | Budget | Var | Var % | PY | Var PY | Var PY % // Net sales = ns // EBIT = ebit => (2026-03 /1000) A | C | A-C | %A-C | A PY | A-PY | %A-PY
Flash March 2026, USD m // | Actual | Forecast | Budget | Act vs Bud | Act vs Fcst // Net sales = ns // EBIT = ebit => (2026-03 /1000000) A | ? | C | A-C | ?
Umsatz und EBIT, März 2026, TEUR // | Ist | Plan | Abw. | Abw. % | VJ // Nettoumsatz = ns // EBIT = ebit => (2026-03 EUR /1000) A | C | A-C | %A-C | A PY
Compte de résultat 2026, k€ // | Réel | Budget | Écart | Écart % // Ventes nettes = ns // EBIT = ebit => (2026 EUR /1000) A | C | A-C | %A-C
Scenario comparison 2026, USD m // | Committed Plan | Optimistic | Conservative | +5% price | Optimistic vs Committed // Net sales = ns // Gross profit = gp // EBIT = ebit => (2026 /1000000) C | O | N | P | O-C
| Actual | Budget | Var // Net sales = ns // EBIT = ebit //  // All amounts in USD thousands, YTD Mar 2026 => (2026-03 YTD /1000) A | C | A-C
| Actual FY26 | Plan FY26 | Δ | Δ % // | USD k | USD k | USD k | % // Net sales = ns // EBIT = ebit => (2026 /1000) A | C | A-C | %A-C
# several months
Monthly P&L 2026 - Actuals // | Jan | Feb | Mar | Q1 // Gross sales = gs // Trade spend = te // Net sales = ns // COGS = cogs // Gross profit = gp => (A) 2026-01 | 2026-02 | 2026-03 | 2026-Q1
Committed plan 2026 in TUSD // | Jan | Feb | Mar | Apr | May | Jun | Jul | Aug | Sep | Oct | Nov | Dec | Total // Net sales = ns => (C /1000) 2026-01 | 2026-02 | 2026-03 | 2026-04 | 2026-05 | 2026-06 | 2026-07 | 2026-08 | 2026-09 | 2026-10 | 2026-11 | 2026-12 | 2026
P&L by half year // | H1 26 | H2 26 | FY 26 // | Plan | Plan | Plan // Net sales = ns // EBIT = ebit => (C) 2026-H1 | 2026-H2 | 2026
EBIT by month // | Actual | Budget | Var // Jan 26 = 2026-01 // Feb 26 = 2026-02 // Mar 26 = 2026-03 // Q1 26 = 2026-Q1 => (ebit) A | C | A-C
EBIT // | Actual | Plan // 2026 = 2026 // Jan = 2026-01 // Feb = 2026-02 // 2025 = 2025 // Jan = 2025-01 // Feb = 2025-02 => (ebit) A | C
Actual // | 46023 | 46054 | 46082 | 45717 | vs PY => A 2026-01 | A 2026-02 | A 2026-03 | A 2025-03 | A-PY 2026-03
# blocks and sections
| Mar-26 | | | YTD Mar-26 | | // | Act | Bud | Var | Act | Bud | Var // Net sales = ns // EBIT = ebit => A 2026-03 | C 2026-03 | A-C 2026-03 | A 2026-03 YTD | C 2026-03 YTD | A-C 2026-03 YTD
USD k | Jan 26 | Feb 26 | Mar 26 | YTD // Actual = . // Net sales = A ns // EBIT = A ebit // Budget = . // Net sales = C ns // EBIT = C ebit // Variance = . // Net sales = A-C ns // EBIT = A-C ebit => (/1000) 2026-01 | 2026-02 | 2026-03 | ~cur YTD
Plan | FY26 Plan | FY26 Plan | FY25 Plan // Scenario | Actual | Committed | Committed // Period | 2026 | 2026 | 2025 // EBIT = ebit => A 2026 | C 2026 | C FY25 2025
Group reporting pack //  //  // Actual vs Budget, YTD Mar 2026, USD k //  // | Actual | Budget | Var // Net sales = ns // EBIT = ebit => (2026-03 YTD /1000) A | C | A-C
# years beside each other
Q1 review // | Q1 FY26 Actual | Q1 FY26 Plan | Q1 FY25 Actual | vs Plan | vs LY // Net sales = ns // Gross margin % = gp% // EBIT margin % = ebit% => 2026-Q1 A | 2026-Q1 C | 2025-Q1 A | 2026-Q1 A-C | 2026-Q1 A-PY
| FY24 Act | FY25 Act | FY26 Bud | FY26 LE // Net sales = ns // EBIT = ebit => A 2024 | A 2025 | C 2026 | ?
| R12 Mar 26 | R12 Mar 25 | Δ % // Net sales = ns => ~A 2026-03 R12 | ~A 2025-03 R12 | ~%A-PY 2026-03 R12
| TY Mar | LY Mar | Chg % // Net sales = ns => ~A 2026-03 | ~A 2026-03 PY | ~%A-PY 2026-03
| FY26 LE 10+2 | FY26 Budget | LE vs Budget // Net sales = ns // EBIT = ebit => ? | C 2026 | ?
# items and lines
Demand value by region FY26 // | Actual | Plan | Δ // North = region=North // South = region=South // East = region=East // Total = ? => (dv 2026) A | C | A-C
Channel mix FY26 // Channel | Volume | Demand value // Modern Trade = channel=Modern_Trade // E-commerce = channel=E-commerce // Pharmacy = channel=Pharmacy => (~A 2026) vol | dv
Supply KPIs Mar 26 // | Actual | Plan // Volume = vol // Fill rate = fill // Demand value = dv => (2026-03) A | C
FY26 // | Actual | Budget | Var % // Net sales = ns // Trade spend = te // Trade spend % NS = te% // EBIT = ebit // EBIT % = ebit% => (2026) A | C | %A-C
# names of plans
| FY26 Actual | FY26 Plan | Var // EBIT = ebit => A 2026 | C 2026 | A-C 2026
| Actual | FY26 Plan | Δ // EBIT = ebit => ? | C 2026 | ?
| Q1 FY26 Actual | Q1 FY26 Plan | Q1 FY25 Plan // EBIT = ebit => A 2026-Q1 | C 2026-Q1 | C FY25 2025-Q1
Mar 26 // | Actual | FY26 Plan | Var // EBIT = ebit => A 2026-03 | ? | ?
EBIT // | FY26 // Actual = A // FY26 Plan = C => ebit 2026
| Actual Mar 26 | FY26 Plan Mar 26 | Var // EBIT = ebit => A 2026-03 | C 2026-03 | A-C 2026-03
`;
