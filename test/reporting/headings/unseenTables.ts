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
{C2=scenario=committed;D2=scenario=committed} Actual 2026 // | Q3A | Q3B | FY26B // Net sales = ns // EBIT = ebit => A 2026-Q3 | C 2026-Q3 | C 2026
{C2=scenario=committed} YTD Oct 2026 // | Actual | Sep B // Net sales = ns // EBIT = ebit => A 2026-10 YTD | C 2026-09
# corrected headings
Q3 flash // | Q3A | Q3 Budget | FY26 Budget // NSV = ns // EBIT = ebit => ~A 2026-Q3 | ~C 2026-Q3 | C 2026
Management accounts // | Sep-26 || YTD // | Actual | Budget | Actual | Budget // Net sales = ns // EBIT = ebit // 2. YTD= Sep 2026 => A 2026-09 | C 2026-09 | A 2026-09 YTD | C 2026-09 YTD
`;
