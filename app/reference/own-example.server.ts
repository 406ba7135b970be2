import { endpoints } from '#app/api/all-endpoints.server.ts';
import { paths } from '#app/paths.ts';
import { listEntities, listHeaders, listTemplates } from '#domain/dlt/registry/list-registry.ts';
import { loadRegistry } from '#domain/dlt/registry/load-registry.ts';
import {
  canSendUnder,
  findExample,
  type SendableExample,
} from '#domain/dlt/sending/find-sendable.ts';
import type { ApiKeyOutput } from '#domain/identity/api-keys/contract.browser.ts';
import { listWithoutTexts } from '#domain/messaging/messages/find-messages.ts';
import { findObjections } from '#domain/messaging/otp/services/check-service.ts';
import { defaultText } from '#domain/messaging/otp/services/compose-text.browser.ts';
import type { OtpService } from '#domain/messaging/otp/services/contract.ts';
import { listServices } from '#domain/messaging/otp/services/manage-services.ts';
import { listErasures } from '#domain/messaging/privacy/request-erasure.ts';
import { DomainError, sentenceForPeople } from '#domain/shared/errors.browser.ts';
import { exampleValues } from '#domain/shared/example-values.browser.ts';
import { listEndpoints } from '#domain/webhooks/endpoints/manage-endpoints.ts';
import { listEvents } from '#domain/webhooks/log/read-events.ts';
import { clock } from '#platform/clock.browser.ts';
import type { Missing, OperationView, OwnExample } from './contract.ts';

type Key = Pick<ApiKeyOutput, 'keyId' | 'scopes' | 'templates' | 'services' | 'livemode'>;

type Reader = { userId: string; livemode: boolean; key: Key | null };

type Example = {
  /** The values of the fields of the body, instead of the values of the document. */
  body?: Record<string, unknown>;
  path?: Record<string, string>;
  /** Fields that stay empty, with texts that say what to enter. */
  asks?: OwnExample['asks'];
  missing?: Missing | null;
};

/**
 * Finds the values with which an operation succeeds for an account, or what the account lacks. Never fills in values of
 * operations that cannot be undone.
 *
 * @param key the key of the call; null if none is active
 */
export async function findOwnExample(
  operation: OperationView,
  reader: Reader,
): Promise<OwnExample | null> {
  const endpoint = endpoints.find(({ operationId }) => operationId === operation.id);
  if (operation.access !== 'key' || !endpoint) return null;
  const {
    body,
    path = {},
    asks = {},
    missing = null,
  } = (await examples[operation.id]?.(reader)) ?? {};
  return {
    body: body ?? null,
    path,
    asks,
    missing,
    keyProblem: findKeyProblem(operation, endpoint.testKeys, reader.key),
  };
}

/** Why the selected key cannot make a call. */
function findKeyProblem({ scope }: OperationView, testKeys: boolean, key: Key | null) {
  if (!key) return null;
  if (!key.livemode && !testKeys) {
    const text = 'Test keys cannot make this call. Switch to Live to make it with a live key.';
    return { text, link: null };
  }
  if (scope === null || key.scopes.some((one) => one === scope)) return null;
  const text = `This API key does not have the scope ${scope}. Choose another key, or create one that has it.`;
  return { text, link: { to: paths.dashboard('manage-api'), label: 'Manage API' } };
}

const recipient = exampleValues.typed;

type Send = (sendable: SendableExample) => Record<string, unknown>;

/** The example of an operation that sends or checks a message of the account. */
const sending =
  (toBody: Send) =>
  async ({ userId, livemode, key }: Reader): Promise<Example> => {
    const only = key?.templates.length || key?.services.length ? key.templates : null;
    const found = await findExample(userId, exampleValues.recipient, { livemode, only });
    if (!(found instanceof DomainError)) return { body: toBody(found) };
    return { missing: await nameMissing(userId, found) };
  };

