import { z } from 'zod';
import { requireSecret, requireStandardWebhook, requireZitadelSignature } from '../authenticate.ts';
import type { HookKind, SetupBlock, SetupValues } from '../contract.ts';
import { answerJson, e164, optional, parsePayload, scalar } from '../payload.ts';

/**
 * The common properties of the kinds in this file: the product generates and verifies the code, and we send
 * it.
 */
const codes = {
  ...{ methods: ['POST'], maxBody: 64 * 1024, codes: 'always', hasRecipients: false },
  answer: answerJson,
} satisfies Partial<HookKind>;

const withSecret = { secret: 'generated', authenticate: requireSecret } satisfies Partial<HookKind>;

const supabasePayload = z.object({
  metadata: z.object({ uuid: optional }).optional(),
  sms: z.object({ phone: e164, otp: scalar }),
});

/** A shell command that signs a payload as Supabase does, to try the hook without Supabase. */
export const trySupabase = ({ url, secret, recipient }: SetupValues): SetupBlock => ({
  title: 'Try it without Supabase',
  text: 'In a shell with OpenSSL. It posts a code, signed as Supabase signs it:',
  language: 'bash',
  lines: `secret='${secret}'
time=$(date +%s)
body='{"metadata":{"uuid":"try-'$time'"},"sms":{"phone":"91${recipient}","otp":"482913"}}'
key=$(printf %s "\${secret#v1,whsec_}" | openssl base64 -d -A | od -An -v -tx1 | tr -d ' \\n')
signature=$(printf %s "try-$time.$time.$body" |
  openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -binary | openssl base64 -A)
curl -i '${url}' -H 'content-type: application/json' -d "$body" \\
  -H "webhook-id: try-$time" -H "webhook-timestamp: $time" \\
  -H "webhook-signature: v1,$signature"`,
});

/**
 * Supabase Auth, send-SMS hook (supabase.com/docs/guides/auth/auth-hooks/send-sms-hook). Supabase waits 5 seconds for all
 * attempts together. Each attempt has a new `webhook-id`, so `metadata.uuid` identifies repeats. Supabase shows the user our
 * error only if the status is 200. After 429 or 503 with `Retry-After`, it tries again.
 */
const supabase: HookKind = {
  ...codes,
  title: 'Supabase Auth',
  summary: 'Sends the codes of phone logins and of phone factors: the send-SMS hook.',
  secret: 'generated',
  showSecret: (secret) => `v1,whsec_${Buffer.from(secret).toString('base64')}`,
  deadlineMs: 4_000,
  sendAs: ['code', 'service', 'template'],
  authenticate: requireStandardWebhook,
  read: ({ payload }) => {
    const { metadata, sms } = parsePayload(supabasePayload, payload);
    return { recipients: [sms.phone], code: sms.otp, event: metadata?.uuid };
  },
  answer: (result, requestId) => {
    if (result.ok) return { status: 200, body: '{}', type: 'json' };
    const { status, reason } = result;
    const isForUser = status !== 401 && status !== 503;
    const error = { http_code: status, message: reason };
    const body = JSON.stringify({ error, requestId });
    return { status: isForUser ? 200 : status, body, type: 'json' };
  },
  setup: ({ url, secret, recipient }) => [
    {
      title: 'Supabase’s dashboard',
      text: 'Authentication, Auth Hooks, Add a new hook, Send SMS hook. Choose HTTPS, and paste:',
      language: 'text',
      lines: `URL: ${url}\nSecret: ${secret}`,
    },
    {
      title: 'Self-hosted',
      text: 'The environment of the container auth:',
      language: 'bash',
      lines: `GOTRUE_EXTERNAL_PHONE_ENABLED=true
GOTRUE_HOOK_SEND_SMS_ENABLED=true
GOTRUE_HOOK_SEND_SMS_URI=${url}
GOTRUE_HOOK_SEND_SMS_SECRETS=${secret}`,
    },
    {
      title: 'Supabase CLI',
      text: 'The file supabase/config.toml:',
      language: 'text',
      lines: `[auth.hook.send_sms]
enabled = true
uri = "${url}"
secrets = "${secret}"`,
    },
    trySupabase({ url, secret, recipient }),
  ],
};

const zitadelPayload = z.object({
  contextInfo: z.object({ recipientPhoneNumber: scalar }),
  templateData: z.object({ text: optional }).optional(),
  args: z.object({ code: optional, otp: optional }).optional(),
});

/** Zitadel, HTTP SMS provider (zitadel.com/docs/guides/manage/customize/notification-providers). Zitadel waits 5 seconds. */
const zitadel: HookKind = {
  ...codes,
  title: 'Zitadel',
  summary: 'Sends the codes of phone verification and of the factor SMS: an HTTP SMS provider.',
  secret: 'entered',
  deadlineMs: 4_000,
  sendAs: ['code', 'service', 'template', 'text'],
  authenticate: requireZitadelSignature,
  read: ({ payload }) => {
    const { contextInfo, templateData, args } = parsePayload(zitadelPayload, payload);
    return {
      recipients: [contextInfo.recipientPhoneNumber],
      code: args?.code ?? args?.otp,
      text: templateData?.text,
    };
  },
  setup: ({ url }) => [
    {
      title: 'Create the provider',
      text: 'With a token of an instance administrator. The response has id and signingKey: enter the signing key on this page.',
      language: 'bash',
      lines: `curl -X POST "$ZITADEL_URL/admin/v1/sms/http" \\
  -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' \\
  -d '{"endpoint":"${url}","description":"Dakiya"}'`,
    },
    {
      title: 'Activate it',
      text: 'With the id of the response:',
      language: 'bash',
      lines: `curl -X POST "$ZITADEL_URL/admin/v1/sms/$ID/_activate" \\
  -H "Authorization: Bearer $TOKEN"`,
    },
  ],
};

