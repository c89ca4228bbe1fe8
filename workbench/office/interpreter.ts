/**
 * Runs the requests of Office's rich API: lists of actions on objects that are reached by paths. It knows nothing of workbooks:
 * the objects declare what they have.
 */

import { notImplemented, officeError, type HostObject, type RootObject } from "./hostObject";

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

const ACTION = {
  instantiate: 1,
  query: 2,
  method: 3,
  set: 4,
  trace: 5,
  recursive: 6,
  json: 7,
  unchanged: 8,
  update: 9,
};
const PATH = { global: 1, service: 2, method: 3, property: 4, indexer: 5, reference: 6, none: 7 };

/** One request, with the objects that its paths have led to. */
interface RequestRun {
  root: HostObject;
  services: Record<string, HostObject>;
  references: References;
  body: RequestBody;
  reached: Map<number, Promise<HostObject | null>>;
}

/** Objects that a proxy keeps from one request to the next. */
interface References {
  objects: Map<string, HostObject>;
  names: WeakMap<HostObject, string>;
  last: number;
}

/** The behaviour of the host that concerns single actions. */
export interface ActionBehaviour {
  /** True for an action that fails, by its name. */
  readonly fails: ((action: string) => boolean) | undefined;
}

export function createInterpreter(
  root: RootObject,
  services: Record<string, HostObject> = {},
  behaviour: ActionBehaviour = { fails: undefined },
) {
  const references: References = { objects: new Map(), names: new WeakMap(), last: 0 };
  return async (body: RequestBody): Promise<ResponseBody> => {
    const run: RequestRun = { root, services, references, body, reached: new Map() };
    try {
      return await actAll(run, behaviour);
    } finally {
      root.requestEnded?.();
    }
  };
}

async function actAll(run: RequestRun, behaviour: ActionBehaviour): Promise<ResponseBody> {
  const response: ResponseBody = { Results: [], TraceIds: [] };
  for (const [index, action] of run.body.Actions.entries()) {
    if (action.ActionType === ACTION.trace) response.TraceIds.push(action.Id);
    try {
      if (behaviour.fails) await requireWorking(run, action, behaviour.fails);
      response.Results.push({ ActionId: action.Id, Value: (await act(run, action)) ?? null });
    } catch (error) {
      return { ...response, Error: await failure(run, error, action, index) };
    }
  }
  return response;
}

async function failure(run: RequestRun, error: unknown, action: Action, index: number) {
  const { message, code, location } = error as Error & { code?: string; location?: string };
  const type = (await run.reached.get(action.ObjectPathId)?.catch(() => null))?.type;
  const name = camel(action.Name || run.body.ObjectPaths[action.ObjectPathId]?.Name || "");
  return {
    Code: typeof code === "string" ? code : "GeneralException",
    Message: message,
    Location: location ?? (type ? `${type}.${name}` : name),
    ActionIndex: index,
    HttpStatusCode: code === "ItemNotFound" ? 404 : 400,
  };
}

/** @throws Error if the action is one that fails; it is not run then. */
async function requireWorking(
  run: RequestRun,
  { ActionType, Name, ObjectPathId }: Action,
  fails: (action: string) => boolean,
): Promise<void> {
  const path = run.body.ObjectPaths[ObjectPathId];
  // The proxies' own book-keeping, such as _KeepReference, is left alone.
  if (!path || ActionType === ACTION.trace || Name.startsWith("_")) return;
  const isStep = ActionType === ACTION.instantiate;
  const owner = await reach(run, isStep ? path.ParentObjectPathId : ObjectPathId).catch(() => null);
  if (!owner) return;
  const name = `${owner.type}.${camel((isStep ? path.Name : Name) || "load")}`;
  if (fails(name)) throw officeError("GeneralException", "There was an internal error.", name);
}

async function act(run: RequestRun, action: Action): Promise<unknown> {
  if (action.ActionType === ACTION.trace) return null;
  if (action.ActionType === ACTION.method && action.Name === "_RemoveReference")
    return void run.references.objects.delete(String(action.ArgumentInfo?.Arguments?.[0]));
  const object = await reach(run, action.ObjectPathId);
  if (object === null) return null;
  switch (action.ActionType) {
    case ACTION.instantiate:
      return identity(run, object);
    case ACTION.query:
    case ACTION.recursive:
      return load(object, action.QueryInfo ?? {}, pascal);
    case ACTION.json:
      return load(object, action.QueryInfo ?? {}, (name) => name);
    case ACTION.method:
      return call(run, object, action);
    case ACTION.set:
      return set(object, camel(action.Name), (await argumentsOf(run, action.ArgumentInfo))[0]);
    case ACTION.update:
      for (const [name, value] of Object.entries(action.ObjectState ?? {})) await set(object, camel(name), value);
      return null;
    case ACTION.unchanged:
      return ensureUnchanged(object, action.ObjectState ?? {});
    default:
      throw notImplemented(object.type, `action ${action.ActionType}`);
  }
}

/** Returns what a proxy needs to address an object again. A proxy whose type hides its id reads it as `_Id`. */
function identity({ references }: RequestRun, object: HostObject): object {
  const name = references.names.get(object);
  return { ...(name && references.objects.has(name) && { _ReferenceId: name }), ...idProperties(object) };
}

function idProperties({ id }: HostObject): object {
  return id === undefined ? {} : { Id: id, _Id: id };
}