/** Says what an account lacks if all its messages would be rejected. */
export async function nameMissing(userId: string, error: DomainError): Promise<Missing> {
  const headers = await listHeaders(userId);
  if (error.code === 'template_not_allowed') {
    const text =
      'This API key can send only messages of some templates, and none of these templates can be used now.';
    return { text, link: { to: paths.dashboard('manage-api'), label: 'Manage API' } };
  }
  if (!headers.some(({ status }) => status === 'approved')) {
    const text =
      'You have no approved sender yet. Messages to phones need one; test mode needs none.';
    return { text, link: { to: paths.senders(), label: 'Senders & templates' } };
  }
  if (error.code.startsWith('dlt_template')) {
    const text = 'None of your approved templates can be sent under an approved sender yet.';
    return { text, link: { to: paths.newTemplate, label: 'Add a template' } };
  }
  return {
    text: sentenceForPeople(error),
    link: { to: paths.senders(), label: 'Senders & templates' },
  };
}

const named = ({ sender }: SendableExample) => (sender === null ? {} : { sender_id: sender });

/** The fields of a message: a template with its values, or the text if there are no values. */
const written = ({ templateId, values, text }: SendableExample) =>
  templateId !== null && values.length > 0
    ? { template_id: templateId, variables: values }
    : { message: text };

/**
 * The example of an operation on an existing object. It names the newest object. If the account has no such object, a
 * text says what to do first.
 */
const about =
  (what: string, find: (reader: Reader) => Promise<string | undefined>, body?: Example['body']) =>
  async (reader: Reader): Promise<Example> => {
    const id = await find(reader);
    const given = body ? { body } : {};
    return id === undefined
      ? {
          ...given,
          asks: { 'path.id': `You have no ${what} yet. Enter its id when you have one.` },
        }
      : { ...given, path: { id } };
  };

/**
 * An example that names no object, so that a person must enter the object's id. Mostly for operations that cannot be
 * undone.
 */
const asking = (asks: OwnExample['asks'], body?: Example['body']) => (): Promise<Example> =>
  Promise.resolve({ asks, ...(body && { body }) });

const toDelete = (what: string) =>
  asking({
    'path.id': `Enter the id of ${what}. The id is not filled in, because this call cannot be undone.`,
  });

const newestMessage = async ({ userId, livemode }: Reader) =>
  (await listWithoutTexts(userId, { limit: 1, livemode })).entries[0]?._id;

const newestEvent = async ({ userId, livemode }: Reader) =>
  (await listEvents(userId, { limit: 1, livemode })).entries[0]?._id;

const anEndpoint = async ({ userId, livemode }: Reader) =>
  (await listEndpoints(userId, livemode)).at(-1)?._id;

const anErasure = async ({ userId }: Reader) =>
  (await listErasures(userId, { limit: 1 })).entries[0]?.id;

const aTemplate = async (userId: string) => (await listTemplates(userId, { limit: 1 })).entries[0];

const aService = async ({ userId }: Reader) => (await listServices(userId)).at(-1);

/** The OTP service in a call: one to which the key is restricted, otherwise none. */
async function sendOtpExample({ userId, key }: Reader): Promise<Example> {
  if (!key?.services.length && !key?.templates.length) return {};
  const services = await listServices(userId);
  const service = services.find(({ id }) => key.services.includes(id));
  if (service) return { body: { recipient, service: service.id } };
  const text = 'This API key cannot send codes: it is restricted to templates of messages.';
  return { missing: { text, link: { to: paths.dashboard('manage-api'), label: 'Manage API' } } };
}

const codeLength = 6;

/** The text of a new OTP service, with the header and template that it belongs to. */
export type ServiceText = Pick<OtpService, 'sender' | 'templateId' | 'text'>;

/**
 * Creates a text for an OTP service that DLT accepts, from a template whose only slot is the code.
 *
 * @returns null if the account has no such template
 */
