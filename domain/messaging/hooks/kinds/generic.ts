import { z } from 'zod';
import { requireSecret } from '../authenticate.ts';
import { type HookKind, maxRecipients } from '../contract.ts';
import { answerJson, optional, parsePayload, scalar } from '../payload.ts';

/**
 * The names that products use for each field, in lower case and without hyphens and underscores. The first name that a call
 * contains is used.
 */
const aliases = {
  recipient: [
    ...[
      'to',
      'recipient',
      'recipients',
      'receiver',
      'receivers',
      'receiverno',
      'target',
      'phone',
      'phonenumber',
    ],
    ...['mobile', 'mobileno', 'mobilenumber', 'number', 'numbers', 'msisdn', 'destination'],
  ],
  text: ['message', 'text', 'msg', 'body', 'sms', 'content', 'textmessage'],
  code: ['code', 'otp'],
  event: ['idempotencykey', 'messageid', 'eventid'],
} as const;

type Name = keyof typeof aliases;

const recipients = z
  .union([scalar.transform(split), z.array(scalar)])
  .pipe(
    z
      .array(z.string())
      .max(maxRecipients, `Please send at most ${maxRecipients} numbers at a time.`),
  );

const fields = z.object({
  recipient: recipients.default([]),
  text: optional,
  code: optional,
  event: optional,
});

/** Splits a list of numbers. A number itself may contain commas too. */
function split(typed: string): string[] {
  const parts = typed.split(/[,;\n]/);
  return parts.every((part) => part.replace(/\D/g, '').length >= 10) ? parts : [typed];
}

/** Finds the fields of a payload by their aliases. */
function byAliases(payload: unknown): Partial<Record<Name, unknown>> {
  const sent = new Map(
    Object.entries((payload as object | null) ?? {})
      .filter(([, value]) => value !== null && value !== '')
      .map(([name, value]) => [name.toLowerCase().replace(/[-_ ]/g, ''), value] as const),
  );
  return Object.fromEntries(
    Object.entries(aliases).flatMap(([name, ways]) => {
      const way = ways.find((one) => sent.has(one));
      return way === undefined ? [] : [[name, sent.get(way)]];
    }),
  );
}

/** Any product that can send an HTTP request with a number and a text. */
const generic: HookKind = {
  title: 'HTTP request',
  summary:
    'Sends from any product that can make an HTTP request: ERPNext, Keycloak, Home Assistant, Uptime Kuma.',
  secret: 'generated',
  methods: ['GET', 'POST'],
  maxBody: 64 * 1024,
  sendAs: ['text', 'template', 'service', 'code'],
  codes: 'chosen',
  hasRecipients: true,
  authenticate: requireSecret,
  read: ({ query, payload }) => {
    // A list has no named fields.
    const body = Array.isArray(payload) ? {} : (payload as object | null);
    const { recipient, ...sent } = parsePayload(fields, byAliases({ ...query, ...body }));
    return { recipients: recipient, ...sent };
  },
  answer: answerJson,
  setup: ({ url, secret, recipient }) => [
    {
      title: 'curl',
      text: 'A form or JSON, with the secret in a header, or as the password of HTTP Basic:',
      language: 'bash',
      lines: `curl ${url} \\
  -H 'Authorization: Bearer ${secret}' \\
  -d to=${recipient} --data-urlencode 'message=Hello from Dakiya'`,
    },
    {
      title: 'A product that sends only GET',
      text: 'The secret is in the address, which proxies and the product may write to their logs. Use a header if you can.',
      language: 'text',
      lines: `${url}?secret=${secret}&to=${recipient}&message=Hello`,
    },
    {
      title: 'ERPNext and Frappe',
      text: 'SMS Settings. Mark the static parameter as a header, and Use POST:',
      language: 'text',
      lines: `SMS Gateway URL: ${url}
Message Parameter: message
Receiver Parameter: to
Static Parameter: Authorization = Bearer ${secret}`,
    },
    {
      title: 'Keycloak',
      text: 'The authenticator SMS of keycloak-mfa-plugins. In the form of the hook, choose that the texts contain codes.',
      language: 'text',
      lines: `SMS API URL: ${url}
API Secret: Bearer ${secret}
API Secret in Authorization header: on
Message attribute: message
Receiver attribute: to
Sender attribute: from`,
    },
    {
      title: 'Home Assistant',
      text: 'The file configuration.yaml:',
      language: 'yaml',
      lines: `notify:
  - name: dakiya
    platform: rest
    resource: ${url}
    method: POST_JSON
    headers:
      Authorization: Bearer ${secret}
    message_param_name: message
    target_param_name: to`,
    },
    {
      title: 'Uptime Kuma',
      text: 'Notifications, Webhook. The messages go to the numbers of the hook.',
      language: 'text',
      lines: `Post URL: ${url}
Request Body: Preset - application/json
Additional Headers: {"Authorization": "Bearer ${secret}"}`,
    },
  ],
};

export const genericKinds = { generic };
