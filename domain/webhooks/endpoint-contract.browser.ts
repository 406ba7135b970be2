import { z } from 'zod';
import { exampleValues } from '#domain/shared/example-values.browser.ts';
import { safeText } from '#domain/shared/text.browser.ts';
import { allEventTypes, eventType, maxOverlapHours } from './contract.browser.ts';

const time = z.iso.datetime();

const apiId = z
  .string()
  .regex(/^dk_[a-z0-9_]{1,60}$/, 'An API ID begins with dk_.')
  .meta({ example: exampleValues.keyId });

const fields = {
  url: safeText.max(2_000).meta({
    description:
      'Where events are posted: https, on port 443 or from 1024 on, with a public address.',
    example: 'https://example.com/webhooks/dakiya',
  }),
  types: z
    .array(eventType)
    .max(allEventTypes.length)
    .meta({
      description: 'The types of events to post; empty for all, also those that are still to come.',
      example: ['message.delivered', 'message.undelivered'],
    }),
  api_ids: z.array(apiId).max(50).meta({
    description:
      'Only messages and one-time passwords of these API IDs; empty for all. Events that have no API ID are not affected.',
    example: [],
  }),
  description: safeText.max(200).nullable().meta({ example: 'Order system' }),
  includes_text: z.boolean().meta({
    description: 'Whether `content`, the text of a message, is part of its events.',
    example: true,
  }),
  max_per_second: z.int().min(1).max(1_000).nullable().meta({
    description: 'How many events a second to post at most; null for as many as the server takes.',
    example: null,
  }),
  enabled: z.boolean().meta({ description: 'Whether events are posted.', example: true }),
};

/** Who creates or changes an endpoint, for the email about it. */
export type EndpointAuthor = {
  userId: string;
  /** The API ID, `dk_…`, of a call with a key; null for a signed-in person. */
  keyId: string | null;
  /** The address of the request, or null if unknown. */
  from: string | null;
  /** The mode of the key; undefined for a person, who may choose the mode. */
  livemode?: boolean;
};

export const createEndpointInput = z.object({
  url: fields.url,
  types: fields.types.default([]),
  api_ids: fields.api_ids.default([]),
  description: fields.description.default(null),
  includes_text: fields.includes_text.default(true),
  max_per_second: fields.max_per_second.default(null),
  enabled: fields.enabled.default(true),
  livemode: z.boolean().optional().meta({
    description:
      'Whether it gets the events of live keys and of the account, or those of test keys: by default those of the key that calls, and with a session token those of live keys. It cannot be changed later.',
    example: true,
  }),
});

export type CreateEndpointInput = z.output<typeof createEndpointInput>;

/** Omitted fields stay unchanged. Turning an endpoint on again resets its failures. */
export const changeEndpointInput = z.object(fields).partial();

export type EndpointChanges = z.output<typeof changeEndpointInput>;

export const endpointOutput = z.object({
  _id: z.string().meta({ example: exampleValues.endpointId }),
  url: fields.url,
  types: fields.types,
  apiIds: fields.api_ids,
  description: fields.description,
  includesText: fields.includes_text,
  maxPerSecond: fields.max_per_second,
  livemode: z
    .boolean()
    .meta({ description: 'Whether its events are of live keys and the account, or of test keys.' }),
  enabled: fields.enabled,
  disabledReason: z.enum(['gone', 'failing', 'account_recovered']).nullable().meta({
    description:
      'Why it is off, if you did not turn it off: the server answered 410 Gone, every attempt of five days failed, or the account was recovered, and another person may have set the address.',
    example: null,
  }),
  disabledAt: time.nullable().meta({ example: null }),
  failures: z.int().meta({ description: 'Failed attempts since the last success.', example: 0 }),
  failingSince: time.nullable().meta({
    description: 'When the first of these failed; null if the last attempt succeeded.',
    example: null,
  }),
  failure: z.string().nullable().meta({ description: 'Why the last one failed.', example: null }),
  createdAt: time.meta({ example: exampleValues.createdAt }),
});

export type EndpointOutput = z.infer<typeof endpointOutput>;

/** The settings of an endpoint as they are returned. */
export type EndpointSettings = Pick<
  EndpointOutput,
  'url' | 'types' | 'apiIds' | 'description' | 'includesText' | 'maxPerSecond' | 'enabled'
>;

/** The settings of an endpoint as they are sent. */
export const settingsOf = (endpoint: EndpointSettings): CreateEndpointInput => ({
  url: endpoint.url,
  types: endpoint.types,
  api_ids: endpoint.apiIds,
  description: endpoint.description,
  includes_text: endpoint.includesText,
  max_per_second: endpoint.maxPerSecond,
  enabled: endpoint.enabled,
});

const secret = z.string().meta({
  description: 'What events are signed with.',
  example: 'whsec_bm90IGEgc2VjcmV0OiBvbmx5IGFuIGV4YW1wbGUhISE=',
});

/** A secret is shown when it is created, and on request. */
export const secretOutput = z.object({ secret });

export const createdEndpointOutput = endpointOutput.extend({ secret });

export type CreatedEndpoint = z.infer<typeof createdEndpointOutput>;

export const rotateSecretInput = z.object({
  overlap_hours: z.int().min(0).max(maxOverlapHours).default(24).meta({
    description: 'How long events are signed with the earlier secret as well.',
    example: 24,
  }),
});

/** The host of an address, for logs and emails: path and query may be secret. */
export const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : '');

/** The host name of an address, without the port; empty for an invalid address. */
export function hostnameOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname.replace(/\.$/, '') : '';
}
