import type { z } from 'zod';
import type { Caller, KeyScope } from '#domain/identity/api-keys/contract.browser.ts';
import type { SignedInUser } from '#domain/identity/sessions/contract.ts';
import type { RecentSignIn } from '#domain/identity/sessions/guard-sensitive.ts';
import type { InputError } from '#domain/shared/describe-issue.browser.ts';
import type { ErrorCode } from '#domain/shared/errors.browser.ts';
import type { Idempotency } from '#domain/shared/idempotency/saved-response.ts';
import type { RequestHeaders } from '#platform/http/api-adapter.ts';

/** How an endpoint authenticates callers: by API key, by session token, by either of these, or not at all. */
export type AuthKind = 'key' | 'session' | 'key-or-session' | 'none';

/** The client that sent a call. */
export type ClientInfo = { address: string; userAgent: string };

type CallerOf = {
  key: Caller;
  session: SignedInUser;
  'key-or-session': Caller | SignedInUser;
};

/** The input of an endpoint's `handle`, parsed and validated. */
export type EndpointContext<By, Body, Query, Params> = {
  caller: By extends keyof CallerOf ? CallerOf[By] : null;
  body: Body;
  query: Query;
  params: Params;
  idempotency: Idempotency | null;
  client: ClientInfo;
  headers: RequestHeaders;
  /** The raw body, for signature checks. */
  raw: Uint8Array;
};

/** The result of `handle`: `data`, and for a few endpoints extra top-level fields. */
export type EndpointResult = {
  data: unknown;
  /** Whether this is the stored response of an earlier request with the same idempotency key. */
  replayed?: boolean;
  /** Responds with 202: the operation is neither complete nor failed yet. */
  isPending?: boolean;
  beside?: Record<string, unknown>;
  /**
   * Does the remaining work, and returns the result. Called after the body of the request and its slot are released. If
   * this is set, all other fields except `replayed` are ignored.
   */
  rest?: () => Promise<EndpointResult>;
  /** The whole body instead of `data`, if the body is the same for all callers until the next release. */
  unchanging?: { bytes: Uint8Array<ArrayBuffer>; etag: string };
};

type AnySchema = z.ZodType;

/** An endpoint of `/api/v1` as data, from which the server, the tests and the OpenAPI document are built. */
export type Endpoint = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Path below `/api/v1`, with `{name}` for parameters. */
  path: string;
  operationId: string;
  summary: string;
  description?: string;
  tag:
    | 'Messages'
    | 'One-time passwords'
    | 'Webhooks'
    | 'DLT'
    | 'Privacy'
    | 'Account'
    | 'API keys'
    | 'Plans'
    | 'Payments'
    | 'Reference';
  auth: AuthKind;
  /** The scope that an API key needs; null if the endpoint accepts no key. A session needs no scope. */
  scope: KeyScope | null;
  /**
   * The sensitive actions of the endpoint. They require a recent session, and the owner of the account is emailed afterwards.
   * Keys have scopes instead.
   */
  recentSignIn: RecentSignIn<unknown>;
  /**
   * Whether test keys may call the endpoint. With a test key, the endpoint must not send, read or change anything of live
   * mode.
   */
  testKeys: boolean;
  /** The rate limit per address, for an endpoint without authentication. */
  addressLimit: 'calls' | 'leakReports';
  /** When a call with a key is counted towards the plan: before it is handled, in the statement that sends, or never. */
  apiCall: 'counted' | 'counted-with-send' | 'free';
  /** Whether a call that fails after authentication is counted too; used for endpoints with bodies of up to 1 MiB. */
  countsRefused: boolean;
  /** Whether the endpoint accepts or rejects the items of a list one by one. */
  takesList: boolean;
  /** Whether `Idempotency-Key` is honoured. */
  idempotent: boolean;
  /** Maximum body size in bytes. */
  maxBody: number;
  /** Finds a field of the body that is not supported but would change what happens; null if unknown fields are harmless. */
  findUnsupported: ((body: unknown) => InputError | null) | null;
  body: AnySchema | null;
  /**
   * Schema of a form with files. If there is also a `body`, the endpoint accepts JSON or a form, otherwise only a form.
   */
  form: AnySchema | null;
  query: AnySchema | null;
  params: AnySchema | null;
  status: 200 | 201 | 202;
  /** The `message` of a success. */
  message: string;
  /** The `message` of a pending response (202); null if the endpoint has no such response. */
  pendingMessage: string | null;
  output: AnySchema;
  /** Extra top-level fields beside `data`. */
  beside: Record<string, AnySchema>;
  /** Error codes of this endpoint, in addition to those that all endpoints share. */
  errors: ErrorCode[];
  /** Whether `data` is the whole body, without the envelope. */
  bare: boolean;
  /** Whether results are `unchanging`. If so, a request with a matching `If-None-Match` gets 304. */
  hasEtag: boolean;
  handle: (call: EndpointContext<AuthKind, unknown, unknown, unknown>) => Promise<EndpointResult>;
};

