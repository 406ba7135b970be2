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
  Attach,
  CallOptions,
  Change,
  Create,
  Data,
  Entry,
  Get,
  Inspect,
  List,
  ListOf,
  Look,
  Operation,
  Post,
  Read,
  Send,
  Upload,
  WriteOptions,
} from './types.ts';

/** The version of this library, sent in `user-agent`. */
export const version = '0.9.0';

/** The settings of a client. */
export type ClientOptions = {
  /** The API ID, `dk_…`. Default: the environment variable `DAKIYA_ID`. */
  apiId?: string;
  /** The API key, `sk_…`. Default: the environment variable `DAKIYA_KEY`. */
  apiKey?: string;
  /** The address of the installation, such as `https://dakiya.example`. Default: the environment variable `DAKIYA_URL`. */
  baseUrl?: string;
  /** Timeout of each attempt in milliseconds, including the whole response. Default: 10,000; at least 60,000 for files. */
  timeoutMs?: number;
  /** The number of retries after the first attempt. Default: 2. */
  maxRetries?: number;
  /** The function that sends requests. Default: the runtime's `fetch`. */
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
  /** A form with files. Replaces the JSON body. */
  form?: Record<string, unknown>;
  /** Sent as `Idempotency-Key` with every attempt. */
  idempotencyKey?: string;
  /**
   * Whether to retry if it is unknown whether the server carried out the first attempt. Default: true, except for a POST
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

/** If `Retry-After` is longer, the client does not retry. */
const longestRetryAfterSeconds = 60;
/** The maximum random delay before the first retry, in milliseconds. It doubles with each retry. */
const firstDelayMs = 500;
const longestDelayMs = 8_000;
/** The minimum timeout of a request with a file, in milliseconds. */
const fileTimeoutMs = 60_000;

/** Sends requests to the API, and retries them where a retry may succeed. */
export class Client {
  // Private, so that logging a client does not reveal the key.
  readonly #headers: Record<string, string>;
  readonly #base: string;
  readonly #timeoutMs: number;
  readonly #maxRetries: number;
  readonly #fetch: typeof globalThis.fetch;

  /** @throws TypeError if the API ID, the API key or the address is missing */
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
   * @throws DakiyaError of the last attempt, or the signal's reason if the signal aborts
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
        // Random, so that clients that failed together do not retry together.
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
      // Called without `this`, because some runtimes reject `fetch` with another `this`.
      const send = this.#fetch;
      const response = await send(`${this.#base}${path}${toQuery(query)}`, {
        method,
        headers,
        body: form ? toForm(form) : body === undefined ? null : JSON.stringify(body),
        // A redirect could send the key to another server.
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

  /**
   * Sends a request.
   *
   * @returns the `data` of the response
   */
  async call<Id extends Operation>(request: ApiRequest, options?: CallOptions): Promise<Data<Id>> {
    const { data, hasMore, next } = await this.request<Data<Id>>(request, options);
    return next === undefined ? data : ({ ...(data as object), hasMore, next } as Data<Id>);
  }

  /**
   * Creates a method that reads, deletes or ends a resource; repeating it changes nothing. The id replaces `{id}` in the
   * path.
   */
  byId<Id extends Operation>(method: 'GET' | 'DELETE' | 'POST', path: string): Read<Id> {
    return (id, options) =>
      this.call<Id>({ method, path: fill(path, id), repeatable: true }, options);
  }

  /** Creates a method that reads a resource of which the account has exactly one. */
  gets<Id extends Operation>(path: string): Get<Id> {
    return (options) => this.call<Id>({ method: 'GET', path }, options);
  }

  /** Creates a method that reads or deletes the resource that a query identifies. */
  byQuery<Id extends Operation>(method: 'GET' | 'DELETE', path: string): Look<Id> {
    return (query, options) => this.call<Id>({ method, path, query: { ...query } }, options);
  }

  /** Creates a method that reads a part of a resource, which a query selects. */
  inspects<Id extends Operation>(path: string): Inspect<Id> {
    return (id, query, options) => this.byQuery<Id>('GET', fill(path, id))(query, options);
  }

  /** Creates a method that sends a body; repeating it changes nothing. */
  byBody<Id extends Operation>(method: 'POST' | 'PATCH', path: string): Send<Id> {
    return (body, options) => this.call<Id>({ method, path, body, repeatable: true }, options);
  }

  /** Creates a method that reads a list. */
  lists<Id extends Operation>(path: string): List<Id> {
    return (query, options) =>
      listPages((after) => {
        const all = after === undefined ? { ...query } : { ...query, after };
        return this.request<Entry<Id>[]>({ method: 'GET', path, query: all }, options);
      });
  }

  /** Creates a method that reads a list that belongs to a resource. */
  listsOf<Id extends Operation>(path: string): ListOf<Id> {
    return (id, options) => this.lists<Id>(fill(path, id))(undefined, options);
  }

  /** Creates a method that sends a POST with an `Idempotency-Key`. */
  creates<Id extends Operation>(path: string): Create<Id> {
    return (body, options) =>
      this.call<Id>({ method: 'POST', path, body, idempotencyKey: keyOf(options) }, options);
  }

  /** Creates a method that sends a POST for one resource, with an `Idempotency-Key`. */
  acts<Id extends Operation>(path: string): Act<Id> {
    return (id, body, options) => this.creates<Id>(fill(path, id))(body ?? ({} as never), options);
  }

  /** Creates a method that sends a POST for one resource without parameters, with an `Idempotency-Key`. */
  posts<Id extends Operation>(path: string): Post<Id> {
    return (id, options) => this.creates<Id>(fill(path, id))({} as never, options);
  }

  /** Creates a method that adds a file or a body to a resource. A lost response is not retried. */
  attaches<Id extends Operation>(path: string): Attach<Id> {
    return (id, params, options) => {
      const post = { method: 'POST', path: fill(path, id) } as const;
      const fields = params as Record<string, unknown>;
      return this.call<Id>({ ...post, ['file' in fields ? 'form' : 'body']: fields }, options);
    };
  }

  /** Creates a method that changes a resource. Repeating it sets the same values. */
  changes<Id extends Operation>(path: string): Change<Id> {
    return (id, body, options) =>
      this.call<Id>({ method: 'PATCH', path: fill(path, id), body }, options);
  }

  /** Creates a method that uploads a file as a form, with an `Idempotency-Key`. */
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

/**
 * Puts an id into a path.
 *
 * @throws TypeError if the id would change the structure of the path
 */
function fill(path: string, id: string): string {
  if (/^(\.{0,2}|undefined|null)$/.test(id)) throw new TypeError(`“${id}” is not an id.`);
  return path.replace('{id}', encodeURIComponent(id));
}

function required(name: string, given: string | undefined, variable: string): string {
  const value = given ?? readVariable(variable);
  if (!value) throw new TypeError(`Pass \`${name}\`, or set the environment variable ${variable}.`);
  return value;
}

/** Reads an environment variable. Returns undefined where the runtime has none or denies access. */
function readVariable(name: string): string | undefined {
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } };
  try {
    return process?.env?.[name];
  } catch {
    // Deno throws if the program has no permission to read its environment.
    return undefined;
  }
}

/** Returns the given idempotency key, or a random one. */
const keyOf = (options: WriteOptions | undefined): string =>
  options?.idempotencyKey ?? crypto.randomUUID();

/**
 * Whether a retry may succeed. A 409 is never retried: it does not mean that an equal request is in progress, because the
 * API makes a repeated request wait for the first.
 *
 * @param repeatable whether the request may be sent again even if the server may have carried it out
 */
function mayRetry(error: unknown, repeatable: boolean): error is DakiyaError {
  if (!(error instanceof DakiyaError)) return false;
  if ((error.retryAfterSeconds ?? 0) > longestRetryAfterSeconds) return false;
  // The server rejected the request by a limit or did not read its body, so it has not carried the request
  // out.
  if (error instanceof RateLimitError || error.status === 408) return true;
  return repeatable && ((error.status ?? 0) >= 500 || error instanceof ApiConnectionError);
}

/**
 * Waits.
 *
 * @throws the signal's reason if the signal aborts
 */
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
  // A proxy cut the response, or answered instead of the API.
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

/**
 * Finds the error class. Where a status belongs to several classes, the code decides by its prefix, so that new codes have a
 * class too.
 */
function classOf(status: number, code: string | null): ErrorClass {
  if (status === 422 || status === 429) {
    if (code?.startsWith('otp_')) return OtpError;
    if (code?.startsWith('dlt_') || code === 'sender_not_registered') return DltError;
  }
  return byStatus[status] ?? (status >= 500 ? ServerError : InvalidRequestError);
}

/** Creates the error for a response, which a proxy may have sent instead of the API. */
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

/**
 * Reads `Retry-After`, which is a number of seconds or a date.
 *
 * @returns seconds; null if the header is missing or invalid
 */
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