const logtoPayload = z.object({
  to: e164,
  payload: z.object({ code: scalar }),
  ip: z.union([z.ipv4(), z.ipv6()]).optional().catch(undefined),
});

/** Logto, HTTP SMS connector. */
const logto: HookKind = {
  ...{ ...codes, ...withSecret },
  title: 'Logto',
  summary: 'Sends the codes of sign-in, registration and recovery: the HTTP SMS connector.',
  sendAs: ['code', 'service', 'template'],
  read: ({ payload }) => {
    const { to, payload: inner, ip } = parsePayload(logtoPayload, payload);
    return { recipients: [to], code: inner.code, endUserIp: ip };
  },
  setup: ({ url, secret }) => [
    {
      title: 'Logto’s console',
      text: 'Connectors, Email and SMS connectors, Set up SMS, HTTP SMS connector:',
      language: 'text',
      lines: `Endpoint: ${url}\nAuthorization header: Bearer ${secret}`,
    },
  ],
};

const authentikPayload = z.object({ To: scalar, Body: scalar, Message: optional });

/** authentik, stage “SMS Authenticator Setup” with the generic provider and without a mapping. */
const authentik: HookKind = {
  ...{ ...codes, ...withSecret },
  title: 'authentik',
  summary: 'Sends the codes of the SMS authenticator: the generic provider of its setup stage.',
  sendAs: ['code', 'service', 'template', 'text'],
  read: ({ payload }) => {
    const { To, Body, Message } = parsePayload(authentikPayload, payload);
    return { recipients: [To], code: Body, text: Message };
  },
  setup: ({ url, secret }) => [
    {
      title: 'authentik’s admin interface',
      text: 'Flows and Stages, Stages, SMS Authenticator Setup Stage:',
      language: 'text',
      lines: `Provider: Generic
From number: Dakiya
External API URL: ${url}
API Auth Type: Bearer
API Auth Username: ${secret}`,
    },
  ],
};

const kratosPayload = z.preprocess(
  (payload) =>
    // The example in Kratos's documentation uses Twilio's field names.
    Object.fromEntries(
      Object.entries((payload as object | null) ?? {}).map(([name, value]) => [
        name.toLowerCase(),
        value,
      ]),
    ),
  z.object({
    recipient: optional,
    to: optional,
    body: optional,
    verification_code: optional,
    recovery_code: optional,
    login_code: optional,
    registration_code: optional,
  }),
);

const kratosBody = `function(ctx) {
  recipient: ctx.recipient,
  template_type: ctx.template_type,
  body: ctx.body,
}`;

/**
 * Ory Kratos, courier channel `sms` of the type `http`. In its default body, the code of a login is only part of the text.
 */
const kratos: HookKind = {
  ...{ ...codes, ...withSecret },
  title: 'Ory Kratos',
  summary: 'Sends the codes of login, verification and recovery: an HTTP channel of its courier.',
  sendAs: ['code', 'service', 'template', 'text'],
  read: ({ payload }) => {
    const sent = parsePayload(kratosPayload, payload);
    const { verification_code, recovery_code, login_code, registration_code } = sent;
    const recipient = sent.recipient ?? sent.to;
    return {
      recipients: recipient === undefined ? [] : [recipient],
      code: verification_code ?? recovery_code ?? login_code ?? registration_code,
      text: sent.body,
    };
  },
  setup: ({ url, secret }) => [
    {
      title: 'kratos.yml',
      text: 'The body is base64 of a Jsonnet function that sends number, kind and text.',
      language: 'yaml',
      lines: `courier:
  channels:
    - id: sms
      type: http
      request_config:
        url: ${url}
        method: POST
        body: base64://${Buffer.from(kratosBody).toString('base64')}
        headers:
          Content-Type: application/json
        auth:
          type: api_key
          config:
            in: header
            name: Authorization
            value: Bearer ${secret}`,
    },
  ],
};

const fusionauthPayload = z.object({
  phoneNumber: scalar,
  code: optional,
  textMessage: optional,
});

/** FusionAuth, generic messenger. */
const fusionauth: HookKind = {
  ...{ ...codes, ...withSecret },
  title: 'FusionAuth',
  summary: 'Sends the codes of logins and of the factor SMS: a generic messenger.',
  sendAs: ['code', 'service', 'template', 'text'],
  read: ({ payload }) => {
    const { phoneNumber, code, textMessage } = parsePayload(fusionauthPayload, payload);
    return { recipients: [phoneNumber], code, text: textMessage };
  },
  setup: ({ url, secret }) => [
    {
      title: 'FusionAuth’s admin interface',
      text: 'Settings, Messengers, Add, Generic. Then choose it under Tenants, Multi-Factor and Phone:',
      language: 'text',
      lines: `URL: ${url}\nHeaders: Authorization = Bearer ${secret}`,
    },
  ],
};

export const authPlatforms = { supabase, zitadel, logto, authentik, kratos, fusionauth };