export async function findServiceText(userId: string): Promise<ServiceText | null> {
  const [headers, { entries }] = await Promise.all([
    listHeaders(userId),
    listTemplates(userId, { limit: 100 }),
  ]);
  const approved = headers.filter(({ status }) => status === 'approved');
  const texts = entries.flatMap((row) => {
    const [slot, ...others] = row.slots;
    const sender = approved.find((header) => canSendUnder(row, header))?.header;
    const fits =
      slot !== undefined && others.length === 0 && (slot.max ?? codeLength) >= codeLength;
    return fits && sender && row.status === 'approved'
      ? [{ sender, templateId: row.templateId, text: row.texts.join('{code}') }]
      : [];
  });
  const own = approved.length > 0 ? texts : [{ sender: null, templateId: null, text: defaultText }];
  for (const one of own.slice(0, 10)) {
    const { error } = await findObjections(userId, { ...blankService, ...one });
    if (!error) return one;
  }
  return null;
}

export const noServiceText: Missing = {
  text: 'You have no template for codes: a fixed text with one variable, which is the code.',
  link: { to: paths.newTemplate, label: 'Add a template' },
};

async function newServiceExample({ userId }: Reader): Promise<Example> {
  const found = await findServiceText(userId);
  if (!found) return { missing: noServiceText };
  const { sender, templateId, text } = found;
  const names = sender === null ? {} : { sender_id: sender, template_id: templateId };
  return { body: { name: blankService.name, text, ...names, length: codeLength } };
}

const blankService: OtpService = {
  id: '',
  name: 'Acme',
  sender: null,
  templateId: null,
  text: defaultText,
  length: codeLength,
  letters: false,
  ttlSeconds: 300,
  maxAttempts: 5,
  resend: 'same',
  appHash: null,
  webDomain: null,
  testNumbers: [],
};

/** The example of a change that sets a registration to its current values. */
const unchanged =
  (what: string, find: (userId: string) => Promise<{ id: string; name: string } | undefined>) =>
  async ({ userId }: Reader): Promise<Example> => {
    const found = await find(userId);
    if (found) return { path: { id: found.id }, body: { name: found.name } };
    return { asks: { 'path.id': `You have no ${what} yet.` }, body: {} };
  };

const noEntity: Missing = {
  text: 'Register your entity first: the business that your DLT portal knows.',
  link: { to: paths.newEntity, label: 'Add an entity' },
};

const ofEntity =
  (asks: OwnExample['asks'], body: Record<string, unknown>) =>
  async ({ userId }: Reader): Promise<Example> => {
    const [entity] = await listEntities(userId);
    return entity
      ? { asks, body: { ...body, entity_id: entity.entityId } }
      : { asks, body, missing: noEntity };
  };

const tomorrow = () => new Date(clock.now().getTime() + 86_400_000).toISOString();

const yesterday = () => new Date(clock.now().getTime() - 86_400_000).toISOString();

