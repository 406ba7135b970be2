import { AsyncLocalStorage } from 'node:async_hooks';

/** The ids that every log line of a request or job has. */
export type LogContext = { requestId?: string; accountId?: string; jobId?: string };

/** Who sends a request. Known after authentication. */
export type RequestActor = {
  /** `member` is a user with a session, `operator` a user who works for the installation. */
  kind: 'member' | 'key' | 'operator';
  /** A user id, the API ID of a key, or the name of a command. */
  id: string;
  /** A name for screens. Omitted where it can be found by the id. */
  label?: string;
  /** The role that the actor has, for example that of an operator. */
  role?: string;
  /** The session of a user. */
  sessionId?: string;
};

/**
 * Where a request or a command comes from. A command has only an actor. The object belongs to one request. `actor` is
 * set as soon as it is known. The object holds values instead of the request, because connections and timers that a
 * request creates keep the object longer than the request lasts.
 */
export type RequestOrigin = {
  readonly requestId: string | null;
  /** The client's exact IP address. */
  readonly address: string | null;
  /** The `User-Agent` header. */
  readonly userAgent: string | null;
  actor?: RequestActor;
};

/** One store for both values, because each store in use costs time at every promise of a request. */
const scope = new AsyncLocalStorage<{ ids: LogContext; origin: RequestOrigin | undefined }>();

/**
 * Runs a request or job with its ids.
 *
 * @param origin the origin of a request; by default that of the surrounding request, if there is one
 */
export function runInScope<T>(ids: LogContext, work: () => T, origin?: RequestOrigin): T {
  const outer = scope.getStore();
  const store = outer
    ? { ids: { ...outer.ids, ...ids }, origin: origin ?? outer.origin }
    : { ids: { ...ids }, origin };
  return scope.run(store, work);
}

/** The ids of the running request or job, as a changeable object; undefined elsewhere. */
export const currentIds = (): LogContext | undefined => scope.getStore()?.ids;

/** The origin of the running request; undefined in jobs and commands. */
export const requestOrigin = (): RequestOrigin | undefined => scope.getStore()?.origin;

/** Records who sends the running request. Has no effect elsewhere. */
export function noteActor(actor: RequestActor): void {
  const origin = requestOrigin();
  if (origin) origin.actor = actor;
}

type Load<Value> = (key: string) => Promise<Value>;

/** What the loaders of one page have read, by function and key. */
const current = new AsyncLocalStorage<Map<unknown, Map<string, unknown>>>();

/** Renders a page whose loaders only read. The loaders then share their reads (`oncePerPage`). */
export const sharePageReads = <T>(render: () => T): T => current.run(new Map(), render);

/** Makes a read that the loaders of one page share. Everywhere else, each call reads again. */
export const oncePerPage =
  <Value>(load: Load<Value>): Load<Value> =>
  (key) => {
    const reads = current.getStore();
    if (!reads) return load(key);
    const values = (reads.get(load) ?? new Map()) as Map<string, Promise<Value>>;
    reads.set(load, values);
    const value = values.get(key) ?? load(key);
    values.set(key, value);
    return value;
  };
