import { openReport } from "./reportSetup";
import { REPORT_KINDS } from "../../../src/workbook/reports/reportParameters";
import { writeFileSync, appendFileSync } from "node:fs";
const out = "/tmp/reports.dump";
const kinds = (process.env.KINDS ?? REPORT_KINDS.join()).split(",") as never[];
writeFileSync(out, "");
test.each(kinds)("%s", async (kind) => {
  const start = Date.now();
  const gaps = JSON.parse(process.env.GAPS ?? "{}");
  const settings = JSON.parse(process.env.SETTINGS ?? "{}");
  const inputs = JSON.parse(process.env.INPUTS ?? "{}");
  const report = await openReport({ kind, plan: process.env.PLAN ?? "FY26 Plan", gaps, settings, inputs });
  const rows = report.workbook.values(`'${report.sheet}'!A1:Z45`);
  const short = (v: unknown) =>
    typeof v === "number" ? String(Math.round(v * 1000) / 1000) : String(v ?? "").replace("\n", "/");
  appendFileSync(
    out,
    `=== ${kind} ${report.sheet} ${Date.now() - start} ms\n${report.asked().join("\n")}\n` +
      rows
        .map(
          (row, at) =>
            `${at + 1}: ` +
            row
              .map(short)
              .join(" | ")
              .replace(/( \| )+$/, ""),
        )
        .join("\n") +
      "\n",
  );
  const hid = report.workbook.values(`'${report.sheet}'!AM1:AO36`);
  appendFileSync(out, hid.map((row, at) => `${at + 1}: ` + row.map(short).join(" | ")).join("\n") + "\n");
  report.workbook.close();
});
