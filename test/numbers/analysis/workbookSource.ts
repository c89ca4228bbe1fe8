/** A workbook's numbers, by the functions themselves. */
import type { NumberSource } from "../../../src/numbers/analysis/numberSource";
import type { Figure } from "../../../src/numbers/language/figure";
import { SIGNATURES, type FunctionId } from "../../../src/numbers/language/signatures";
import type { FunctionCall } from "../../../src/numbers/language/callKey";
import { open, type Excel, type FunctionName } from "../functions/excel";

/** Over the functions of `excel`, and its generation unless another one is handed in. */
export function sourceOfExcel(excel: Excel, generation?: NumberSource["generation"]): NumberSource {
  return {
    async invoke({ id, args }, invocation) {
      let questions: readonly { readonly key: string; readonly computedAt: number }[] = [];
      const given = Object.fromEntries(SIGNATURES[id as FunctionId].map((name, at) => [name, args[at] ?? null]));
      const result: unknown = await excel.call(id as FunctionName, given, {
        ...(generation && { generation }),
        ...invocation,
        onQuestions: (asked) => void (questions = asked),
      });
      return { result, questions };
    },
    get generation() {
      return generation ?? excel.session.generation;
    },
  };
}

const offline = open(() => Promise.reject(new Error("No request is expected.")), {
  connected: false,
  settings: { plan: "p1" },
});

/** Returns what the functions read of a call without a connection: its months, and names as they are written. */
export async function figureAsWritten({ id, args }: FunctionCall): Promise<Figure | undefined> {
  let figure: Figure | undefined;
  const onFigure = (each: Figure) => void (figure = each);
  const source = sourceOfExcel(offline);
  await source.invoke({ id, args }, { onFigure }).catch(() => undefined);
  return figure;
}
