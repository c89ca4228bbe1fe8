/**
 * Runs the requests of Office's rich API: a list of actions on objects that are reached by paths. It knows no workbook; the
 * objects that it walks say themselves what they have.
 */

/** An object as add-ins see it; names are as in JavaScript (`rowCount`). */
export interface HostObject {
  /** For messages: "Range". */
  readonly type: string;
  /** By what a proxy finds an item of a collection again. */
  readonly id?: string;
  /** Values that can be read, and those that can be set. */
  readonly values?: Record<string, () => unknown>;
  readonly setters?: Record<string, (value: never) => void>;
  /** The objects that hang on this one; null where there is none (`isNullObject`). */
  readonly objects?: Record<string, () => HostObject | null>;
  /** Methods give values or objects. */
  readonly methods?: Record<string, (...args: never[]) => unknown>;
  /** Of a collection. */
  readonly items?: () => readonly HostObject[];
}

export interface RequestBody {
  Actions: Action[];
  ObjectPaths: Record<string, ObjectPath>;
}

export interface ResponseBody {
  Results: { ActionId: number; Value: unknown }[];
  TraceIds: number[];
  Error?: { Code: string; Message: string; Location: string; ActionIndex: number; HttpStatusCode: number };
}

interface Arguments {
  Arguments?: unknown[];
  ReferencedObjectPathIds?: unknown[];
}

interface Action {
  Id: number;
  ActionType: number;
  Name: string;
  ObjectPathId: number;
  ArgumentInfo?: Arguments;
  QueryInfo?: Query;
  ObjectState?: Record<string, unknown>;
}

interface ObjectPath {
  Id: number;
  ObjectPathType: number;
  Name: string;
  ParentObjectPathId: number;
  ArgumentInfo?: Arguments;
}

interface Query {
  Select?: string[];
  Expand?: string[];
  Top?: number;
  Skip?: number;
}

const ACTION = { instantiate: 1, query: 2, method: 3, set: 4, trace: 5, queryAsJson: 7, update: 9 };
const PATH = { global: 1, service: 2, method: 3, property: 4, indexer: 5, reference: 6, none: 7 };

/** A failure as Office tells it. */
export function officeError(code: string, message: string, location?: string): Error {
  return Object.assign(new Error(message), { code, location });
}

function notImplemented(type: string, member: string): Error {
  return officeError("NotImplemented", `${type}.${member} is not implemented here.`, `${type}.${member}`);
}

/** One request: what its paths have led to. */
interface Run {
  root: HostObject;
  services: Record<string, HostObject>;
  references: Map<string, HostObject>;
  body: RequestBody;
  reached: Map<number, HostObject | null>;
}

export function createInterpreter(root: HostObject, services: Record<string, HostObject> = {}) {
  const references = new Map<string, HostObject>();
  return async (body: RequestBody): Promise<ResponseBody> => {
    const run: Run = { root, services, references, body, reached: new Map() };
    const response: ResponseBody = { Results: [], TraceIds: [] };
    for (const [index, action] of body.Actions.entries()) {
      if (action.ActionType === ACTION.trace) response.TraceIds.push(action.Id);
      try {
        response.Results.push({ ActionId: action.Id, Value: (await act(run, action)) ?? null });
      } catch (error) {
        return { ...response, Error: failure(error, action, index) };
      }
    }
    return response;
  };
}

function failure(error: unknown, action: Action, ActionIndex: number): NonNullable<ResponseBody["Error"]> {
  const { message, code, location } = error as Error & { code?: string; location?: string };
  const Code = typeof code === "string" ? code : "GeneralException";
  return { Code, Message: message, Location: location ?? action.Name, ActionIndex, HttpStatusCode: 400 };
}

async function act(run: Run, action: Action): Promise<unknown> {
  if (action.ActionType === ACTION.trace) return null;
  const object = await reach(run, action.ObjectPathId);
  if (action.ActionType === ACTION.method && action.Name === "_RemoveReference")
    return void run.references.delete(String(action.ArgumentInfo?.Arguments?.[0]));
  if (object === null) return null;
  switch (action.ActionType) {
    case ACTION.instantiate:
      return identity(run, object);
    case ACTION.query:
      return load(object, action.QueryInfo ?? {}, pascal);
    case ACTION.queryAsJson:
      return load(object, action.QueryInfo ?? {}, (name) => name);
    case ACTION.method:
      return call(run, object, action);
    case ACTION.set:
      return set(object, camel(action.Name), (await argumentsOf(run, action.ArgumentInfo))[0]);
    case ACTION.update:
      return Object.entries(action.ObjectState ?? {}).forEach(([name, value]) => set(object, camel(name), value));
    default:
      throw notImplemented(object.type, `action ${action.ActionType}`);
  }
}

