import { expect, test } from 'vitest';
import { sharedWeb } from '../harness/shared-web.ts';
import { aUser } from '../support/account.ts';
import { client } from '../support/client.ts';
import { everyEndpoint } from '../support/every-endpoint.ts';
import { signedInLongAgo } from '../support/old-sign-in.ts';

const web = await sharedWeb();

type Asking = {
  body?: object;
  /** Fields of a form with a file. */
  form?: Record<string, string>;
  path?: string;
};

/**
 * The endpoints at which a session needs a recent sign-in: for every request, or only for requests with the given
 * bodies.
 */
const asking: Record<string, Asking[]> = {
  createApiKey: [{ body: { name: 'Shop' } }],
  updateApiKey: [
    ...[{ isActive: true }, { expiresOn: null }, { scopes: ['otp'] }, { addresses: ['10.0.0.1'] }],
    { templates: ['1107160000000000001'] },
  ].map((body) => ({ path: '/api-keys/dk_aaaaaaaaaaaaaaaaaaaa', body })),
  rollApiKey: [{ path: '/api-keys/dk_aaaaaaaaaaaaaaaaaaaa/roll', body: {} }],
  deleteApiKey: [{ path: '/api-keys/api-keys/dk_aaaaaaaaaaaaaaaaaaaa' }],
  eraseRecipient: [{ body: { recipient: '9876543210' } }],
  createOtpService: [{ body: { name: 'Acme', test_numbers: [aTestNumber()] } }],
  changeOtpService: [
    { path: anOtpService(), body: { test_numbers: [aTestNumber()] } },
    { path: anOtpService(), body: { test_numbers: [] } },
  ],
  deleteOtpService: [{ path: anOtpService() }],
  updateDltEntity: ['inactive', 'blacklisted'].map((status) => ({
    path: '/dlt/entities/1101172974420810001',
    body: { status },
  })),
  updateDltHeader: [{ path: '/dlt/headers/ACMEIN', body: { status: 'inactive' } }],
  updateDltTemplate: ['inactive', 'blacklisted', 'pending'].map((status) => ({
    path: '/dlt/templates/1107160000000000001',
    body: { status },
  })),
  importDltTemplates: [{ form: {} }],
  importDltList: [{ form: { list: 'entities' } }],
  unsuppressRecipient: [{ path: '/suppressions?recipient=9876543210' }],
  deleteDltEntity: [{ path: '/dlt/entities/1101172974420810001' }],
  deleteDltHeader: [{ path: '/dlt/headers/ACMEIN' }],
  deleteDltTemplate: [{ path: '/dlt/templates/1107160000000000001' }],
  deleteDltLink: [{ path: '/dlt/links?kind=url&value=https%3A%2F%2Facme.in%2F' }],
  deleteDltChain: [{ path: '/dlt/chains?entity_id=1101172974420810001&carrier=kannel' }],
  updateDltMode: [{ path: '/dlt/registry', body: { mode: 'off' } }],
  updateRetention: [{ body: { text_days: 30 } }],
  createWebhookEndpoint: [{ body: { url: 'https://hooks.example/' } }],
  updateWebhookEndpoint: [{ path: aWebhook(), body: { enabled: true } }],
  deleteWebhookEndpoint: [{ path: aWebhook() }],
  getWebhookSecret: [{ path: `${aWebhook()}/secret` }],
  rotateWebhookSecret: [{ path: `${aWebhook()}/rotate`, body: {} }],
};

function aTestNumber() {
  const soon = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  return { recipient: '9876543210', code: '123456', ends_on: soon };
}

async function toForm(fields: Record<string, string>) {
  const form = new FormData();
  const csv = 'Template ID,Template Name,Template Content\n1107160000000000001,a,Hello\n';
  form.set('file', new File([csv], 'a.csv', { type: 'text/csv' }));
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  const made = new Response(form);
  const headers = { 'content-type': made.headers.get('content-type') ?? '' };
  return { headers, body: new Uint8Array(await made.arrayBuffer()) };
}

function anOtpService() {
  return '/otp-services/svc_01M7WW0CR0NEF353TA1KGSZTB2';
}

function aWebhook() {
  return '/webhooks/endpoints/whe_01M7WW0CR0NEF353TA1KGSZTB2';
}

test('only the listed endpoints require a recent sign-in of a session', () => {
  const found = everyEndpoint.filter(({ recentSignIn }) => recentSignIn);
  expect(found.map(({ operationId }) => operationId).sort()).toEqual(Object.keys(asking).sort());
  for (const { auth, errors } of found) {
    expect(['session', 'key-or-session']).toContain(auth);
    expect(errors).toContain('reauthentication_required');
  }
});

test.each(Object.keys(asking))('%s refuses a session with an old sign-in', async (operationId) => {
  const endpoint = everyEndpoint.find((one) => one.operationId === operationId);
  if (!endpoint) throw new Error('It is one of them');
  const user = await aUser();
  const call = client(web.url, user);
  await signedInLongAgo(user.userId);
  for (const { path = endpoint.path, body, form } of asking[operationId] ?? []) {
    const sent = form ? await toForm(form) : body ? { body } : {};
    const { status, body: said } = await call.call(endpoint.method, path, sent);
    expect([path, status, said.error?.code]).toEqual([path, 403, 'reauthentication_required']);
  }
});

test.each([
  ['renaming a key', 'PATCH', '/api-keys/dk_aaaaaaaaaaaaaaaaaaaa', { name: 'Shop' }],
  ['turning a key off', 'PATCH', '/api-keys/dk_aaaaaaaaaaaaaaaaaaaa', { isActive: false }],
  ['changing the length of codes', 'PATCH', anOtpService(), { length: 6 }],
  ['turning a header on', 'PATCH', '/dlt/headers/ACMEIN', { status: 'active' }],
])('%s needs no recent sign-in', async (_what, method, path, body) => {
  const user = await aUser();
  await signedInLongAgo(user.userId);
  const { status } = await client(web.url, user).call(method, path, { body });
  expect(status).toBe(404);
});

test('a dry run of an import needs no recent sign-in', async () => {
  const user = await aUser();
  await signedInLongAgo(user.userId);
  const sent = await toForm({ dry_run: 'true' });
  const { status } = await client(web.url, user).call('POST', '/dlt/templates/import', sent);
  expect(status).not.toBe(403);
});