async function call(
  run: RequestRun,
  object: HostObject,
  { Name, ArgumentInfo }: Action | ObjectPath,
): Promise<unknown> {
  if (Name === "_KeepReference") return keep(run.references, object);
  // All events are raised to the add-in; there is nothing to switch on.
  if (/^_(Unr|R)egister\w*Event\w*$/.test(Name)) return null;
  const method = object.methods?.[camel(Name)];
  if (!method) throw notImplemented(object.type, camel(Name));
  return method(...((await argumentsOf(run, ArgumentInfo)) as never[]));
}

function keep(references: References, object: HostObject): void {
  references.last += 1;
  const name = `reference ${references.last}`;
  references.objects.set(name, object);
  references.names.set(object, name);
}

async function set(object: HostObject, name: string, value: unknown): Promise<void> {
  const setter = object.setters?.[name];
  if (!setter) throw notImplemented(object.type, name);
  await setter(value as never);
}

async function ensureUnchanged(object: HostObject, state: Record<string, unknown>): Promise<void> {
  for (const [name, value] of Object.entries(state)) {
    const now = await object.values?.[camel(name)]?.();
    if (JSON.stringify(now) !== JSON.stringify(value))
      throw officeError("Conflict", `${name} has changed meanwhile.`, `${object.type}.${camel(name)}`);
  }
}

/** Resolves the arguments. Objects among them come as the ids of their paths. */
async function argumentsOf(run: RequestRun, info: Arguments | undefined): Promise<unknown[]> {
  const resolve = (value: unknown, id: unknown): unknown => {
    if (typeof id === "number" && id !== 0) return reach(run, id);
    if (Array.isArray(value) && Array.isArray(id)) return Promise.all(value.map((each, at) => resolve(each, id[at])));
    return value;
  };
  return Promise.all((info?.Arguments ?? []).map((value, at) => resolve(value, info?.ReferencedObjectPathIds?.[at])));
}

/** Follows each path once a request: following it twice would add something twice. */
function reach(run: RequestRun, id: number): Promise<HostObject | null> {
  const known = run.reached.get(id) ?? follow(run, run.body.ObjectPaths[id]);
  run.reached.set(id, known);
  return known;
}

async function follow(run: RequestRun, path: ObjectPath | undefined): Promise<HostObject | null> {
  if (!path) throw officeError("InvalidArgument", "The request names an object path that it does not have.");
  const { Name: name, ObjectPathType: kind, ParentObjectPathId: parentId } = path;
  if (kind === PATH.global) return run.root;
  if (kind === PATH.none) return null;
  if (kind === PATH.service) return found(run.services[name], "ApiNotFound", name);
  if (kind === PATH.reference) return found(run.references.objects.get(name), "InvalidReference", name);
  const parent = await reach(run, parentId);
  if (parent === null) return null;
  if (kind === PATH.indexer) return (await call(run, parent, { ...path, Name: "getItem" })) as HostObject | null;
  if (kind === PATH.method) return (await call(run, parent, path)) as HostObject | null;
  const object = parent.objects?.[camel(name)];
  if (!object) throw notImplemented(parent.type, camel(name));
  return object();
}

function found(object: HostObject | undefined, code: string, name: string): HostObject {
  if (object) return object;
  throw officeError(code, `There is no ${name} here.`, name);
}

type Naming = (name: string) => string;

/** Loads the properties of a query. "*" and nothing mean all; `items/name` and `font/bold` reach further. */
async function load(object: HostObject, query: Query, naming: Naming): Promise<object> {
  const { Select = [], Expand = [], Skip = 0, Top } = query;
  const wanted = [...Select, ...Expand.map((name) => `${name}/*`)];
  const { items } = object;
  if (!items) return loadValues(object, wanted, naming);
  const own = wanted.filter((name) => object.values && camel(name) in object.values);
  const rest = wanted.filter((name) => !own.includes(name)).map((name) => name.replace(/^items\//i, ""));
  const shown = items().slice(Skip, Top === undefined ? undefined : Skip + Top);
  const listed = await Promise.all(
    shown.map(async (item) => ({ ...idProperties(item), ...(await load(item, { Select: rest }, naming)) })),
  );
  return {
    ...(own.length > 0 && (await loadValues(object, own, naming))),
    ...((rest.length > 0 || own.length === 0) && { [naming("items") === "items" ? "items" : "_Items"]: listed }),
  };
}

async function loadValues(object: HostObject, wanted: readonly string[], naming: Naming): Promise<object> {
  const result: Record<string, unknown> = {};
  const nested = new Map<string, { open: () => HostObject | null; names: string[] }>();
  for (const name of wanted.length > 0 ? wanted : ["*"]) {
    const [first = "", ...rest] = name.split(/[/.]/);
    const key = camel(first);
    if (key === "*")
      for (const [value, read] of Object.entries(object.values ?? {})) result[naming(value)] = await read();
    else if (object.values?.[key]) result[naming(key)] = await object.values[key]();
    else {
      const open = object.objects?.[key];
      if (!open) throw notImplemented(object.type, key);
      nested.set(key, { open, names: [...(nested.get(key)?.names ?? []), rest.join("/") || "*"] });
    }
  }
  for (const [key, { open, names }] of nested) {
    const inner = open();
    result[naming(key)] = inner && (await load(inner, { Select: names }, naming));
  }
  return result;
}

/** Lowers the capitals at the beginning, as the proxies do. */
function camel(name: string): string {
  return name.replace(/^[A-Z]+/, (capitals) => capitals.toLowerCase());
}

function pascal(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
