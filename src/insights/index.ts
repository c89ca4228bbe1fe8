/** The public interface of the client. */
export type { Plan, Scenario, ScenarioResult } from "./answers";
export {
  checkAddress,
  checkService,
  isOtherService,
  readableAddress,
  secretOf,
  serviceOf,
  spokenService,
  type Connection,
  type Credentials,
} from "./connection";
export {
  ENDPOINTS,
  FAMILIES,
  GROUPINGS,
  type Family,
  type FamilyFunctionId,
  type GroupBy,
  type Interval,
  type Parameters,
} from "./endpoints";
export { withoutDirection } from "./textDirection";
export { cancelled, InsightsError, isInsightsError, OUTAGES, type ErrorKind, type Mistake } from "./errors";
export {
  amountOfStep,
  DERIVED_FIELDS,
  fieldLabel,
  FIELDS,
  fieldsOf,
  findField,
  isSumLine,
  JOINT_COSTS,
  LINE_PARTS,
  type Field,
  type FieldName,
  type LinePart,
  type ServedField,
  type StepLine,
  stepLines,
  type Total,
  type Unit,
} from "./fields";
export {
  createGeneration,
  stampOf,
  type Answer,
  type AnswerSource,
  type Generation,
  type OpenQuestion,
} from "./generation";
export { questionInKey, questionKey, type Question } from "./key";
export {
  eachRow,
  groupOf,
  groupTexts,
  numberAt,
  rowPeriod,
  sentValue,
  textAt,
  type AnswerRow,
  type RowColumns,
  type TextColumn,
} from "./columns";
export { heldAnswers, memoryOnly } from "./memoryOnly";
export { createMemory, type Memory } from "./memory";
export {
  FIRST_YEAR,
  LAST_YEAR,
  monthNamed,
  monthOfLabel,
  readLabel,
  readPeriodParts,
  spanOfParts,
} from "./periodLabels";
export type { DateSpan, PeriodParts } from "./periodLabels";
export { atOnce, inSlices, SLICE, type Awaitable, type Sliced } from "./slices";
export {
  createSession,
  type Activity,
  type AskOptions,
  type Session,
  type SessionOptions,
  type Traffic,
} from "./session";
export { isAnswer, refreshGeneration } from "./refreshGeneration";
export { unlessAborted } from "./signals";
export type { Access } from "./token";
