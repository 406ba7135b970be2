import { hash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import {
  createDocument,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
} from 'zod-openapi';
import { describeWebhooks } from '#app/webhooks/describe-events.server.ts';
import { oauthProviders } from '#domain/identity/accounts/contract.browser.ts';
import { checkedMessageInput } from '#domain/messaging/check-messages.ts';
import { errorDetails } from '#domain/shared/error-fields.ts';
import { type ErrorCode, errorCatalogue, invariant } from '#domain/shared/errors.browser.ts';
import { exampleValues } from '#domain/shared/example-values.browser.ts';
import { waitForOwnTurn } from '#platform/in-slices.ts';
import { perInstance } from '#platform/instance.ts';
import { serverSettings } from '#platform/server-settings.ts';
import { paths as pages } from '../paths.ts';
import { endpoints } from './all-endpoints.server.ts';
import { type AuthKind, type Endpoint, endpoint } from './endpoint.ts';
import { httpStatusByErrorCode } from './http-status-by-error-code.ts';
import { missingCredentialsMessage } from './pipeline/authenticate.server.ts';

export const getOpenApiDocument: Endpoint = endpoint({
  method: 'GET',
  path: '/openapi.json',
  operationId: 'getOpenApiDocument',
  summary: 'Get this document',
  description:
    'Returns the OpenAPI 3.1 description of the API. Unlike other responses, it has no envelope. Send the `ETag` of an earlier response in `If-None-Match` to receive it only if it has changed.',
  tag: 'Reference',
  auth: 'none',
  bare: true,
  hasEtag: true,
  message: 'The document',
  output: z.object({ openapi: z.string().meta({ example: '3.1.0' }) }).loose(),
  handle: async () => {
    const { bytes, etag } = await publishedDocument();
    return { data: null, unchanging: { bytes, etag } };
  },
});

type Published = { bytes: Uint8Array<ArrayBuffer>; etag: string };

/**
 * The document as served. It is generated at the first use and cached, because generating it takes as long as hundreds of
 * calls.
 */
export const publishedDocument = perInstance((): Promise<Published> => publish());

async function publish(): Promise<Published> {
  const document = await createOpenApiDocument([...endpoints, getOpenApiDocument]);
  await waitForOwnTurn();
  const text = JSON.stringify(document);
  return {
    bytes: new TextEncoder().encode(text),
    etag: `"${hash('sha256', text, 'base64url').slice(0, 22)}"`,
  };
}

const errorEnvelope = perInstance(() =>
  z
    .object({
      status: z.literal('error'),
      message: z.string().meta({ example: errorCatalogue.invalid_recipient }),
      error: z.object({
        code: z.enum(Object.keys(errorCatalogue) as [ErrorCode, ...ErrorCode[]]).meta({
          description: 'The error code, for programs. Its meaning never changes.',
          example: 'invalid_recipient',
        }),
        message: z.string().meta({
          description: 'What happened and what to do, for people.',
          example: errorCatalogue.invalid_recipient,
        }),
        param: z.string().optional().meta({
          description: 'The name of the invalid field; omitted if the error is not about a field.',
          example: 'recipient',
        }),
        ...errorDetails.shape,
        docUrl: z.url().meta({
          description: 'The URL of the documentation of `code`.',
          example: `${serverSettings.PUBLIC_URL}${pages.docsSection('api-reference')}#invalid_recipient`,
        }),
        requestId: z.string().meta({
          description: 'The id of this request, as in the response header `x-request-id`.',
          example: exampleValues.requestId,
        }),
      }),
    })
    .meta({ id: 'Error', description: 'The body of every error response.' }),
);

const requestId = { 'x-request-id': { schema: { type: 'string' as const } } };

const redirect = (description: string) => ({
  '302': { description, headers: { location: { schema: { type: 'string' as const } } } },
});

const text = (name: string, description: string, example: string) => ({
  name,
  description,
  example,
  in: 'query' as const,
  schema: { type: 'string' as const },
});

const withKey: Record<string, string[]>[] = [
  { apiId: [], apiKey: [] },
  { basic: [] },
  { bearer: [] },
];

/** The credentials that each kind of endpoint accepts. One of the entries is enough. */
const security: Record<AuthKind, Record<string, string[]>[]> = {
  key: withKey,
  session: [{ session: [] }],
  'key-or-session': [...withKey, { session: [] }],
  none: [],
};

/**
 * The credentials that an endpoint's operation lists. OpenAPI 3.1 allows the scheme of an API key to list the required
 * scopes, like an OAuth scheme.
 */
const toSecurity = ({ auth, scope }: Endpoint) =>
  security[auth].map((way) =>
    'session' in way || scope === null
      ? way
      : Object.fromEntries(Object.keys(way).map((scheme) => [scheme, [scope]])),
  );

/** The paths below `/api/v1` that browsers visit and programs do not call. */
export const oauthRedirectDocs: ZodOpenApiPathsObject = Object.fromEntries(
  Object.entries(oauthProviders).flatMap(([provider, name]) => [
    [
      `/users/${provider}`,
      {
        get: {
          operationId: `signInWith${name}`,
          summary: `Sign in with ${name}`,
          description: `For browsers. Redirects to ${name}. After the sign-in, the browser is redirected to \`/auth/callback\`.`,
          tags: ['Account'],
          security: [],
          parameters: [
            text('to', 'The path on this site to open after the sign-in.', '/dashboard'),
          ],
          responses: redirect(`A redirect to ${name}.`),
        },
      },
    ],
    [
      `/users/${provider}/callback`,
      {
        get: {
          operationId: `comeBackFrom${name}`,
          summary: `Callback of ${name}`,
          description: `${name} redirects the browser to this address. The operator of the installation registers the address at ${name}.`,
          tags: ['Account'],
          security: [],
          parameters: [
            text('state', 'The `state` of the authorization request.', 'Jm4tX8wQ2c'),
            text('code', `The authorization code from ${name}.`, '4f1b9c7ad2'),
            text(
              'error',
              `If the sign-in failed, ${name} sends this error code, and no \`code\`.`,
              'access_denied',
            ),
          ],
          responses: redirect(
            'A redirect to `/auth/callback`, with `token` or, if the sign-in failed, with `error`.',
          ),
        },
      },
    ],
  ]),
);

/**
 * Builds the OpenAPI 3.1 document of endpoints from the schemas with which the endpoints parse their input. The whole
 * document takes 0.1 s, so each tag gets a separate iteration of the event loop.
 */
export async function createOpenApiDocument(endpoints: Endpoint[]) {
  const { components, ...document } = createDocument({
    openapi: '3.1.0',
    info: {
      title: 'Dakiya',
      version: '1.0.0',
      description: 'SMS and one-time passwords for developers in India.',
    },
    servers: [{ url: `${serverSettings.PUBLIC_URL}/api/v1` }],
    paths: {},
    webhooks: describeWebhooks(),
    components: {
      // No endpoint refers to this schema, because the dry run accepts any message and reports its errors.
      schemas: { CheckedMessageInput: checkedMessageInput },
      securitySchemes: {
        apiId: {
          type: 'apiKey',
          in: 'header',
          name: 'x-api-id',
          description: 'The API ID, `dk_…`',
        },
        apiKey: {
          type: 'apiKey',
          in: 'header',
          name: 'x-api-key',
          description: 'The API key, `sk_…`',
        },
        basic: {
          type: 'http',
          scheme: 'basic',
          description: 'The API ID as user, the API key as password',
        },
        bearer: { type: 'http', scheme: 'bearer', description: 'The API key alone' },
        session: {
          type: 'http',
          scheme: 'bearer',
          description: 'The session token from `/users/login`',
        },
      },
    },
  });
  const paths: NonNullable<OpenApi['paths']> = Object.fromEntries(
    endpoints.map(({ path }) => [path, {}]),
  );
  const schemas = { ...components?.schemas };
  for (const tag of new Set(endpoints.map((endpoint) => endpoint.tag))) {
    await waitForOwnTurn();
    const part = describeEndpoints(endpoints.filter((endpoint) => endpoint.tag === tag));
    for (const [path, operations] of Object.entries(part.paths)) {
      paths[path] = { ...paths[path], ...operations };
    }
    for (const [name, schema] of Object.entries(part.schemas)) {
      invariant(
        isDeepStrictEqual(schemas[name] ?? schema, schema),
        `the schemas called ${name} are the same for every tag`,
      );
      schemas[name] = schema;
    }
  }
  return {
    ...document,
    paths: { ...paths, ...oauthRedirectDocs },
    components: { ...components, schemas },
  };
}

type OpenApi = ReturnType<typeof createDocument>;

/** The operations of endpoints by path and method, and the schemas that they refer to. */
function describeEndpoints(endpoints: Endpoint[]) {
  const paths: ZodOpenApiPathsObject = {};
  for (const endpoint of endpoints) {
    paths[endpoint.path] = {
      ...paths[endpoint.path],
      [endpoint.method.toLowerCase()]: toOperation(endpoint),
    };
  }
  const { paths: described = {}, components } = createDocument({
    openapi: '3.1.0',
    info: { title: '', version: '' },
    paths,
  });
  return { paths: described, schemas: components?.schemas ?? {} };
}

function toOperation(endpoint: Endpoint): ZodOpenApiOperationObject {
  return {
    operationId: endpoint.operationId,
    summary: endpoint.summary,
    ...(endpoint.description && { description: endpoint.description }),
    tags: [endpoint.tag],
    security: toSecurity(endpoint),
    requestParams: {
      ...(endpoint.params && { path: endpoint.params as z.ZodObject }),
      ...(endpoint.query && { query: endpoint.query as z.ZodObject }),
      ...(endpoint.idempotent && { header: idempotencyHeader }),
    },
    ...((endpoint.body || endpoint.form) && {
      requestBody: {
        required: true,
        content: {
          ...(endpoint.body && { 'application/json': { schema: endpoint.body } }),
          ...(endpoint.form && { 'multipart/form-data': { schema: endpoint.form } }),
        },
      },
    }),
    responses: {
      [String(endpoint.status)]: {
        description: endpoint.message,
        headers: requestId,
        content: { 'application/json': { schema: successSchema(endpoint) } },
      },
      ...(endpoint.hasEtag && {
        '304': {
          description: 'The content has not changed since the response with this `ETag`.',
          headers: requestId,
        },
      }),
      ...(endpoint.pendingMessage && {
        '202': {
          description: endpoint.pendingMessage,
          headers: requestId,
          content: { 'application/json': { schema: pendingSchema(endpoint) } },
        },
      }),
      ...errorResponses(endpoint),
    },
  };
}

const idempotencyHeader = z.object({
  'Idempotency-Key': z.string().min(1).max(255).optional().meta({
    description:
      'A text of your choice that makes the request safe to retry. For 24 hours, a request with the same `Idempotency-Key` and body gets the first response.',
    example: 'order-1042-shipped',
  }),
});

/** The envelope of an endpoint's success. */
export function successSchema({ bare, output, beside, message }: Endpoint): z.ZodType {
  if (bare) return output;
  return z.object({
    status: z.literal('success'),
    message: z.string().meta({ example: message }),
    ...(beside as Record<string, z.ZodType>),
    data: output,
  });
}

/** The envelope of a pending response (202). */
const pendingSchema = ({ output, pendingMessage }: Endpoint): z.ZodType =>
  z.object({
    status: z.literal('pending'),
    message: z.string().meta({ example: pendingMessage }),
    data: output,
  });

/** Every error code that an endpoint can return: the codes of the endpoint and the codes of the pipeline. */
function listErrorCodes(endpoint: Endpoint): ErrorCode[] {
  const codes = new Set<ErrorCode>(endpoint.errors);
  if (endpoint.auth === 'key' || endpoint.auth === 'key-or-session') {
    codes.add('missing_credentials').add('invalid_credentials').add('key_inactive');
    codes.add('key_expired').add('address_not_allowed').add('scope_missing');
    if (!endpoint.testKeys) codes.add('live_key_required');
    if (endpoint.apiCall !== 'free') codes.add('api_call_limit_reached');
    if (endpoint.apiCall === 'counted-with-send') {
      codes.add('email_unverified').add('account_suspended');
    }
  }
  if (endpoint.auth === 'session' || endpoint.auth === 'key-or-session') {
    codes.add('missing_credentials').add('invalid_credentials').add('session_expired');
  }
  if (endpoint.body || endpoint.query || endpoint.params) codes.add('invalid_parameter');
  if (endpoint.body) codes.add('invalid_json').add('body_too_large').add('unsupported_media_type');
  if (endpoint.form) {
    codes.add('invalid_parameter').add('body_too_large').add('unsupported_media_type');
  }
  if (endpoint.idempotent) codes.add('idempotency_mismatch');
  return [...codes.add('rate_limited').add('internal').add('unavailable')];
}

/**
 * The message of an error code: the more specific message of the pipeline if there is one, otherwise the message of the
 * catalogue.
 */
const describeCode = (code: ErrorCode, { auth }: Endpoint) =>
  code === 'missing_credentials' ? missingCredentialsMessage(auth) : errorCatalogue[code];

function errorResponses(endpoint: Endpoint) {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of listErrorCodes(endpoint)) {
    byStatus.set(httpStatusByErrorCode[code], [
      ...(byStatus.get(httpStatusByErrorCode[code]) ?? []),
      code,
    ]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      String(status),
      {
        description: codes
          .map((code) => `\`${code}\`: ${describeCode(code, endpoint)}`)
          .join('\n\n'),
        headers: requestId,
        content: { 'application/json': { schema: errorEnvelope() } },
      },
    ]),
  );
}