type EndpointDefinition<By, Body, Query, Params> = Pick<
  Endpoint,
  'method' | 'path' | 'operationId' | 'summary' | 'tag' | 'message' | 'output'
> &
  Partial<
    Pick<
      Endpoint,
      | 'description'
      | 'pendingMessage'
      | 'addressLimit'
      | 'testKeys'
      | 'apiCall'
      | 'countsRefused'
      | 'takesList'
      | 'idempotent'
      | 'maxBody'
      | 'findUnsupported'
      | 'status'
      | 'errors'
      | 'beside'
      | 'bare'
      | 'hasEtag'
    >
  > & {
    auth: By;
    body?: z.ZodType<Body>;
    form?: z.ZodType<Body>;
    query?: z.ZodType<Query>;
    params?: z.ZodType<Params>;
    handle: (call: EndpointContext<By, Body, Query, Params>) => Promise<EndpointResult>;
  } & ScopeOf<By> &
  RecentSignInOf<By, Body>;

/** The option `scope`: required for endpoints that accept a key, and not allowed for others. */
type ScopeOf<By> = By extends 'key' | 'key-or-session'
  ? { scope: KeyScope }
  : { scope?: undefined };

/** The option `recentSignIn`: required for endpoints that accept a session, and not allowed for others. */
type RecentSignInOf<By, Body> = By extends 'session' | 'key-or-session'
  ? { recentSignIn: RecentSignIn<Body> }
  : { recentSignIn?: undefined };

const kibibyte = 1024;

/** Defines an endpoint; its schemas determine the types of `handle`. */
export function endpoint<
  By extends AuthKind,
  Body = undefined,
  Query = undefined,
  Params = undefined,
>(definition: EndpointDefinition<By, Body, Query, Params>): Endpoint {
  const recentSignIn =
    (definition as Partial<Pick<Endpoint, 'recentSignIn'>>).recentSignIn ?? false;
  const errors = definition.errors ?? [];
  const asks: ErrorCode[] =
    recentSignIn && !errors.includes('reauthentication_required')
      ? ['reauthentication_required']
      : [];
  return {
    apiCall: definition.auth.startsWith('key') ? 'counted' : 'free',
    addressLimit: 'calls',
    testKeys: false,
    countsRefused: false,
    takesList: false,
    idempotent: false,
    maxBody: 64 * kibibyte,
    findUnsupported: null,
    body: null,
    form: null,
    query: null,
    params: null,
    status: 200,
    pendingMessage: null,
    beside: {},
    bare: false,
    hasEtag: false,
    ...definition,
    errors: [...errors, ...asks],
    recentSignIn,
    scope: (definition as { scope?: KeyScope }).scope ?? null,
    // Safe cast: the pipeline parses the input with the schemas above.
    handle: definition.handle as Endpoint['handle'],
  };
}
