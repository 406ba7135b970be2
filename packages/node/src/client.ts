import {
  ApiConnectionError,
  ApiTimeoutError,
  AuthenticationError,
  ConflictError,
  DakiyaError,
  DltError,
  type ErrorFields,
  InvalidRequestError,
  NotFoundError,
  OtpError,
  PermissionDeniedError,
  QuotaExceededError,
  RateLimitError,
  ServerError,
} from './errors.ts';
import { listPages } from './pages.ts';
import type {
  Act,
  Ask,
  CallOptions,
  Change,
  Create,
  Data,
  Entry,
  List,
  ListOf,
  Operation,
  Read,
  Upload,
  WriteOptions,
} from './types.ts';

/** The version of this library, which each request names in `user-agent`. */
export const version = '0.9.0';

/** The settings of a client. */
export type ClientOptions = {
  /** The API ID, `dk_…`; by default the environment variable `DAKIYA_ID`. */
  apiId?: string;
  /** The API key, `sk_…`; by default the environment variable `DAKIYA_KEY`. */
  apiKey?: string;
  /** The address of the installation, such as `https://dakiya.example`; by default the environment variable `DAKIYA_URL`. */
  baseUrl?: string;
  /** Milliseconds that each try may take, with its whole response; 10,000 by default, at least 60,000 for files. */
  timeoutMs?: number;
  /** The number of retries after the first try, 2 by default. */
  maxRetries?: number;
  /** Sends the requests, by default the runtime's `fetch`. */
  fetch?: typeof globalThis.fetch;
};

/** A request to the API, for endpoints that are newer than this library. */
export type ApiRequest = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** The path below `/api/v1`, such as `/messages`. */
  path: string;
  query?: Record<string, unknown>;
  /** A JSON body. */
  body?: unknown;
  /** A form with files, instead of a JSON body. */
  form?: Record<string, unknown>;
  /** Sent as `Idempotency-Key` with each try. */
  idempotencyKey?: string;
  /**
   * Whether the request may be sent again if it is unknown whether the first try was carried out. By default all but a POST
   * without an idempotency key.
   */
  repeatable?: boolean;
};

/** A successful response of the API, with its envelope. */
export type ApiResponse<T> = {
  data: T;
  /** The sentence of the API. */
  message: string;
  /** The `after` of the next page of a list; null on the last page. */
  next?: string | null;
  hasMore?: boolean;
};

/** A longer `Retry-After` is not waited for. */
const longestRetryAfterSeconds = 60;
/** The longest random delay before the first retry, in milliseconds. It doubles with each retry. */
const firstDelayMs = 500;
const longestDelayMs = 8_000;
/** The least time for a request with a file, in milliseconds. */
const fileTimeoutMs = 60_000;

/** Sends requests to the API, and repeats them if that may help. */
export class Client {
  // Private, so that a logged client does not show the key.
  readonly #headers: Record<string, string>;
  readonly #base: string;
  readonly #timeoutMs: number;
  readonly #maxRetries: number;
  readonly #fetch: typeof globalThis.fetch;