/** Examples by operation. All other operations succeed with the document's own examples. */
const examples: Record<string, (reader: Reader) => Promise<Example>> = {
  sendMessage: sending((one) => ({ recipient, ...written(one), ...named(one) })),
  postMessage: sending((one) => ({ recipient, content: one.text, ...named(one) })),
  sendBatch: sending((one) => {
    const message = { recipient, ...written(one), ...named(one) };
    return { messages: [message, { ...message, recipient: '9876543211' }] };
  }),
  checkDltMessages: sending((one) => ({ messages: [{ ...written(one), ...named(one) }] })),
  getMessage: about('message in this mode', newestMessage),
  rescheduleMessage: () =>
    asking({ 'path.id': 'Enter the id of a scheduled message.' }, { send_at: tomorrow() })(),
  cancelMessage: asking({ 'path.id': 'Enter the id of the scheduled message to cancel.' }),
  sendOtp: sendOtpExample,
  getOtp: asking({ 'path.id': 'Enter the otpId that “Send an OTP” returned.' }),
  verifyOtp: asking(
    { 'body.otp': 'Send an OTP first, then enter its code here.' },
    { recipient, otp: '' },
  ),
  createOtpService: newServiceExample,
  changeOtpService: async (reader) => {
    const service = await aService(reader);
    return service
      ? { path: { id: service.id }, body: { name: service.name } }
      : { asks: { 'path.id': 'You have no OTP service yet.' }, body: {} };
  },
  deleteOtpService: toDelete('the OTP service'),
  unsuppressRecipient: asking({ 'query.recipient': 'Enter the suppressed number.' }),
  createWebhookEndpoint: asking(
    { 'body.url': 'Enter the HTTPS address of your server.' },
    { url: '', types: ['message.delivered', 'message.undelivered'] },
  ),
  getWebhookEndpoint: about('webhook endpoint in this mode', anEndpoint),
  updateWebhookEndpoint: async (reader) => {
    const { userId, livemode } = reader;
    const endpoint = (await listEndpoints(userId, livemode)).at(-1);
    return endpoint
      ? { path: { id: endpoint._id }, body: { types: endpoint.types } }
      : { asks: { 'path.id': 'You have no webhook endpoint in this mode yet.' }, body: {} };
  },
  deleteWebhookEndpoint: toDelete('the webhook endpoint'),
  getWebhookSecret: about('webhook endpoint in this mode', anEndpoint),
  rotateWebhookSecret: toDelete('the webhook endpoint'),
  sendTestWebhook: about('webhook endpoint in this mode', anEndpoint),
  recoverWebhookEvents: (reader) =>
    about('webhook endpoint in this mode', anEndpoint, { since: yesterday() })(reader),
  listWebhookRecoveries: about('webhook endpoint in this mode', anEndpoint),
  getWebhookEvent: about('webhook event in this mode', newestEvent),
  listWebhookAttempts: about('webhook event in this mode', newestEvent),
  replayWebhookEvent: about('webhook event in this mode', newestEvent),
  eraseRecipient: asking(
    {
      'body.recipient':
        'Enter the number. It is not filled in, because this call cannot be undone.',
    },
    { recipient: '' },
  ),
  getErasure: about('erasure', anErasure),
  createDltEntity: asking(
    { 'body.entity_id': 'Enter the id that your business has on its DLT portal.' },
    { entity_id: '', name: '' },
  ),
  updateDltEntity: unchanged('entity', async (userId) => {
    const [entity] = await listEntities(userId);
    return entity && { id: entity.entityId, name: entity.name };
  }),
  deleteDltEntity: toDelete('the entity'),
  createDltHeader: ofEntity(
    { 'body.header': 'Enter the header as it is on your DLT portal.' },
    { header: '', category: 'service_implicit' },
  ),
  updateDltHeader: asking({ 'path.id': 'Enter the header that is to be turned off or on.' }),
  deleteDltHeader: toDelete('the header'),
  addDltEvidence: asking(
    {
      'path.id': 'Enter the header that the file belongs to.',
      'body.content': 'Enter the file as base64.',
    },
    { name: 'letter.pdf', content: '' },
  ),
  createDltTemplate: ofEntity(
    { 'body.template_id': 'Enter the id that the template has on your DLT portal.' },
    {
      name: 'Login code',
      body: '{#numeric#} is your Acme code. Do not share it.',
      category: 'service_implicit',
    },
  ),
  getDltTemplate: about('template', async ({ userId }) => (await aTemplate(userId))?.templateId),
  updateDltTemplate: unchanged('template', async (userId) => {
    const template = await aTemplate(userId);
    return template && { id: template.templateId, name: template.name };
  }),
  deleteDltTemplate: toDelete('the template'),
  getDltImport: asking({ 'path.id': 'Enter the id that the start of the import returned.' }),
  createDltLink: asking(
    { 'body.value': 'Enter the link, number or email address as it is on your DLT portal.' },
    { kind: 'url', value: '' },
  ),
  deleteDltLink: asking({ 'query.value': 'Enter the registered link, number or email address.' }),
  createDltChain: ofEntity(
    {
      'body.carrier': 'Enter the name of the carrier in this installation.',
      'body.telemarketer_ids':
        'Enter the ids of the telemarketers, such as ["1102160000000000001"].',
    },
    { carrier: '' },
  ),
  deleteDltChain: asking({
    'query.entity_id': 'Enter the id of the entity.',
    'query.carrier': 'Enter the name of the carrier.',
  }),
  updateDltMode: async ({ userId }) => ({ body: { mode: (await loadRegistry(userId)).mode } }),
};
