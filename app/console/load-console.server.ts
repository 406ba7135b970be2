import { randomUUID } from 'node:crypto';
import type { LoaderFunctionArgs } from '@remix-run/node';
import { highlight } from '#app/content/highlight.server.ts';
import { readLivemode } from '#app/dashboard/choices.server.ts';
import type { OfOtherMode } from '#app/dashboard/mode.tsx';
import { isUsable } from '#app/keys/key-values.tsx';
import { loadKeys } from '#app/keys/keys.server.ts';
import { canSendAgain } from '#app/messages/contract.ts';
import { findMessage, toViewer } from '#app/messages/read-filter.server.ts';
import type { Missing } from '#app/reference/contract.ts';
import { nameMissing } from '#app/reference/own-example.server.ts';
import { secretPlaceholder } from '#app/samples/contract.ts';
import { readHttpSample } from '#app/samples/read-sample.server.ts';
import { findExample } from '#domain/dlt/sending/find-sendable.ts';
import type { ApiKeyOutput } from '#domain/identity/api-keys/contract.browser.ts';
import { maskedSecret } from '#domain/identity/api-keys/key-prefix.browser.ts';
import type { SignedInUser } from '#domain/identity/sessions/contract.ts';
import { listServices } from '#domain/messaging/otp/services/manage-services.ts';
import { exampleTestRecipient } from '#domain/messaging/recipients/magic-numbers.ts';
import type { Viewer } from '#domain/messaging/text-views/record-text-views.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import { exampleValues } from '#domain/shared/example-values.browser.ts';
import { safeText } from '#domain/shared/text.browser.ts';
import { nationalDigits } from '#domain/sms/digits.browser.ts';
import { consoleCalls } from './calls.server.ts';
import type {
  CallName,
  CallTemplate,
  ConsoleData,
  ConsoleFields,
  HighlightedCode,
  KeyChoice,
} from './contract.ts';
import { templateValues } from './fill-in.ts';
import { findTrackedMessage } from './handle-console-form.server.ts';
import { loadOwnSenders, readTypedValues } from './own-senders.server.ts';

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
async function loadCallTemplate(name: CallName, account: Account): Promise<CallTemplate> {
  const { message } = consoleCalls[name].endpoint;
  return {
    sample: await readHttpSample(name, null, secretPlaceholder(account)),
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
  // The templates contain no service, sender or template. `fillIn` adds the user's choices.
  const none = { service: '', sender: '', template: '', sendAt: '' };
  const typed = { phone: values.recipient, message: values.message, otp: values.otp, ...none };
  const { text, html } = json(body(typed));
  return { text: `${head}\n\n${text}`, html: `${head}\n\n${html}` };
}

function json(value: unknown): HighlightedCode {
  const text = JSON.stringify(value, null, 2);
  return { text, html: highlight(text, 'json') };
}

/** A message to send again, which the URL names. */
type Again = { fields: Partial<ConsoleFields>; livemode: boolean };

/**
 * Fills the console with a message's fields, so that the user can send it again. This excludes codes, and messages whose
 * number or text was erased.
 */
async function readAgain(viewer: Viewer, id: string): Promise<Again | null> {
  const message = await findMessage(viewer, id);
  if (!message || message.content === null || !canSendAgain(message)) return null;
  const { apiId: key, serverNumber: sender, templateId, content, livemode } = message;
  const values = templateId && (await readTypedValues(viewer.userId, templateId, content));
  const phone = nationalDigits(message.recipient);
  const written = values ? { template: templateId, values } : { message: content };
  return { fields: { key, phone, sender, ...written }, livemode };
}

/** In test mode, the fields of an example. It has a text if the account needs no template; otherwise the template has it. */
async function findInitial(
  livemode: boolean,
  template: string | null,
  example: ReturnType<typeof findExample> | null,
): Promise<Partial<ConsoleFields>> {
  if (livemode) return {};
  const phone = nationalDigits(exampleTestRecipient);
  const found = template === null ? await example : null;
  if (!found || found instanceof DomainError || found.templateId !== null) return { phone };
  return { phone, message: found.text };
}

/** Finds what an account lacks if DLT would reject every example message. */
async function findMissing(
  userId: string,
  example: ReturnType<typeof findExample>,
): Promise<Missing | null> {
  const found = await example;
  return found instanceof DomainError ? nameMissing(userId, found) : null;
}

/** The first service to which the chosen key is restricted; empty if the key may use all services. */
function findOnlyService(keys: ApiKeyOutput[], choices: KeyChoice[], chosen: string): string {
  const usable = choices.filter((one) => one.usable).map(({ keyId }) => keyId);
  const keyId = usable.includes(chosen) ? chosen : usable[0];
  return keys.find((key) => key.keyId === keyId)?.services[0] ?? '';
}

/** Loads a console: the keys of the dashboard's mode to choose from, and the templates of its calls. */
export async function loadConsole(
  names: CallName[],
  signedIn: SignedInUser,
  { request, context }: Pick<LoaderFunctionArgs, 'request' | 'context'>,
): Promise<ConsoleData> {
  const { searchParams: search } = new URL(request.url);
  const { data: id } = safeText.safeParse(search.get('sent'));
  const livemode = await readLivemode(request, signedIn);
  const account = { userId: signedIn.userId, livemode };
  const viewer = toViewer(signedIn, { request, context }, 'page');
  const askedAgain = names.includes('send-message') ? search.get('again') : null;
  const again = askedAgain === null ? null : await readAgain(viewer, askedAgain);
  const isShown = again?.livemode === livemode;
  const chosen = search.get('key') ?? (isShown ? again?.fields.key : undefined) ?? '';
  // If the URL names no template, chooses a template that can be sent now.
  const template = search.get('template') ?? (isShown ? (again?.fields.template ?? '') : null);
  const key = { livemode, only: null };
  const example = names.includes('send-message')
    ? findExample(signedIn.userId, recipient, key)
    : null;
  const [{ keys }, services, senders, missing, found, calls] = await Promise.all([
    loadKeys(signedIn),
    names.includes('send-otp') ? listServices(signedIn.userId) : [],
    example && loadOwnSenders(signedIn.userId, template, example),
    example && findMissing(signedIn.userId, example),
    id === undefined ? null : findTrackedMessage(signedIn, id),
    Promise.all(names.map(async (name) => [name, await loadCallTemplate(name, account)] as const)),
  ]);
  // Omits secrets, because no console page needs them.
  const choices = keys
    ?.filter((key) => key.livemode === livemode)
    .map((key): KeyChoice => ({ keyId: key.keyId, name: key.name, usable: isUsable(key) }));
  const isOther = (one: { livemode: boolean }) => one.livemode !== livemode;
  const sent = found && !isOther(found) ? found : null;
  const ofOtherMode: OfOtherMode[] = [
    ...(found && !sent ? [{ what: 'message' as const, id: found._id }] : []),
    ...(again && !isShown && askedAgain ? [{ what: 'message' as const, id: askedAgain }] : []),
    ...(keys ?? [])
      .filter((key) => key.keyId === chosen && isOther(key))
      .map(({ keyId }) => ({ what: 'key' as const, id: keyId })),
  ];
  return {
    livemode,
    keys: choices ?? null,
    calls: Object.fromEntries(calls),
    idempotencyKey: randomUUID(),
    chosen,
    sent,
    ofOtherMode: ofOtherMode[0] ?? null,
    services: services.map(({ id, name, length, letters, ttlSeconds }) => ({
      ...{ id, name, length, letters, ttlSeconds },
    })),
    chosenService: search.get('service') ?? findOnlyService(keys ?? [], choices ?? [], chosen),
    senders,
    missing,
    initial: again && isShown ? again.fields : await findInitial(livemode, template, example),
  };
}
