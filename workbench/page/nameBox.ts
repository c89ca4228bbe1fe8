/** The box left of the formula bar, which shows the name of the selected cells. */
import { IDefinedNamesService } from "@univerjs/engine-formula";
import type { Grid } from "../univer/grid";

/** Like Excel, shows the address of cells whose name is hidden: the add-in's names are for no reader. */
export function skipHiddenNames({ injector }: Grid, hidden: () => readonly string[]): void {
  const names = injector.get(IDefinedNamesService);
  names.getDefinedNameByRefString = (unit, reference) =>
    Object.values(names.getDefinedNameMap(unit) ?? {}).find(
      ({ name, formulaOrRefString }) => formulaOrRefString === reference && !hidden().includes(name),
    );
}
