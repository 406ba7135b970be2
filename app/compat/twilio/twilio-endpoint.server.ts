import { z } from 'zod';
import { type Endpoint, type EndpointContext, endpoint } from '#app/api/endpoint.ts';
import { parseInput } from '#app/api/pipeline/read-input.server.ts';
import type { Caller, KeyScope } from '#domain/identity/api-keys/contract.browser.ts';
import type { InputError } from '#domain/shared/describe-issue.browser.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import { safeText } from '#domain/shared/text.browser.ts';
import { fromSid, type SidKind, toSid } from '#domain/webhooks/formats/twilio.ts';

/** The parameters in a path, under Twilio's names. */
const pathParams = z.record(z.string(), safeText.max(64));

type Params = z.output<typeof pathParams>;

type Definition<Body, Query> = Pick<Endpoint, 'method'> &
  Partial<Pick<Endpoint, 'apiCall' | 'idempotent' | 'status' | 'testKeys'>> & {
    /** The path below `/compat/twilio`, without `.json`. */
    path: string;
    scope: KeyScope;
    /** A zod object schema. Unknown parameters are rejected. */
    body?: z.ZodType<Body>;
    query?: z.ZodType<Query>;
    handle: (call: EndpointContext<'key', Body, Query, Params>) => Promise<unknown>;
  };

/**
 * Defines a Twilio resource as an endpoint of our pipeline. The result of `handle` is the response in Twilio's format; null
 * means a response without a body.
 *
 * Unknown parameters are rejected even if the account does not validate requests. Otherwise a message could be sent without
 * its picture, or today instead of tomorrow, which is worse than an error.
 */
export function twilioEndpoint<Body = undefined, Query = undefined>({
  path,
  handle,
  ...definition
}: Definition<Body, Query>): Endpoint {
  return endpoint<'key', Body, Query, Params>({
    testKeys: true,
    ...definition,
    path: `/compat/twilio${path}`,
    operationId: `twilio ${definition.method} ${path}`,
    ...{ summary: '', message: '', tag: 'Messages', auth: 'key', output: z.any(), bare: true },
    findUnsupported: definition.body ? findUnknown(definition.body) : null,
    params: pathParams,
    handle: async (call) => {
      requireOwnAccount(call.caller, [call.params.AccountSid, call.headers.get('x-twilio-user')]);
      const result = await handle(call);
      return result instanceof Replayed ? { data: result.data, replayed: true } : { data: result };
    },
  });
}

/**
 * A result of `handle` that replays the stored response of an earlier request with the same idempotency
 * key.
 */
export class Replayed {
  constructor(readonly data: unknown) {}
}

const findUnknown =
  (schema: z.ZodType) =>
  (input: unknown): InputError | null => {
    const known = schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
    const param = Object.keys(input as object).find((name) => !known.includes(name));
    if (param === undefined) return null;
    return { code: 'invalid_parameter', param: param.slice(0, 40), message: unsupported };
  };

const unsupported = 'Dakiya does not support this parameter here. Remove it.';

/** A parameter for which Dakiya supports only these values, because any other value would change what the call does. */
export const only = (...values: [string, ...string[]]) =>
  z
    .enum(values, `Dakiya supports only ${values.map((one) => `\`${one}\``).join(' or ')} here.`)
    .optional();

/** A parameter that Dakiya ignores, because it makes no difference for an SMS. */
export const ignored = safeText.max(1_000).optional();

/**
 * @throws DomainError if the path names another account than the key's, for example because two
 *   environments were confused
 */
function requireOwnAccount({ userId }: Caller, named: (string | null | undefined)[]): void {
  const own = toSid('AC', userId);
  for (const sid of named) {
    if (!sid || sid.toLowerCase() === own.toLowerCase()) continue;
    const message = `The API key belongs to the account ${own}. Use this as the account sid.`;
    throw new DomainError('invalid_parameter', { param: 'AccountSid', message });
  }
}

/** @throws DomainError `not_found` if the sid is of another kind */
export function requireId(kind: SidKind, sid: string | undefined): string {
  const id = fromSid(kind, sid ?? '');
  if (id) return id;
  const message = `There is no resource with this sid. A valid sid is ${kind}, followed by 32 hexadecimal digits.`;
  throw new DomainError('not_found', { message });
}

/** Parses fields for our API. Errors use Twilio's names of the fields. */
export function parseFields<Schema extends z.ZodType>(
  schema: Schema,
  fields: Record<string, unknown>,
  names: Record<string, string>,
): z.output<Schema> {
  try {
    return parseInput(schema, fields) as z.output<Schema>;
  } catch (error) {
    throw withParam(error, names);
  }
}

/** Returns the error with Twilio's name of the parameter. */
export function withParam(error: unknown, byOwn: Record<string, string>): unknown {
  const param = error instanceof DomainError && error.param && byOwn[error.param];
  if (!param) return error;
  const { code, message, retryAfterSeconds, fields } = error;
  return new DomainError(code, {
    ...{ message, param },
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    ...(fields && { fields }),
  });
}
