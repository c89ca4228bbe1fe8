/**
 * Tables of a planner who had never seen the reader, typed with their meaning before any code read them, in the notation of the
 * corpus and of the tables of planners. Each class begins with its name after "#".
 */
export const UNSEEN_TABLES = `
# a month, a year to date and a full year
Monthly business review - October 2026 // USD '000 // | Actual | Budget | Var | Var % | PY | vs PY % // Gross sales = gs // Trade spend = te // Net sales = ns // COGS = cogs // Gross profit = gp // EBIT = ebit => A 2026-10 /1000 | C 2026-10 /1000 | A-C 2026-10 /1000 | %A-C 2026-10 | A PY 2026-10 /1000 | %A-PY 2026-10
P&L overview // | YTD Oct 2026 ||||| Full year 2026 // | Actual | Plan | Var | PY || Plan | PY // Net sales = ns // Gross profit = gp // Supply chain costs = sc // EBIT = ebit => A 2026-10 YTD | C 2026-10 YTD | A-C 2026-10 YTD | A PY 2026-10 YTD | . | C 2026 | A PY 2026
p&l oct26 kusd // | act | bud | b/(w) || ytd act | ytd bud | b/(w) || fy bud // gsv = gs // nsv = ns // cogs = cogs // gp = gp // ebit = ebit => A 2026-10 /1000 | C 2026-10 /1000 | A-C 2026-10 /1000 | . | A 2026-10 YTD /1000 | C 2026-10 YTD /1000 | A-C 2026-10 YTD /1000 | . | C 2026 /1000
Half-year view, Actual vs Plan 2026 // | H1 ||| H2 // | Act | Plan | Var | Act | Plan | Var // Net sales = ns // EBIT = ebit => A 2026-H1 | C 2026-H1 | A-C 2026-H1 | A 2026-H2 | C 2026-H2 | A-C 2026-H2
Flash report (Actual) // | MTD | QTD | YTD // Net sales = ns // Gross profit = gp // EBIT = ebit => A cur | A cur QTD | A cur YTD
Sales performance, Oct YTD // | TY | LY | % chg // Gross sales = gs // Net sales = ns => ~A 2026-10 YTD | ~A PY 2026-10 YTD | ~%A-PY 2026-10 YTD
Financial summary // As of Oct-26 // | Actual YTD | Budget YTD | Variance | Variance % // Net sales = ns // Gross profit = gp // Gross profit % = gp% // EBIT = ebit => A 2026-10 YTD | C 2026-10 YTD | A-C 2026-10 YTD | %A-C 2026-10 YTD
| Aug 26 || Sep 26 || Oct 26 // | Act | Bud | Act | Bud | Act | Bud // Net sales = ns // EBIT = ebit => A 2026-08 | C 2026-08 | A 2026-09 | C 2026-09 | A 2026-10 | C 2026-10
FY 2026 // | Actual |||| Budget // | Jul | Aug | Sep || Jul | Aug | Sep // Net sales = ns // EBIT = ebit => A 2026-07 | A 2026-08 | A 2026-09 | . | C 2026-07 | C 2026-08 | C 2026-09
| YTD ||| Full year // | Act | PY | Δ% | Plan | PY | Δ% // Net sales = ns // EBIT = ebit // YTD: January to October 2026 => A 2026-10 YTD | A PY 2026-10 YTD | %A-PY 2026-10 YTD | ~C 2026 | ~A PY 2026 | ~%C-A vs:2025 2026
NS&EBIT wk view DRAFT v3 !! do not fwd // $k | Oct | | | | | comments // | act | bdgt | % | py | % // Net Sales = ns //  gross margin = gp // Ebit = ebit => ~A 2026-10 /1000 | ~C 2026-10 /1000 | ~%A-C 2026-10 | ~A PY 2026-10 /1000 | ~%A-PY 2026-10 | .
# units, notes and rules
P&L YTD Sep-26, in USD m // | Act | % NS | Bud | % NS // Net sales = ns // COGS = cogs // Gross profit = gp // EBIT = ebit => A 2026-09 YTD /1000000 | A/ns 2026-09 YTD | C 2026-09 YTD /1000000 | C/ns 2026-09 YTD
P&L October 2026 // | Actual | Plan | Variance // Net sales 1) = ns // COGS = cogs // EBIT 2) = ebit // 1) net of trade terms // 2) before one-offs // Figures in USD thousand => A 2026-10 /1000 | C 2026-10 /1000 | A-C 2026-10 /1000
KPI dashboard Oct-26 // KPI | Actual | Budget | Δ // Demand volume | k units = vol /1000 // Fill rate | % = fill // Net sales | USD k = ns /1000 // EBIT | USD k = ebit /1000 => A 2026-10 | C 2026-10 | A-C 2026-10
INCOME STATEMENT // For the month ended 31 October 2026 // | Actual | Budget | Fav/(Unfav) // | ------ | ------ | ------ //  // Gross sales = gs // Less: trade expenses = te // Net sales = ns // = . // Cost of goods sold = cogs // Gross profit = gp => A 2026-10 | C 2026-10 | A-C 2026-10
Actual vs Budget, September 2026 // | Actual | Budget | Var // Revenue = . //   Gross sales = gs //   Trade expenses = te //   Net sales = ns // Costs = . //   COGS = cogs //   Storage and handling = sh //   Transport = tr // Profit = . //   EBIT = ebit => A 2026-09 | C 2026-09 | A-C 2026-09
| Ist Okt 26 | Plan Okt 26 | Abw. // | TUSD | TUSD | % // Nettoumsatz = ns // EBIT = ebit => A 2026-10 /1000 | C 2026-10 /1000 | %A-C 2026-10
| Réel oct. 2026 | Budget oct. 2026 // CA net = ns // EBIT = ebit // (en milliers de USD) => A 2026-10 /1000 | C 2026-10 /1000
# years, quarters, outlooks and scenarios
P&L phasing 2026 // | Aug | Sep | Oct | Nov | Dec // | A | A | A | F | F // Net sales = ns // EBIT = ebit => A 2026-08 | A 2026-09 | A 2026-10 | ? | ?
Plan FY26 by quarter ($k) // | Q1 | Q2 | Q3 | Q4 | FY // Gross sales = gs // Trade expenses = te // Net sales = ns // EBIT = ebit => C 2026-Q1 /1000 | C 2026-Q2 /1000 | C 2026-Q3 /1000 | C 2026-Q4 /1000 | C 2026 /1000
Scenario comparison, full year 2026 // | Committed Plan | Optimistic | Conservative | Optimistic vs Plan | Conservative vs Plan // Net sales = ns // Gross profit = gp // EBIT = ebit => C 2026 | O 2026 | N 2026 | O-C 2026 | N-C 2026
| LTM Oct-26 | LTM Oct-25 | Δ | Δ % // Net sales = ns // EBIT = ebit => ~A 2026-10 R12 | ~A 2025-10 R12 | ~A-PY 2026-10 R12 | ~%A-PY 2026-10 R12
Price increase case FY26, USD k // | Plan | +5% price | Impact | Impact % // Gross sales = gs // Net sales = ns // EBIT = ebit => C 2026 /1000 | P 2026 /1000 | ? | ?
EBIT bridge Actual 2026 vs PY // | USD k // EBIT PY = A PY 2026 ebit // Volume = ? // Price = ? // Mix = ? // COGS = ? // EBIT = A 2026 ebit => /1000
| FY24A | FY25A | FY26B | 26B vs 25A // Net sales = ns // Gross profit = gp // EBIT = ebit => A 2024 | A 2025 | C 2026 | C-A vs:2025 2026
Latest view 9+3 vs Budget 2026 // | 9+3 | Budget | Var // Net sales = ns // EBIT = ebit => C 2026 +act:2026-09 | C 2026 | ?
Actual 2026 // | Oct | YTD Oct | Run rate // Net sales = ns // EBIT = ebit => A 2026-10 | A 2026-10 YTD | ?
Actual, USD // | 46235 | 46266 | 46296 | YTD // Net sales = ns // EBIT = ebit => A 2026-08 | A 2026-09 | A 2026-10 | A 2026-10 YTD
| FC Aug | FC Sep | Change // Net sales = ns // EBIT = ebit => ? | ? | ?
Net sales and EBIT by month, 2026 // | Jan | Feb | Mar // ACTUAL = . // Net sales = A ns // EBIT = A ebit // BUDGET = . // Net sales = C ns // EBIT = C ebit // VARIANCE = . // Net sales = A-C ns // EBIT = A-C ebit => 2026-01 | 2026-02 | 2026-03
EBIT, $k // | Q1 26 | Q2 26 | Q3 26 | Q4 26 // Actual = A ebit /1000 // Plan = C ebit /1000 // vs Plan = A-C ebit /1000 // vs Plan % = %A-C ebit => 2026-Q1 | 2026-Q2 | 2026-Q3 | 2026-Q4
P&L FY26 Plan // | Q1 | Q2 | Q3 | Q4 // Net sales = ns // A&P = ? // SG&A = ? // EBIT = ebit => C 2026-Q1 | C 2026-Q2 | C 2026-Q3 | C 2026-Q4
Plan to plan // | FY25 Plan | FY26 Plan | Growth | Growth % // Net sales = ns // EBIT = ebit => C FY25 2025 | C 2026 | ? | ?
# regions, channels and products
Regional review, YTD Oct 26 // | Actual | Plan | Var % // North = . // Demand value = region=North dv // Fill rate = region=North fill // South = . // Demand value = region=South dv // Fill rate = region=South fill => A 2026-10 YTD | C 2026-10 YTD | %A-C 2026-10 YTD
Channel scorecard - Actual YTD Oct 2026 // | Modern Trade | E-commerce | Pharmacy | Total // Volume = vol // Demand value = dv // Fill rate = fill => A 2026-10 YTD channel=Modern_Trade | A 2026-10 YTD channel=E-commerce | A 2026-10 YTD channel=Pharmacy | ?
Demand value (kUSD) | Oct-26 Act | Oct-26 Bud | Δ | Δ % // North = region=North // South = region=South // East = region=East // West = region=West => A 2026-10 dv /1000 | C 2026-10 dv /1000 | A-C 2026-10 dv /1000 | %A-C 2026-10 dv
Demand volume by region, Actual // | Q1 26 | Q2 26 | Q3 26 // North = region=North // South = region=South // East = region=East // West = region=West // Central = region=Central // Islands = region=Islands // Total = vol => A 2026-Q1 vol | A 2026-Q2 vol | A 2026-Q3 vol
Channel mix YTD Oct 26, actual // | Demand value | % of total // Modern Trade = channel=Modern_Trade // E-commerce = channel=E-commerce // Pharmacy = channel=Pharmacy => A 2026-10 YTD dv | ?
Absatz nach Regionen, Ist kum. Okt 2026 // | Ist | Plan | Abw. % // North = region=North // South = region=South // Gesamt = ? => A 2026-10 YTD vol | C 2026-10 YTD vol | %A-C 2026-10 YTD vol
Kanal E-commerce - Ist 2026 // | Q1 | Q2 | Q3 // Absatzmenge = vol channel=E-commerce // Lieferfähigkeit = ? => A 2026-Q1 | A 2026-Q2 | A 2026-Q3
Ventes en volume par région - Réel T3 2026 // | Réel | Budget | Écart // North = region=North // South = region=South // Total = ? => A 2026-Q3 vol | C 2026-Q3 vol | A-C 2026-Q3 vol
Demand, Oct 2026 // | Volume | Value // Skin Care = . //   Actual = A product=Skin_Care //   Budget = C product=Skin_Care // Vitamins = . //   Actual = A product=Vitamins //   Budget = C product=Vitamins => 2026-10 vol | 2026-10 dv
Vitamins | Actual ||| Budget // | Aug-26 | Sep-26 | Oct-26 | Aug-26 | Sep-26 | Oct-26 // Volume = vol product=Vitamins // Fill rate = fill product=Vitamins => A 2026-08 | A 2026-09 | A 2026-10 | C 2026-08 | C 2026-09 | C 2026-10
# German words
Ergebnisrechnung Oktober 2026 // in TUSD // | Monat |||| Kumuliert // | Ist | Plan | Abw. || Ist | Plan | Abw. // Bruttoumsatz = gs // Erlösschmälerungen = te // Nettoumsatz = ns // Herstellkosten des Umsatzes = cogs // Rohertrag = gp // EBIT = ebit => A 2026-10 /1000 | C 2026-10 /1000 | A-C 2026-10 /1000 | . | A 2026-10 YTD /1000 | C 2026-10 YTD /1000 | A-C 2026-10 YTD /1000
Plan-Ist-Vergleich Jan-Okt 2026 (USD) // | Ist | Plan | Abw. abs. | Abw. % | VJ | Abw. VJ % // Nettoumsatz = ns // Wareneinsatz = cogs // Bruttoergebnis = gp // EBIT = ebit => A 2026-01:2026-10 | C 2026-01:2026-10 | A-C 2026-01:2026-10 | %A-C 2026-01:2026-10 | A PY 2026-01:2026-10 | %A-PY 2026-01:2026-10
Ist 2026 // | Jan | Feb | Mrz | Apr | Mai | Jun | H1 // Nettoumsatz = ns // EBIT = ebit => A 2026-01 | A 2026-02 | A 2026-03 | A 2026-04 | A 2026-05 | A 2026-06 | A 2026-H1
| GJ 2025 Ist | GJ 2026 Plan | Veränd. % // Nettoumsatz = ns // EBIT = ebit // EBIT-Marge = ebit% => A 2025 | C 2026 | %C-A vs:2025 2026
Quartalsbericht Q3/2026, Angaben in TEUR // | Ist Q3 | Budget Q3 | Δ | VJ Q3 // Nettoumsatz = ns // Transportkosten = tr // Lagerkosten = sh // EBIT = ebit => A 2026-Q3 EUR /1000 | C 2026-Q3 EUR /1000 | A-C 2026-Q3 EUR /1000 | A PY 2026-Q3 EUR /1000
Hochrechnung 2026 // | Ist Jan-Sep | Plan Okt-Dez | HR 2026 | Plan 2026 // Nettoumsatz = ns // EBIT = ebit => A 2026-01:2026-09 | C 2026-10:2026-12 | C 2026 +act:2026-09 | C 2026
Ist 2026 (TUSD) // | Sep | Sep kum. | Okt | Okt kum. // Nettoumsatz = ns // EBIT = ebit => A 2026-09 /1000 | A 2026-09 YTD /1000 | A 2026-10 /1000 | A 2026-10 YTD /1000
Soll-Ist September 2026 // | Soll | Ist | Abweichung // Bruttoumsatz = gs // Nettoumsatz = ns // EBIT = ebit => C 2026-09 | A 2026-09 | A-C 2026-09
Monatsbericht 10/2026 // | Ist | Plan | VJ // Nettoumsatz = ns // Logistikkosten* = sc // EBIT = ebit // * Lager und Transport // Alle Angaben in TUSD => A 2026-10 /1000 | C 2026-10 /1000 | A PY 2026-10 /1000
GuV 10/26 ist/plan/vj k$ // | I | P | VJ // NU = ? // RE = ? // EBIT = ebit => ? | ? | A PY 2026-10 /1000
| Ist YTD Okt | Plan Rest 2026 | Gesamt 2026 // Nettoumsatz = ns // EBIT = ebit => ~A 2026-10 YTD | C 2026-11:2026-12 | ?
# French words
Compte de résultat - octobre 2026 // en k$ // | Réel | Budget | Écart | Écart % // CA brut = gs // CA net = ns // Coût des ventes = cogs // Marge brute = gp // EBIT = ebit => A 2026-10 /1000 | C 2026-10 /1000 | A-C 2026-10 /1000 | %A-C 2026-10
Suivi budgétaire à fin oct. 2026 // | Réel cumul | Budget cumul | Écart | N-1 // CA net = ns // Marge brute = gp // EBIT = ebit => A 2026-10 YTD | C 2026-10 YTD | A-C 2026-10 YTD | A PY 2026-10 YTD
| 2024 Réel | 2025 Réel | Budget 2026 | Évol. % // CA net = ns // EBIT = ebit => A 2024 | A 2025 | C 2026 | %C-A vs:2025 2026
Réel 2026 // | janv. | févr. | mars | avr. | T1 // CA net = ns // EBIT = ebit => A 2026-01 | A 2026-02 | A 2026-03 | A 2026-04 | A 2026-Q1
| Mois d'octobre 2026 |||| Cumul // | Réel | Budget | Écart || Réel | Budget | Écart // Chiffre d'affaires net = ns // Résultat d'exploitation = ebit => A 2026-10 | C 2026-10 | A-C 2026-10 | . | A 2026-10 YTD | C 2026-10 YTD | A-C 2026-10 YTD
Atterrissage 2026 vs Budget // | Atterrissage | Budget | Écart // CA net = ns // EBIT = ebit => ? | C 2026 | ?
`;