  /** @throws TypeError if API ID, API key or address are missing */
  constructor(options: ClientOptions) {
    const apiId = required('apiId', options.apiId, 'DAKIYA_ID');
    const apiKey = required('apiKey', options.apiKey, 'DAKIYA_KEY');
    const url = required('baseUrl', options.baseUrl, 'DAKIYA_URL');
    this.#headers = {
      accept: 'application/json',
      'user-agent': `dakiya-node/${version}`,
      'x-api-id': apiId,
      'x-api-key': apiKey,
    };
    this.#base = `${url.replace(/\/+$/, '').replace(/\/api\/v1$/, '')}/api/v1`;
    this.#timeoutMs = options.timeoutMs ?? 10_000;
    this.#maxRetries = options.maxRetries ?? 2;
    this.#fetch = options.fetch ?? globalThis.fetch;
  }

  /**
   * Sends a request, with retries.
   *
   * @returns the response with its envelope
   * @throws DakiyaError of the last try; the signal's reason if it aborts
   */
  async request<T>(request: ApiRequest, options: CallOptions = {}): Promise<ApiResponse<T>> {
    const { method, idempotencyKey } = request;
    const repeatable = request.repeatable ?? (method !== 'POST' || idempotencyKey !== undefined);
    const maxRetries = options.maxRetries ?? this.#maxRetries;
    for (let retry = 0; ; retry += 1) {
      try {
        return await this.#attempt<T>(request, options);
      } catch (error) {
        if (retry >= maxRetries || !mayRetry(error, repeatable)) throw error;
        // Random, so that clients that failed together do not return together.
        const delayMs = Math.random() * Math.min(longestDelayMs, firstDelayMs * 2 ** retry);
        await pause((error.retryAfterSeconds ?? 0) * 1000 + delayMs, options.signal);
      }
    }
  }

  /** Sends a request once. */
  async #attempt<T>(
    request: ApiRequest,
    { signal, ...options }: CallOptions,
  ): Promise<ApiResponse<T>> {
    signal?.throwIfAborted();
    const { method, path, query, body, form, idempotencyKey } = request;
    const timeoutMs =
      options.timeoutMs ?? (form ? Math.max(this.#timeoutMs, fileTimeoutMs) : this.#timeoutMs);
    const controller = new AbortController();
    const abort = () => controller.abort();
    const timer = setTimeout(abort, timeoutMs);
    signal?.addEventListener('abort', abort);
    const headers = { ...this.#headers };
    if (idempotencyKey !== undefined) headers['idempotency-key'] = idempotencyKey;
    if (body !== undefined) headers['content-type'] = 'application/json';
    try {
      // Called without `this`, which some runtimes require.
      const send = this.#fetch;
      const response = await send(`${this.#base}${path}${toQuery(query)}`, {
        method,
        headers,
        body: form ? toForm(form) : body === undefined ? null : JSON.stringify(body),
        // Another server must not get the key.
        redirect: 'manual',
        signal: controller.signal,
      });
      return await readResponse<T>(response);
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      if (error instanceof DakiyaError) throw error;
      if (controller.signal.aborted) {
        throw new ApiTimeoutError(`No response within ${timeoutMs} ms.`, { cause: error });
      }
      const reason = error instanceof Error ? error.message : String(error);
      throw new ApiConnectionError(`The connection failed: ${reason}`, { cause: error });
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    }
  }

  /** Sends a request. @returns its data */
  async call<Id extends Operation>(request: ApiRequest, options?: CallOptions): Promise<Data<Id>> {
    const { data, hasMore, next } = await this.request<Data<Id>>(request, options);
    return next === undefined ? data : ({ ...(data as object), hasMore, next } as Data<Id>);
  }

  /** Makes a method that reads, deletes or ends a resource. A repeat changes nothing. The id replaces `{id}` in the path. */
  byId<Id extends Operation>(method: 'GET' | 'DELETE' | 'POST', path: string): Read<Id> {
    return (id, options) =>
      this.call<Id>({ method, path: fill(path, id), repeatable: true }, options);
  }

  /** Makes a method that reads or deletes what a query names. */
  byQuery<Id extends Operation>(method: 'GET' | 'DELETE', path: string): Ask<Id> {
    return (query, options) => this.call<Id>({ method, path, query: { ...query } }, options);
  }

  /** Makes a method that reads a list. */
  lists<Id extends Operation>(path: string): List<Id> {
    return (query, options) =>
      listPages((after) => {
        const all = after === undefined ? { ...query } : { ...query, after };
        return this.request<Entry<Id>[]>({ method: 'GET', path, query: all }, options);
      });
  }

  /** Makes a method that reads a list of a resource. */
  listsOf<Id extends Operation>(path: string): ListOf<Id> {
    return (id, options) => this.lists<Id>(fill(path, id))(undefined, options);
  }

  /** Makes a method that sends a POST with an `Idempotency-Key`. */
  creates<Id extends Operation>(path: string): Create<Id> {
    return (body, options) =>
      this.call<Id>({ method: 'POST', path, body, idempotencyKey: keyOf(options) }, options);
  }

  /** Makes a method that sends a POST about a resource, with an `Idempotency-Key`. */
  acts<Id extends Operation>(path: string): Act<Id> {
    return (id, body, options) => this.creates<Id>(fill(path, id))(body ?? ({} as never), options);
  }

  /** Makes a method that changes a resource. A repeat sets the same values. */
  changes<Id extends Operation>(path: string): Change<Id> {
    return (id, body, options) =>
      this.call<Id>({ method: 'PATCH', path: fill(path, id), body }, options);
  }

  /** Makes a method that sends a form with a file, with an `Idempotency-Key`. */
  uploads<Id extends Operation>(path: string): Upload<Id> {
    return (form, options) => {
      const idempotencyKey = keyOf(options);
      return this.call<Id>({ method: 'POST', path, form: { ...form }, idempotencyKey }, options);
    };
  }
}

/** Methods on a part of the API. */
export abstract class Resource {
  protected readonly client: Client;

  constructor(client: Client) {
    this.client = client;
  }
}

/** Puts an id into a path. @throws TypeError if it would make another path */
export function fill(path: string, id: string): string {
  if (/^(\.{0,2}|undefined|null)$/.test(id)) throw new TypeError(`“${id}” is not an id.`);
  return path.replace('{id}', encodeURIComponent(id));
}

function required(name: string, given: string | undefined, variable: string): string {
  const value = given ?? readVariable(variable);
  if (!value) throw new TypeError(`Pass \`${name}\`, or set the environment variable ${variable}.`);
  return value;
}

/** Reads an environment variable, where the runtime has them and lets us. */
function readVariable(name: string): string | undefined {
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } };
  try {
    return process?.env?.[name];
  } catch {
    // Deno throws if the program may not read its environment.
    return undefined;
  }
}

