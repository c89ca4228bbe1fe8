/**
 * Tables laid out as public templates of statements and reports are, and as planners type them, in the notation of the corpus. Their
 * meaning was written down before the reader saw them.
 */
export const TEMPLATE_TABLES = `
# statements of a month
Income Statement // For the month ended March 31, 2026 // (USD in thousands) // | Actual | Budget | Variance | Variance % // Gross sales = gs // Net sales = ns // COGS = cogs // EBIT = ebit => (2026-03 /1000) A | C | A-C | %A-C
Profit & Loss - Budget vs Actual // March 2026 // | Budget | Actual | Variance | Variance % // Net sales = ns // EBIT = ebit => (2026-03) C | A | A-C | %A-C
| Month to date | | | Year to date | | // | Actual | Budget | Var | Actual | Budget | Var // Net sales = ns // EBIT = ebit => A cur | C cur | A-C cur | A cur YTD | C cur YTD | A-C cur YTD
P&L // | Current month | Prior month | YTD // EBIT = ebit => ~A cur | ~A cur-1 | ~A cur YTD
| Mar-26 | Feb-26 | MoM | MoM % // EBIT = ebit => ~A 2026-03 | ~A 2026-02 | ? | ~%A-A vs:2026-02 2026-03
Executive summary – YTD Mar-26 – USDm // | Actual | Budget | Var | PY | Var PY // Net sales = ns // EBIT = ebit => (2026-03 YTD /1000000) A | C | A-C | A PY | A-PY
Actual vs Budget vs PY // March 2026 // | Actual | Budget | PY | Var Budget | Var PY // EBIT = ebit => (2026-03) A | C | A PY | A-C | A-PY
$ in thousands | Q1-26 Actual | Q1-26 Budget | Fav/(Unfav) // EBIT = ebit => (/1000) A 2026-Q1 | C 2026-Q1 | ?
3 months ended Mar 31, 2026 // | Actual | Plan // EBIT = ebit => (2026-03 R3) A | C
Three months ended March 31, 2026 // | Actual | Plan // EBIT = ebit => (2026-03 R3) A | C
| Actual | Budget | Actual | Budget // | Mar 26 | Mar 26 | YTD | YTD // EBIT = ebit => A 2026-03 | C 2026-03 | ~A cur YTD | ~C cur YTD
Period: March 2026 // | Actual | Plan | Comment // EBIT = ebit => A 2026-03 | C 2026-03 | ?
# months, quarters and years in a row
Actual FY26 // | Jan | Feb | Mar | Apr | May | Jun | Jul | Aug | Sep | Oct | Nov | Dec | Total // EBIT = ebit => (A) 2026-01 | 2026-02 | 2026-03 | 2026-04 | 2026-05 | 2026-06 | 2026-07 | 2026-08 | 2026-09 | 2026-10 | 2026-11 | 2026-12 | 2026
Budget 2026 // | Q1 | Q2 | Q3 | Q4 | Total // Net sales = ns // EBIT % = ebit% => (C) 2026-Q1 | 2026-Q2 | 2026-Q3 | 2026-Q4 | 2026
Actual 2026 // | Jan | Feb | Mar | Total // Net sales = ns => (A) 2026-01 | 2026-02 | 2026-03 | 2026-Q1
| Q1'25 | Q2'25 | Q3'25 | Q4'25 | Q1'26 // EBIT = ebit => (~A) 2025-Q1 | 2025-Q2 | 2025-Q3 | 2025-Q4 | 2026-Q1
| FY24A | FY25A | FY26B // EBIT = ebit => A 2024 | A 2025 | C 2026
| 2024A | 2025A | 2026E // EBIT = ebit => A 2024 | A 2025 | ?
| Mar-25 | Mar-26 | YoY % // EBIT = ebit => ~A 2025-03 | ~A 2026-03 | ~%A-PY 2026-03
| Jan | Feb | Mar | Apr | May // | Actual | Actual | Actual | Forecast | Forecast // EBIT = ebit => ~A 2026-01 | ~A 2026-02 | ~A 2026-03 | ? | ?
| Actual Jan–Mar | Forecast Apr–Dec | Full year // EBIT = ebit => ~A 2026-01:2026-03 | ? | ?
EBIT, kUSD // | 2024 | 2025 | 2026 // Feb = ebit => (~A /1000) 2024-02 | 2025-02 | 2026-02
EBIT // | Q1 | Q2 | FY // Actual 2025 = A ebit => 2025-Q1 | 2025-Q2 | 2025
| YTD 2026 | YTD 2025 | Δ // EBIT = ebit => ~A 2026-03 YTD | ~A 2025-03 YTD | ~A-PY 2026-03 YTD
| Mar 2026 | Mar 2025 | $ Change | % Change // EBIT = ebit => ~A 2026-03 | ~A 2025-03 | ~A-PY 2026-03 | ~%A-PY 2026-03
Actual // | Jan | Feb | Mar | YTD | Budget YTD | Var // EBIT = ebit => ~A 2026-01 | ~A 2026-02 | ~A 2026-03 | ~A cur YTD | ~C cur YTD | ~A-C cur YTD
Optimistic case, FY26 // | Jan | Feb // EBIT = ebit => (O) 2026-01 | 2026-02
# sections
FY26 // | Jan | Feb // Actual = . // Net sales = A ns // EBIT = A ebit // Plan = . // Net sales = C ns // EBIT = C ebit // Variance = . // Net sales = A-C ns // EBIT = A-C ebit => 2026-01 | 2026-02
| Q1 26 | Q2 26 // Net sales = . // Actual = A ns // Budget = C ns // Variance = A-C ns // EBIT = . // Actual = A ebit // Budget = C ebit // Variance = A-C ebit => 2026-Q1 | 2026-Q2
| Actual FY26 | Plan FY26 // North = . // Volume = region=North vol // Fill rate = region=North fill // South = . // Volume = region=South vol // Fill rate = region=South fill => A 2026 | C 2026
FY26 | Demand volume | Demand value // North = . // Actual = A region=North // Plan = C region=North // South = . // Actual = A region=South // Plan = C region=South => (2026) vol | dv
EBIT // | Actual | Plan // 2025 = 2025 ebit // Q1 = 2025-Q1 ebit // Q2 = 2025-Q2 ebit // 2026 = 2026 ebit // Q1 = 2026-Q1 ebit // Q2 = 2026-Q2 ebit => A | C
EBIT // | Actual | Plan // 2026 = 2026 // Jan = 2026-01 // Feb = 2026-02 => (ebit) A | C
| Net sales | | EBIT | // | Actual | Plan | Actual | Plan // Jan 26 = 2026-01 // Feb 26 = 2026-02 => A ns | C ns | A ebit | C ebit
| Actual FY26 // Net sales = ns // thereof North = ? // EBIT = ebit => A 2026
| Actual FY26 | Plan FY26 // Volume = vol //   North = vol region=North //   South = vol region=South // Fill rate = fill //   North = fill region=North //   South = fill region=South => A 2026 | C 2026
Volume by channel, FY26 // | Actual | Plan // Modern Trade = channel=Modern_Trade // Pharmacy = channel=Pharmacy // Other = ? => (vol 2026) A | C
# titles
FY25 · Plan // | EBIT | Net sales // Jan = 2025-01 C // Feb = 2025-02 C => ebit | ns
FY25, Plan // | Q1 | Q2 // EBIT = ebit => (C) 2025-Q1 | 2025-Q2
P&L by quarter, Committed plan, EUR m // | Q1 26 | Q2 26 // EBIT = ebit => (C EUR /1000000) 2026-Q1 | 2026-Q2
Scenario analysis 2026 // | Base | Upside | Downside // EBIT = ebit => ? | ? | ?
Budget FY26 vs Actual FY25 // | Budget | Actual | Var // EBIT = ebit => ? | ? | ?
Scenario: Optimistic // | Jan 26 | Feb 26 // EBIT = ebit => O 2026-01 | O 2026-02
Plan version: FY25 Plan // | Q1 25 | Q2 25 // EBIT = ebit => C FY25 2025-Q1 | C FY25 2025-Q2
Prepared by: Finance | 15.03.2026 //  // | Actual FY26 | Plan FY26 // EBIT = ebit => A 2026 | C 2026
Region: North // | Volume | Fill rate // Actual FY26 = A 2026 // Plan FY26 = C 2026 => (region=North) vol | fill
KPI dashboard // Mar-26 // KPI | Actual | Target | Status // Net sales = ns // Fill rate = fill => (2026-03) A | C | ?
Margins in % of net sales, FY26 // | Actual | Plan // Gross profit % = gp% // EBIT % = ebit% => (2026) A | C
Average price FY26 // | Actual | Plan // Price = price => ? | ?
Half-year 2026 // | Actual | Plan // EBIT = ebit => ? | ?
Gross figures, FY26 // | Actual | Plan // EBIT = ebit => A 2026 | C 2026
Weekly flash, March 2026 // | Actual | Plan // EBIT = ebit => A 2026-03 | C 2026-03
Cumulative actuals March 2026 // | EBIT | Net sales // Month = ? // YTD = cur YTD => (A) ebit | ns
# units
| Actual | Plan | Var | Var // | kUSD | kUSD | kUSD | % // EBIT = ebit => (/1000) ~A cur YTD | ~C cur YTD | ~A-C cur YTD | ~%A-C cur YTD
FY26 // | Actual | Plan // Volume (units) = vol // Net sales (USD k) = ns /1000 => (2026) A | C
USD 000s | Actual FY26 | Plan FY26 // Net sales = ns => (/1000 2026) A | C
FY26 // | Actual (USD k) | Plan (USD k) | Var (USD k) | Var (%) // EBIT = ebit => (2026 /1000) A | C | A-C | %A-C
P&L FY26 // | Actual | Plan // EBIT = ebit //  // All amounts in EUR millions unless stated otherwise => (2026 EUR /1000000) ? | ?
FY26 // | Actual | Plan | Var // EBIT = ebit // Variance: Actual minus Budget => (2026) A | C | A-C
FY26 // | Actual YTD | Plan YTD // EBIT = ebit // * YTD through March => A cur YTD | C cur YTD
# codes and notes beside the lines
Acc. | Actual FY26 | Plan FY26 // 4000 | Net sales = ns // 7000 | EBIT = ebit => A 2026 | C 2026
Acc. | Actual | Plan // 4000 | Net sales = ? // 2010 | EBIT = ? => A | C
No. | Actual FY26 | Plan FY26 // 1 | Net sales = ns // 2 | EBIT = ebit => A 2026 | C 2026
Line | Actual FY26 // Net sales | Sales = ns // EBIT | CFO = ebit => A 2026
Line | Actual FY26 | Plan FY26 // Net sales | USD k = ns /1000 // EBIT | USD k = ebit /1000 // Volume | pcs = vol => A 2026 | C 2026
# more than one table
P&L Actual 2026 // | Jan | Feb // EBIT | 1 | 2 //  // P&L Plan 2026 // | Jan | Feb // EBIT = ebit => C 2026-01 | C 2026-02
Actual 2026 // | Jan | Feb // EBIT | 1 | 2 // Plan 2026 // | Jan | Feb // EBIT = ebit => C 2026-01 | C 2026-02
| Jan 26 | Feb 26 // Actual | | // Net sales | 1 | 2 // Plan | | // Net sales = C ns // EBIT = C ebit => 2026-01 | 2026-02
# in German
GuV 2026 in TEUR // | Plan | Ist | Abw. abs. | Abw. % // Nettoumsatz = ns // EBIT = ebit => (2026 EUR /1000) C | A | A-C | %A-C
Monatsbericht März 2026 // | Ist | Plan | Abw. | Ist kum. | Plan kum. | Abw. // EBIT = ebit => A 2026-03 | C 2026-03 | A-C 2026-03 | A 2026-03 YTD | C 2026-03 YTD | A-C 2026-03 YTD
| Ist 2025 | Plan 2026 | FC 2026 | Abw. FC/Plan // EBIT = ebit => A 2025 | C 2026 | ? | ?
per 31.03.2026 // | Ist | Plan // EBIT = ebit => ? | ?
Stand März 2026 (YTD), kEUR // | Ist | Plan | Δ abs. | Δ % // EBIT = ebit => (2026-03 YTD EUR /1000) A | C | A-C | %A-C
Budget 2026 // | T1 | T2 // EBIT = ebit => ? | ?
Absatz je Region, 1. Halbjahr 2026 // | Ist | Plan // North = region=North vol // South = region=South vol => (2026-H1) ? | ?
# comparisons
| This year | Last year | Change | % Change // EBIT = ebit => ~A cur YTD | ~A cur YTD PY | ~A-PY cur YTD | ~%A-PY cur YTD
| Actual | Budget | Prior Year | Act vs Bud | Act vs PY // EBIT = ebit => (cur YTD) ~A | ~C | ~A PY | ? | ~A-PY
FY26 // | Committed | Optimistic | Optimistic vs Committed | % // EBIT = ebit => (2026) C | O | O-C | ?
| Q1 26 | Q1 25 | QoQ // EBIT = ebit => ~A 2026-Q1 | ~A 2025-Q1 | ?
| Actual 2024 | Actual 2025 | Actual 2026 | Δ 26/25 // EBIT = ebit => A 2024 | A 2025 | A 2026 | ?
| 46082 | 45717 | Δ | Δ % // EBIT = ebit => ~A 2026-03 | ~A 2025-03 | ~A-PY 2026-03 | ~%A-PY 2026-03
Actual // | 46082 | 45717 | vs PY | vs PY % // EBIT = ebit => A 2026-03 | A 2025-03 | A-PY 2026-03 | %A-PY 2026-03
EBIT // | Plan | Optimistic | Δ | Conservative | Δ // FY26 = ebit 2026 => C | O | O-C | N | N-C
YTD // | Actual | Plan | Var | Var % | FY Plan | % achieved // EBIT = ebit => A cur YTD | C cur YTD | A-C cur YTD | %A-C cur YTD | C 2026 | ?
`;
