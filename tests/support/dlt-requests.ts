import { decideHeader } from '#domain/dlt/registry/header-decisions.ts';
import { entityInput, headerInput, templateInput } from '#domain/dlt/registry/inputs.browser.ts';
import { registerEntity, registerHeader } from '#domain/dlt/registry/register.ts';
import { registerTemplates } from '#domain/dlt/registry/register-templates.ts';
import { type Account, anAccount } from './account.ts';
import { client } from './client.ts';
import type { GoodRequest } from './valid-payment-requests.ts';

/** Registrations of an account, as request bodies. */
export const dltBodies = {
  entity: { entity_id: '1101172974420810001', name: 'Acme' },
  header: { header: 'ACMEIN', entity_id: '1101172974420810001', category: 'service_implicit' },
  template: {
    template_id: '1107160000000000001',
    entity_id: '1101172974420810001',
    name: 'Code',
    body: 'Your code is {#numeric#}. - ACME',
    category: 'service_implicit',
    headers: ['ACMEIN'],
  },
  link: { kind: 'url', value: 'https://acme.in' },
  chain: {
    entity_id: '1101172974420810001',
    carrier: 'airtel',
    telemarketer_ids: ['1102160000000000001'],
  },
} as const;

/** A text that matches the template. */
export const dltText = 'Your code is 482913. - ACME';

/** The first bytes of a PDF, for evidence. */
export const aPdf = Buffer.from('%PDF-1.7\n');

/** Registers entity, header and template for an account, and approves the header. */
export async function registerAll(userId: string): Promise<void> {
  await registerEntity(userId, entityInput.parse(dltBodies.entity));
  await registerHeader(userId, headerInput.parse(dltBodies.header));
  await registerTemplates(userId, [templateInput.parse(dltBodies.template)]);
  await decideHeader(userId, 'ACMEIN', { status: 'approved' }, 'asha');
}

/** An account after `registerAll`, and its client. */
export async function aRegistrant(url: string) {
  const account = await anAccount();
  await registerAll(account.userId);
  return { ...account, call: client(url, account) };
}

const requests: Record<string, GoodRequest> = {
  checkDltMessages: { body: { messages: [{ message: dltText }, 7] } },
  listDltEntities: {},
  createDltEntity: { body: dltBodies.entity },
  updateDltEntity: {
    path: `/dlt/entities/${dltBodies.entity.entity_id}`,
    body: { name: 'Acme Retail' },
  },
  listDltHeaders: {},
  createDltHeader: { body: dltBodies.header },
  updateDltHeader: { path: '/dlt/headers/ACMEIN', body: { status: 'active' } },
  addDltEvidence: {
    path: '/dlt/headers/ACMEIN/evidence',
    body: { name: 'letter.pdf', content: aPdf.toString('base64') },
  },
  listDltTemplates: {},
  createDltTemplate: { body: dltBodies.template },
  getDltTemplate: { path: `/dlt/templates/${dltBodies.template.template_id}` },
  updateDltTemplate: {
    path: `/dlt/templates/${dltBodies.template.template_id}`,
    body: { name: 'Login code' },
  },
  listDltLinks: {},
  createDltLink: { body: dltBodies.link },
  deleteDltLink: { path: `/dlt/links?${new URLSearchParams(dltBodies.link)}` },
  listDltChains: {},
  createDltChain: { body: dltBodies.chain },
  deleteDltChain: {
    path: `/dlt/chains?entity_id=${dltBodies.chain.entity_id}&carrier=airtel`,
  },
  getDltMode: {},
  updateDltMode: { body: { mode: 'enforce' } },
};

const { entity, header, template } = dltBodies;

/** For each request that deletes a registration, a registration that no other request needs. */
const made = {
  deleteDltEntity: {
    path: '/dlt/entities/1101172974420810009',
    make: (userId: string) =>
      registerEntity(userId, entityInput.parse({ ...entity, entity_id: '1101172974420810009' })),
  },
  deleteDltHeader: {
    path: '/dlt/headers/ACMENW',
    make: (userId: string) =>
      registerHeader(userId, headerInput.parse({ ...header, header: 'ACMENW' })),
  },
  deleteDltTemplate: {
    path: '/dlt/templates/1107160000000000009',
    make: async (userId: string) => {
      const template_id = '1107160000000000009';
      await registerTemplates(userId, [templateInput.parse({ ...template, template_id })]);
    },
  },
};

/** A valid request for each DLT endpoint, for an account after `registerAll`. */
export const validDltRequests = (as: Account): Record<string, () => Promise<GoodRequest>> => ({
  ...Object.fromEntries(
    Object.entries(requests).map(([name, request]) => [name, async () => ({ ...request, as })]),
  ),
  ...Object.fromEntries(
    Object.entries(made).map(([name, { path, make }]) => [
      name,
      async () => {
        await make(as.userId);
        return { path, as };
      },
    ]),
  ),
});
