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
      'The URL to which events are posted: `https`, with a public address, on port 443 or a port from 1024 on.',
    example: 'https://example.com/webhooks/dakiya',
  }),
  types: z
    .array(eventType)
    .max(allEventTypes.length)
    .meta({
      description:
        'The types of events to post; empty for all, including types that are added later.',
      example: ['message.delivered', 'message.undelivered'],
    }),
  api_ids: z.array(apiId).max(50).meta({
    description:
      'Events about messages and one-time passwords are posted only if they have one of these API IDs. An empty list allows all. Events about the account have no API ID and are always posted.',
    example: [],
  }),
  description: safeText.max(200).nullable().meta({ example: 'Order system' }),
  includes_text: z.boolean().meta({
    description:
      'Whether events about messages contain the text. If false, their `content` is null.',
    example: true,
  }),
  max_per_second: z.int().min(1).max(1_000).nullable().meta({
    description: 'The maximum number of events to post per second; null for no limit.',
    example: null,
  }),
  enabled: z.boolean().meta({
    description: 'Whether the endpoint is on. Events that happen while it is off are not posted.',
    example: true,
  }),
};

/** What each format posts. */
export const formats = {
  standard: 'Standard Webhooks with our payloads',
  msg91: 'delivery reports in the format of MSG91, only for final states of messages',
  twilio:
    'status callbacks in the format of Twilio, for messages that were sent with a `StatusCallback`',
};

/** The format of the requests to an endpoint. Only calls of Twilio's format create endpoints of the format `twilio`. */
export type Format = keyof typeof formats;

/** The formats that an account can choose. */
export const chosenFormats = ['standard', 'msg91'] as const satisfies Format[];

const describeFormats = (...names: Format[]) =>
  `The format of the requests. ${names.map((name) => `\`${name}\`: ${formats[name]}.`).join(' ')}`;

/** The person or API key that creates or changes an endpoint. The email about the change names it. */
export type EndpointAuthor = {
  userId: string;
  /** The API ID, `dk_…`, of a call with a key; null for a signed-in person. */
  keyId: string | null;
  /** The client address of the request; null if unknown. */
  from: string | null;
  /** The mode of the key; undefined for a signed-in person, who may choose the mode. */
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
      'True for events of live keys and of the account, false for events of test keys. Default: the mode of the API key that makes the call; true with a session token. The mode cannot be changed later.',
    example: true,
  }),
  format: z
    .enum(chosenFormats)
    .optional()
    .meta({
      description: `${describeFormats(...chosenFormats)} Default: \`standard\`. The format cannot be changed later.`,
      example: 'standard',
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
  livemode: z.boolean().meta({
    description: 'True for events of live keys and of the account, false for events of test keys.',
  }),
  format: z.enum(['standard', 'msg91', 'twilio']).meta({
    description: describeFormats('standard', 'msg91', 'twilio'),
    example: 'standard',
  }),
  enabled: fields.enabled,
  disabledReason: z.enum(['gone', 'failing', 'account_recovered']).nullable().meta({
    description:
      'Why Dakiya turned the endpoint off. `gone`: the server answered 410. `failing`: every attempt of five days failed. `account_recovered`: the account was recovered, and another person may have set the `url`. Null if the endpoint is on, or if you turned it off.',
    example: null,
  }),
  disabledAt: time.nullable().meta({
    description: 'When Dakiya turned the endpoint off.',
    example: null,
  }),
  failures: z.int().meta({
    description:
      'How many failures there were since the last success. Simultaneous failures count as one.',
    example: 0,
  }),
  failingSince: time.nullable().meta({
    description: 'When the first failure since the last success happened; null if `failures` is 0.',
    example: null,
  }),
  failure: z.string().nullable().meta({
    description: 'The reason of the last failure; null if `failures` is 0.',
    example: null,
  }),
  createdAt: time.meta({ example: exampleValues.createdAt }),
});

export type EndpointOutput = z.infer<typeof endpointOutput>;

/** The settings of an endpoint, with their names in responses. */
export type EndpointSettings = Pick<
  EndpointOutput,
  'url' | 'types' | 'apiIds' | 'description' | 'includesText' | 'maxPerSecond' | 'enabled'
>;

/** Converts the settings of an endpoint from their names in responses to their names in requests. */
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
  description: 'The secret with which Dakiya signs the events of the endpoint.',
  example: 'whsec_bm90IGEgc2VjcmV0OiBvbmx5IGFuIGV4YW1wbGUhISE=',
});

/** A signing secret. The API returns the secret on creation and on request. */
export const secretOutput = z.object({ secret });

export const createdEndpointOutput = endpointOutput.extend({ secret });

export type CreatedEndpoint = z.infer<typeof createdEndpointOutput>;

export const rotateSecretInput = z.object({
  overlap_hours: z.int().min(0).max(maxOverlapHours).default(24).meta({
    description:
      'For how many hours events are also signed with the old secret; 0 revokes the old secret at once.',
    example: 24,
  }),
});

/** Returns the host of a URL. Logs and emails show only the host, because path and query may be secret. */
export const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : '');

/** Returns the name of an endpoint on screens about other things: its description, otherwise the host of its address. */
export const endpointName = ({ description, url }: Pick<EndpointOutput, 'description' | 'url'>) =>
  description ?? hostOf(url);

/** Returns the host name of a URL without the port; empty for an invalid URL. */
export function hostnameOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname.replace(/\.$/, '') : '';
}
