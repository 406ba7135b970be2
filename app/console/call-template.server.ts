import { highlight } from '#app/content/highlight.server.ts';
import { secretPlaceholder } from '#app/samples/contract.ts';
import { readSample } from '#app/samples/read-sample.server.ts';
import { maskedSecret } from '#domain/identity/api-keys/contract.browser.ts';
import { exampleValues } from '#domain/shared/example-values.browser.ts';
import { consoleCalls } from './calls.server.ts';
import type { CallName, CallTemplate, HighlightedCode } from './contract.ts';
import { templateValues } from './fill-in.ts';

const values = templateValues;
const recipient = `+91${values.recipient}`;

type Account = { userId: string; livemode: boolean };

/** The response of a successful call, with the reference's example values. */
const data: Record<CallName, (account: Account) => Record<string, unknown>> = {
  'send-message': ({ userId: user, livemode }) => ({
    _id: exampleValues.messageId,
    user,
    apiId: values.keyId,
    serverNumber: exampleValues.sender,
    recipient,
    livemode,
    content: values.message,
    segments: 1,
    status: 'queued',
    reason: null,
    createdAt: exampleValues.createdAt,
    sentAt: null,
    settledAt: null,
  }),
  'send-otp': ({ userId: user, livemode }) => ({
    otpId: exampleValues.otpId,
    user,
    phoneNumber: recipient,
    apiId: values.keyId,
    livemode,
    expiresAt: exampleValues.otpExpiresAt,
    service: null,
    isTest: false,
  }),
  'verify-otp': () => ({
    otpId: exampleValues.otpId,
    phoneNumber: recipient,
    isVerified: true,
    isTest: false,
  }),
};

/** Loads the sample, request and expected response of a call, with placeholders. */
export async function loadCallTemplate(name: CallName, account: Account): Promise<CallTemplate> {
  const { message } = consoleCalls[name].endpoint;
  return {
    sample: await readSample(name, null, secretPlaceholder(account)),
    request: requestOf(name, account),
    expected: json({ status: 'success', message, data: data[name](account) }),
  };
}

/** The request as sent, with the API key masked. */
function requestOf(name: CallName, account: Account): HighlightedCode {
  const { endpoint, body } = consoleCalls[name];
  const head = [
    `${endpoint.method} /api/v1${endpoint.path}`,
    `x-api-id: ${values.keyId}`,
    `x-api-key: ${maskedSecret(account)}`,
    'content-type: application/json',
    ...(endpoint.idempotent ? [`idempotency-key: ${values.idempotencyKey}`] : []),
  ].join('\n');
  // Without a service, sender or template: `fillIn` adds those that are chosen.
  const none = { service: '', sender: '', template: '' };
  const typed = { phone: values.recipient, message: values.message, otp: values.otp, ...none };
  const { text, html } = json(body(typed));
  return { text: `${head}\n\n${text}`, html: `${head}\n\n${html}` };
}

function json(value: unknown): HighlightedCode {
  const text = JSON.stringify(value, null, 2);
  return { text, html: highlight(text, 'json') };
}