/** The idempotency key of a call: the given one, or a random one. */
export const keyOf = (options: WriteOptions | undefined): string =>
  options?.idempotencyKey ?? crypto.randomUUID();

/**
 * Whether a try may succeed later. No 409 means that an equal request is in progress: the API makes a repeat wait for the first.
 *
 * @param repeatable whether the request may be sent again if the server may have carried it out
 */
function mayRetry(error: unknown, repeatable: boolean): error is DakiyaError {
  if (!(error instanceof DakiyaError)) return false;
  if ((error.retryAfterSeconds ?? 0) > longestRetryAfterSeconds) return false;
  // The server has not carried out a request that it limits, or whose body it did not read.
  if (error instanceof RateLimitError || error.status === 408) return true;
  return repeatable && ((error.status ?? 0) >= 500 || error instanceof ApiConnectionError);
}

/** Waits. @throws the signal's reason if it aborts */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, ms);
    if (signal?.aborted) abort();
    else signal?.addEventListener('abort', abort, { once: true });
  });
}

async function readResponse<T>(response: Response): Promise<ApiResponse<T>> {
  const { status, headers } = response;
  const text = await response.text();
  const body = parseJson(text);
  if (response.ok && body !== undefined) return body as ApiResponse<T>;
  if (status === 0 || (status >= 300 && status < 400)) {
    const message = 'The server redirects elsewhere. Set `baseUrl` to its final address.';
    throw new DakiyaError(message, { status });
  }
  // A proxy has cut the response, or answered instead of the API.
  if (response.ok) throw new ApiConnectionError('The response is not JSON.', { status });
  throw toError(status, headers, body);
}

type ErrorClass = new (message: string, fields: ErrorFields) => DakiyaError;

const byStatus: Record<number, ErrorClass> = {
  401: AuthenticationError,
  402: QuotaExceededError,
  403: PermissionDeniedError,
  404: NotFoundError,
  408: ApiTimeoutError,
  409: ConflictError,
  429: RateLimitError,
};

/** Finds the class of an error. Families come from codes where a status has several, so that new codes have a class too. */
function classOf(status: number, code: string | null): ErrorClass {
  if (status === 422 || status === 429) {
    if (code?.startsWith('otp_')) return OtpError;
    if (code?.startsWith('dlt_') || code === 'sender_not_registered') return DltError;
  }
  return byStatus[status] ?? (status >= 500 ? ServerError : InvalidRequestError);
}

/** Makes the error of a response, also of one that a proxy answered instead of the API. */
function toError(status: number, headers: Headers, body: unknown): DakiyaError {
  const sent = (body as { error?: unknown } | null | undefined)?.error;
  const error = (typeof sent === 'object' && sent !== null ? sent : {}) as Record<string, unknown>;
  const { code, message, param, docUrl, requestId, ...details } = error;
  const text = (value: unknown) => (typeof value === 'string' ? value : null);
  const Class = classOf(status, text(code));
  return new Class(text(message) ?? `The server answered ${status}.`, {
    status,
    code: text(code),
    param: text(param),
    docUrl: text(docUrl),
    requestId: text(requestId) ?? headers.get('x-request-id'),
    retryAfterSeconds: readRetryAfter(headers.get('retry-after')),
    details,
  });
}

/** Reads a `Retry-After`, which is a number of seconds or a date. @returns seconds; null without a valid one */
function readRetryAfter(value: string | null): number | null {
  if (value === null) return null;
  const seconds = /^\d+$/.test(value.trim())
    ? Number(value)
    : (Date.parse(value) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? null : Math.max(0, seconds);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function toQuery(query: Record<string, unknown> = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  return given.length > 0 ? `?${new URLSearchParams(given as [string, string][])}` : '';
}

function toForm(fields: Record<string, unknown>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (value instanceof Blob) form.append(name, value, (value as File).name ?? name);
    else if (value !== undefined && value !== null) form.append(name, String(value));
  }
  return form;
}
