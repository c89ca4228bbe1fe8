/** The face of the client. */
export type { Plan, Scenario, ScenarioResult } from "./answers";
export { checkAddress, type Connection, type Credentials } from "./connection";
export {
  ENDPOINTS,
  FAMILIES,
  type Family,
  type FamilyFunctionId,
  type GroupBy,
  type Interval,
  type Parameters,
} from "./endpoints";
export { InsightsError, isInsightsError, type ErrorKind } from "./errors";
export { DERIVED_FIELDS, FIELDS, fieldsOf, findField, type Field, type Total, type Unit } from "./fields";
export type { Answer, Generation } from "./generation";
export type { Question } from "./key";
export { checkDistinct, type Row } from "./rows";
export {
  createSession,
  type Activity,
  type AskOptions,
  type Session,
  type SessionOptions,
  type Traffic,
} from "./session";
export type { Access } from "./token";