/** Tables of the same planner with the answers that the pane offers, as they were filled in the workbench. */
export const ANSWERED_TABLES = `
# answers that leave cells blank
{F3=ignored;above 3=no} Ergebnisrechnung 09/2026 // Angaben in TUSD // | Sep 26 |||| kum. Jan-Sep 26 // | Ist | Plan | Abw. || Ist | Plan | Abw. % // Nettoumsatz = ns // EBIT = ebit => A 2026-09 /1000 | C 2026-09 /1000 | A-C 2026-09 /1000 | . | . | . | .
{B2=ignored} Actual September 2026 // | Month | Year to date // | Act | Act // Net sales = ns // EBIT = ebit => . | A 2026-09 YTD
# answers to headings that hold a time
{C2=scenario=committed} Actual 2026 // | Q3A | Zx Q3 | Zx FY26 // Net sales = ns // EBIT = ebit => A 2026-Q3 | C 2026-Q3 | C 2026
{C2=scenario=committed} YTD Oct 2026 // | Actual | Sep B // Net sales = ns // EBIT = ebit => A 2026-10 YTD | C 2026-09
# corrected headings
Q3 flash // | Q3A | Q3 Budget | FY26 Budget // NSV = ns // EBIT = ebit => ~A 2026-Q3 | ~C 2026-Q3 | C 2026
Management accounts // | Sep-26 || YTD // | Actual | Budget | Actual | Budget // Net sales = ns // EBIT = ebit // 2. YTD= Sep 2026 => A 2026-09 | C 2026-09 | A 2026-09 YTD | C 2026-09 YTD
`;

