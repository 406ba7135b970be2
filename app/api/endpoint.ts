import type { z } from 'zod';
import type { Caller } from '#domain/identity/api-keys/contract.ts';
import type { SignedInUser } from '#domain/identity/sessions/contract.ts';
import type { ErrorCode } from '#domain/shared/errors.ts';
import type { Idempotency } from '#domain/shared/idempotency/contract.ts';

/** By what a caller is known: an API key, the token of a session, or not at all. */
export type AuthKind = 'key' | 'session' | 'none';

/** Where a call comes from. */
export type ClientInfo = { address: string; userAgent: string };

/** What an endpoint's `handle` is given: everything checked, nothing raw. */
export type EndpointContext<By, Body, Query, Params> = {
  caller: By extends 'key' ? Caller : By extends 'session' ? SignedInUser : null;
  body: Body;
  query: Query;
  params: Params;
  idempotency: Idempotency | null;
  client: ClientInfo;
  headers: Headers;
  /** The body as it came, byte for byte, for what is signed. */
  raw: Uint8Array;
};

/** What it answers: `data`, and for a few endpoints fields beside it that clients read. */
export type EndpointResult = {
  data: unknown;
  /** It is the remembered answer of an earlier request. */
  replayed?: boolean;
  /** What was asked for is under way: it is neither done nor refused. */
  isPending?: boolean;
  beside?: Record<string, unknown>;
  /** The whole body, in place of `data`, where it is the same for everybody until the next release. */
  unchanging?: { bytes: Uint8Array<ArrayBuffer>; etag: string };
};

type AnySchema = z.ZodType;

/** An endpoint of `/api/v1`, as data: the server, the tests and the OpenAPI document read it. */
export type Endpoint = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below `/api/v1`, with `{names}` for parameters. */
  path: string;
  operationId: string;
  summary: string;
  description?: string;
  tag:
    | 'Messages'
    | 'One-time passwords'
    | 'Account'
    | 'API keys'
    | 'Plans'
    | 'Payments'
    | 'Reference';
  auth: AuthKind;
  /** When a call is counted: before it is handled, in the statement that sends, or never. */
  apiCall: 'counted' | 'counted-with-send' | 'free';
  /**
   * Whether a call is counted even if it is refused, once its key was let in: for what takes a mebibyte to
   * read.
   */
  countsRefused: boolean;
  /** Whether `Idempotency-Key` is honoured. */
  idempotent: boolean;
  /** Largest body in bytes. */
  maxBody: number;
  body: AnySchema | null;
  query: AnySchema | null;
  params: AnySchema | null;
  status: 200 | 201 | 202;
  /** The sentence of a success. */
  message: string;
  /** The sentence of an answer that is pending, 202; null where an endpoint has none. */
  pendingMessage: string | null;
  output: AnySchema;
  /** Fields beside `data`. */
  beside: Record<string, AnySchema>;
  /** Codes of the catalogue that this endpoint adds to those that all share. */
  errors: ErrorCode[];
  /** `data` is the whole answer, without the envelope. */
  bare: boolean;
  /** Answers are `unchanging`, and who has one already is answered 304. */
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
      | 'apiCall'
      | 'countsRefused'
      | 'idempotent'
      | 'maxBody'
      | 'status'
      | 'errors'
      | 'beside'
      | 'bare'
      | 'hasEtag'
    >
  > & {
    auth: By;
    body?: z.ZodType<Body>;
    query?: z.ZodType<Query>;
    params?: z.ZodType<Params>;
    handle: (call: EndpointContext<By, Body, Query, Params>) => Promise<EndpointResult>;
  };

const kibibyte = 1024;

/** Declares an endpoint; `handle` is typed by the schemas beside it. */
export function endpoint<
  By extends AuthKind,
  Body = undefined,
  Query = undefined,
  Params = undefined,
>(declared: EndpointDefinition<By, Body, Query, Params>): Endpoint {
  return {
    apiCall: declared.auth === 'key' ? 'counted' : 'free',
    countsRefused: false,
    idempotent: false,
    maxBody: 64 * kibibyte,
    body: null,
    query: null,
    params: null,
    status: 200,
    pendingMessage: null,
    beside: {},
    errors: [],
    bare: false,
    hasEtag: false,
    ...declared,
    // The pipeline parses with the schemas declared above, so these types hold.
    handle: declared.handle as Endpoint['handle'],
  };
}
