/** Stops Univer from validating cells on deleted sheets. */
import { LifecycleStages } from "@univerjs/core";
import { SheetsDataValidationValidatorService } from "@univerjs/sheets-data-validation";
import type { Grid } from "./grid";

/**
 * When cells change on a sheet that is not shown, Univer validates them in the browser's next idle turn. If their sheet was
 * deleted by then, it throws an uncaught error. Nothing is left to validate.
 */
export function skipGoneSheets({ api, injector }: Pick<Grid, "api" | "injector">): void {
  api.addEvent(api.Event.LifeCycleChanged, ({ stage }) => {
    if (stage !== LifecycleStages.Ready) return;
    const validator = injector.get(SheetsDataValidationValidatorService);
    const validate = validator.validatorRanges.bind(validator);
    validator.validatorRanges = async (workbook, sheet, ranges) =>
      api.getWorkbook(workbook)?.getSheetBySheetId(sheet) ? validate(workbook, sheet, ranges) : [];
  });
}