function identity(run: Run, object: HostObject): object {
  const reference = [...run.references].find(([, each]) => each === object)?.[0];
  return { ...(reference && { _ReferenceId: reference }), ...(object.id !== undefined && { Id: object.id }) };
}

async function call(run: Run, object: HostObject, { Name, ArgumentInfo }: Action | ObjectPath): Promise<unknown> {
  if (Name === "_KeepReference") return void run.references.set(`reference ${run.references.size + 1}`, object);
  if (/^_(Unr|R)egister\w*Event$/.test(Name)) return null;
  const method = object.methods?.[camel(Name)];
  if (!method) throw notImplemented(object.type, camel(Name));
  return method(...((await argumentsOf(run, ArgumentInfo)) as never[]));
}

function set(object: HostObject, name: string, value: unknown): void {
  const setter = object.setters?.[name];
  if (!setter) throw notImplemented(object.type, name);
  setter(value as never);
}

/** Objects among the arguments come as the ids of their paths. */
async function argumentsOf(run: Run, info: Arguments | undefined): Promise<unknown[]> {
  const ids = info?.ReferencedObjectPathIds;
  const values = (info?.Arguments ?? []).map((value, at) => {
    const id = ids?.[at];
    return typeof id === "number" && id !== 0 ? reach(run, id) : value;
  });
  return Promise.all(values);
}

/** Each path is followed once in a request: adding something twice would not be what was asked. */
async function reach(run: Run, id: number): Promise<HostObject | null> {
  const known = run.reached.get(id);
  if (known !== undefined) return known;
  const path = run.body.ObjectPaths[id]!;
  const parent = path.ParentObjectPathId ? await reach(run, path.ParentObjectPathId) : undefined;
  const object = parent === null ? null : await follow(run, path, parent);
  run.reached.set(id, object);
  return object;
}

async function follow(run: Run, path: ObjectPath, parent: HostObject | undefined): Promise<HostObject | null> {
  switch (path.ObjectPathType) {
    case PATH.global:
      return run.root;
    case PATH.none:
      return null;
    case PATH.service:
      return found(run.services[path.Name], "ApiNotFound", path.Name);
    case PATH.reference:
      return found(run.references.get(path.Name), "InvalidReference", path.Name);
    case PATH.property: {
      const object = parent?.objects?.[camel(path.Name)];
      if (!object) throw notImplemented(parent?.type ?? "", camel(path.Name));
      return object();
    }
    case PATH.indexer:
      return (await call(run, parent!, { ...path, Name: "getItem" })) as HostObject | null;
    default:
      return (await call(run, parent!, path)) as HostObject | null;
  }
}

function found(object: HostObject | undefined, code: string, name: string): HostObject {
  if (object) return object;
  throw officeError(code, `There is no ${name} here.`, name);
}

type Naming = (name: string) => string;

/** What was asked for, "*" and nothing meaning all values; `items/name` and `font/bold` reach further. */
function load(object: HostObject, { Select = [], Expand = [], Skip = 0, Top }: Query, naming: Naming): object {
  const wanted = [...Select, ...Expand.map((name) => `${name}/*`)];
  const { items } = object;
  if (!items) return loadValues(object, wanted, naming);
  const own = wanted.filter((name) => object.values && name in object.values);
  const rest = wanted.filter((name) => !own.includes(name)).map((name) => name.replace(/^items\//, ""));
  const shown = items().slice(Skip, Top === undefined ? undefined : Skip + Top);
  const listed = shown.map((item) => ({
    ...(item.id !== undefined && { Id: item.id }),
    ...load(item, { Select: rest }, naming),
  }));
  return {
    ...(own.length > 0 && loadValues(object, own, naming)),
    ...((rest.length > 0 || own.length === 0) && { [naming("items") === "items" ? "items" : "_Items"]: listed }),
  };
}

function loadValues(object: HostObject, wanted: readonly string[], naming: Naming): object {
  const result: Record<string, unknown> = {};
  const nested = new Map<string, string[]>();
  for (const name of wanted.length > 0 ? wanted : ["*"]) {
    const [first = "", ...rest] = name.split(/[/.]/);
    const key = first === "*" ? first : camel(first);
    if (key === "*") for (const [value, read] of Object.entries(object.values ?? {})) result[naming(value)] = read();
    else if (object.values?.[key]) result[naming(key)] = object.values[key]();
    else if (object.objects?.[key]) nested.set(key, [...(nested.get(key) ?? []), rest.join("/") || "*"]);
    else throw notImplemented(object.type, key);
  }
  for (const [key, names] of nested) {
    const inner = object.objects![key]!();
    result[naming(key)] = inner && load(inner, { Select: names }, naming);
  }
  return result;
}

/** The proxies' own rule: the capitals at the beginning become small. */
function camel(name: string): string {
  return name.replace(/^[A-Z]+/, (capitals) => capitals.toLowerCase());
}

function pascal(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