/** Tables of another planner, typed later and as blindly, with a current month of March 2026. */
export const LATER_UNSEEN_TABLES = `
# a month and a year to date
Finance pack, March 2026 (US$ thousands) //  // | March ||| YTD // | Actual | FY26 Plan | Variance | Actual | FY26 Plan | Variance // Gross sales = gs // Trade expenses = te // Net sales = ns // Cost of goods sold = cogs // Gross profit = gp // EBIT = ebit => A 2026-03 /1000 | C 2026-03 /1000 | A-C 2026-03 /1000 | A 2026-03 YTD /1000 | C 2026-03 YTD /1000 | A-C 2026-03 YTD /1000
mar 26 results, $000s // | act | plan | var | var % | ly | var % // net sales = ns // gross profit = gp // gp % = gp% // ebit = ebit // ebit % = ebit% => A 2026-03 /1000 | C 2026-03 /1000 | A-C 2026-03 /1000 | %A-C 2026-03 | A PY 2026-03 /1000 | %A-PY 2026-03
Q1 close pack v2 // USD | Mar-26A | Mar-26B | B/(W) | B/(W)% || Mar-25A | YoY % //  // Net sales = ns // Trade spend % = te% // Overheads = oh // EBIT = ebit => A 2026-03 | C 2026-03 | A-C 2026-03 | %A-C 2026-03 | . | A 2025-03 | %A-PY 2026-03
P&L summary YTD March FY26, $m // | FY26A | FY26B | FY25A | vs B | vs PY // Net sales = ns // Gross profit = gp // EBIT = ebit => A 2026-03 YTD /1000000 | C 2026-03 YTD /1000000 | A 2025-03 YTD /1000000 | A-C 2026-03 YTD /1000000 | A-PY 2026-03 YTD /1000000
Board report // Period: Mar-26 // Currency: USD // Unit: thousands // | Actual | Budget | MoM | MoM % // Net sales = ns // EBIT = ebit => A 2026-03 /1000 | C 2026-03 /1000 | A-A vs:2026-02 2026-03 /1000 | %A-A vs:2026-02 2026-03
Actuals // | Jan-26 | Feb-26 | MoM | MoM % | Mar-26 | MoM | MoM % // Net sales = ns // COGS = cogs // EBIT = ebit => A 2026-01 | A 2026-02 | A-A vs:2026-01 2026-02 | %A-A vs:2026-01 2026-02 | A 2026-03 | A-A vs:2026-02 2026-03 | %A-A vs:2026-02 2026-03
Flash, Mar 2026 // | MTD Act | MTD Bud | Var || QTD Act | QTD Bud | Var || YTD Act | YTD Bud | Var // Net sales = ns // EBIT = ebit => A 2026-03 | C 2026-03 | A-C 2026-03 | . | A 2026-03 QTD | C 2026-03 QTD | A-C 2026-03 QTD | . | A 2026-03 YTD | C 2026-03 YTD | A-C 2026-03 YTD
management summary // all figs usd k unless stated // | This month | Plan | +/- | Last month | +/- | Same month LY | +/- // net rev = ns // ebit = ebit => ~A cur /1000 | ~C cur /1000 | ~A-C cur /1000 | ~A cur-1 /1000 | ~A-A vs:current-1 cur /1000 | ~A PY cur /1000 | ~A-PY cur /1000
# quarters and half-years
Half year report H1 FY26 // USD m | H1 26 Act | H1 26 Plan | H1 25 Act | Δ Plan | Δ PY // Net sales = ns // Gross margin % = gp% // EBIT = ebit => A 2026-H1 /1000000 | C 2026-H1 /1000000 | A 2025-H1 /1000000 | A-C 2026-H1 /1000000 | A-PY 2026-H1 /1000000
Quarterly P&L // | 2025 |||| 2026 // | Q1 | Q2 | Q3 | Q4 | Q1 // | Act | Act | Act | Act | Act // Gross sales = gs // Net sales = ns // EBIT = ebit => A 2025-Q1 | A 2025-Q2 | A 2025-Q3 | A 2025-Q4 | A 2026-Q1
Actuals: Q1 FY26 vs Q4 FY25 // | Q1 FY26 | Q4 FY25 | QoQ | QoQ % // Net sales = ns // EBIT = ebit => A 2026-Q1 | A 2025-Q4 | A-A vs:2025-Q4 2026-Q1 | %A-A vs:2025-Q4 2026-Q1
Budget FY26 phasing ($k) // | Jan | Feb | Mar | Q1 | Apr | May | Jun | Q2 | H1 // Net sales = ns // Overheads = oh // EBIT = ebit => C 2026-01 /1000 | C 2026-02 /1000 | C 2026-03 /1000 | C 2026-Q1 /1000 | C 2026-04 /1000 | C 2026-05 /1000 | C 2026-06 /1000 | C 2026-Q2 /1000 | C 2026-H1 /1000
FY26 Plan vs FY25 actual by half // | H1 ||| H2 ||| FY // | FY26 Plan | FY25 Act | % | FY26 Plan | FY25 Act | % | FY26 Plan | FY25 Act | % // Net sales = ns // EBIT = ebit => C 2026-H1 | A 2025-H1 | %C-A vs:2025-H1 2026-H1 | C 2026-H2 | A 2025-H2 | %C-A vs:2025-H2 2026-H2 | C 2026 | A 2025 | %C-A vs:2025 2026
H2 26 plan, quarterly, kUSD // | Q3 | Q4 | H2 | % of FY // Net sales = ns // EBIT = ebit => C 2026-Q3 /1000 | C 2026-Q4 /1000 | C 2026-H2 /1000 | ?
# titles that name another plan
FY25 Plan by quarter // USD k // | Q1 | Q2 | Q3 | Q4 | FY // Net sales = ns // Gross profit = gp // EBIT = ebit => C FY25 2025-Q1 /1000 | C FY25 2025-Q2 /1000 | C FY25 2025-Q3 /1000 | C FY25 2025-Q4 /1000 | C FY25 2025 /1000
How good was the FY25 Plan? // | Plan | Actual | Var | Var % // Net sales = ns // EBIT = ebit => C FY25 2025 | A FY25 2025 | A-C FY25 2025 | %A-C FY25 2025
FY24 Plan review // | Q1 | Q2 | H1 // Net sales = ns // EBIT = ebit => ? | ? | ?
# sections, units and shares
P&L Mar YTD FY26 // | Act | Bud | Var // | $k | $k | % // SALES = . // Gross = gs // Trade spend = te // Net = ns // COSTS = . // Cogs = cogs // Logistics = sc // Overheads = oh // RESULT = . // Gross profit = gp // EBIT = ebit => A 2026-03 YTD /1000 | C 2026-03 YTD /1000 | %A-C 2026-03 YTD
Actual KPIs | Mar-26 | Feb-26 | Δ // Net sales | $k = ns /1000 // EBIT margin | % = ebit% // Volume | units = vol // Fill rate | % = fill // Transport cost | $k = tr /1000 => A 2026-03 | A 2026-02 | A-A vs:2026-02 2026-03
Net sales, USD k // | Jan 26 | Feb 26 | Mar 26 | YTD // Act = A ns // Bud = C ns // Var = A-C ns // Var % = %A-C ns // LY = A PY ns // Growth % = %A-PY ns => 2026-01 /1000 | 2026-02 /1000 | 2026-03 /1000 | 2026-03 YTD /1000
Common size P&L FY25 vs FY26 // | FY25 Act | % of NS | FY26 Bud | % of NS // Net sales = ns // COGS = cogs // Gross profit = gp // Overheads = oh // EBIT = ebit => A 2025 | A/ns 2025 | C 2026 | C/ns 2026
# regions, channels and products
Volume by channel, Q1 26 // | Act | Bud | Var % // Modern Trade = channel=Modern_Trade // Trad. trade = channel=Traditional_Trade // Pharmacies = channel=Pharmacy // E-com = channel=E-commerce // Hospitals = channel=Hospitals // Total = vol => A 2026-Q1 vol | C 2026-Q1 vol | %A-C 2026-Q1 vol
FY26 actual demand value by product line, $k // | Jan | Feb | Mar | Q1 // Skin Care = product=Skin_Care // Vitamins = product=Vitamins // Cereals = product=Cereals // TOTAL = dv => A 2026-01 dv /1000 | A 2026-02 dv /1000 | A 2026-03 dv /1000 | A 2026-Q1 dv /1000
Mar-26 YTD | North || South || Total // | Act | Bud | Act | Bud | Act | Bud // Volume = vol // Demand value ($k) = dv /1000 // Fill rate % = fill => A 2026-03 YTD region=North | C 2026-03 YTD region=North | A 2026-03 YTD region=South | C 2026-03 YTD region=South | A 2026-03 YTD | C 2026-03 YTD
North region - monthly actuals 2026 // | Jan | Feb | Mar // demand volume = vol region=North // demand value = dv region=North // fill rate = fill region=North => A 2026-01 | A 2026-02 | A 2026-03
E-commerce, FY26 // | Plan | Optimistic | Diff | Diff % // Volume = vol channel=E-commerce // Demand value = dv channel=E-commerce => C 2026 | O 2026 | O-C 2026 | %O-C 2026
# scenarios and outlooks
Scenarios FY26 (USD m) // | Base | Optimistic | Conservative | Opt vs base | Cons vs base // Net sales = ns // Gross profit = gp // EBIT = ebit => C 2026 /1000000 | O 2026 /1000000 | N 2026 /1000000 | O-C 2026 /1000000 | N-C 2026 /1000000
Downside check H2 26 // | Plan | Conservative | Gap | Gap % | +5% price | Gap // Net sales = ns // EBIT = ebit => C 2026-H2 | N 2026-H2 | N-C 2026-H2 | %N-C 2026-H2 | P 2026-H2 | P-C 2026-H2
RF1 (3+9) vs FY26 Budget, $k // | YTD Act | YTG Plan | 3+9 | Budget | vs Bud // Net sales = ns // EBIT = ebit => A cur YTD /1000 | C cur YTG /1000 | C 2026 +act:2026-03 /1000 | C 2026 /1000 | ?
Full year outlook // | Act Jan-Mar 26 | Plan Apr-Dec 26 | FY26 LE | FY26B | LE vs B // Net sales = ns // EBIT = ebit => A 2026-01:2026-03 | C 2026-04:2026-12 | C 2026 +act:2026-03 | C 2026 | ?
Key figures, $m // | 2025A | 2026B | % chg | YTD Mar-25A | YTD Mar-26A | % chg // Net sales = ns // EBIT = ebit => A 2025 /1000000 | C 2026 /1000000 | %C-A vs:2025 2026 | A 2025-03 YTD /1000000 | A 2026-03 YTD /1000000 | %A-PY 2026-03 YTD
# notes, stamps and blanks
Printed 04/04/2026 - preliminary // P&L Mar-26 // | Actual* | Budget** | Var // Net sales = ns // EBIT = ebit // * unaudited // ** FY26 Plan as approved Nov-25 => A 2026-03 | C 2026-03 | A-C 2026-03
Actual vs plan, month ended 31-Mar-26 //  // || Actual || Plan || Variance //  // Gross sales = gs // = . // Net sales = ns // = . // EBIT = ebit => . | A 2026-03 | . | C 2026-03 | . | A-C 2026-03
ns gp ebit mar26 // $k | a | b | a-b | % // ns = ns // gp = gp // ebit = ebit => A 2026-03 /1000 | C 2026-03 /1000 | A-C 2026-03 /1000 | %A-C 2026-03
# German
Monatsreport März 2026 (Tsd. USD) // | Ist | Budget | Abw. | Abw. % | Vorjahr | Abw. VJ // Bruttoerlöse = gs // Nettoerlöse = ns // Deckungsbeitrag = ? // EBIT = ebit => A 2026-03 /1000 | C 2026-03 /1000 | A-C 2026-03 /1000 | %A-C 2026-03 | A PY 2026-03 /1000 | A-PY 2026-03 /1000
1. Quartal 2026 // Mio. USD | Plan | Ist | Abweichung | in % // Umsatz netto = ns // Bruttogewinn = gp // Betriebsergebnis = ebit => C 2026-Q1 /1000000 | A 2026-Q1 /1000000 | A-C 2026-Q1 /1000000 | %A-C 2026-Q1
Planung 2026 nach Halbjahren // | 1. HJ | 2. HJ | Gesamt // Nettoumsatz = ns // EBIT = ebit => C 2026-H1 | C 2026-H2 | C 2026
| Jan–Mrz 2026 ||| Jan–Mrz 2025 // | Ist | Plan | Abw. | Ist // Nettoumsatz = ns // EBIT = ebit => A 2026-01:2026-03 | C 2026-01:2026-03 | A-C 2026-01:2026-03 | A 2025-01:2025-03
Absatz nach Regionen, kumuliert März 2026 // | Ist | Plan | Δ % // North = region=North // South = region=South // East = region=East // West = region=West // Central = region=Central // Islands = region=Islands // Summe = vol => A 2026-03 YTD vol | C 2026-03 YTD vol | %A-C 2026-03 YTD vol
ergebnis mrz 26 tsd usd // | ist | soll | diff | ist vm | diff // nettoumsatz = ns // ebit = ebit => A 2026-03 /1000 | C 2026-03 /1000 | A-C 2026-03 /1000 | A 2026-02 /1000 | A-A vs:2026-02 2026-03 /1000
`;
