import { afterAll, expect, test } from 'vitest';
import { checkDlt } from '#domain/dlt/check/check-dlt.ts';
import { createProfile } from '#domain/dlt/check/profile.ts';
import { changeEntity, changeTemplate } from '#domain/dlt/registry/change-registered.ts';
import { registryLimits } from '#domain/dlt/registry/change-registry.ts';
import { decideHeader, listWaitingHeaders } from '#domain/dlt/registry/header-decisions.ts';
import {
  chainInput,
  entityInput,
  headerInput,
  linkInput,
  templateInput,
} from '#domain/dlt/registry/inputs.browser.ts';
import { loadRegistry } from '#domain/dlt/registry/load-registry.ts';
import {
  registerChain,
  registerEntity,
  registerHeader,
  registerLink,
} from '#domain/dlt/registry/register.ts';
import {
  registerTemplates,
  type TemplateRegistration,
} from '#domain/dlt/registry/register-templates.ts';
import { prisma } from '#platform/db.ts';
import { until } from '../harness/until.ts';
import { aUser } from '../support/account.ts';
import { anEntityOwner } from '../support/dlt.ts';
import {
  aTemplate as aTemplateOf,
  category,
  entity_id,
  template_id,
} from '../support/dlt-member.ts';

const aTemplate = (more: Record<string, unknown> = {}) =>
  aTemplateOf({ body: 'Your code is {#numeric#}. - ACME', headers: ['ACMEIN'], ...more });

const aHeader = (header = 'ACMEIN') => headerInput.parse({ header, entity_id, category });

const check = async (userId: string, text: string, sender?: string) => {
  const { registry } = await loadRegistry(userId);
  return checkDlt({ text, sender }, registry, new Date('2026-11-24T06:30:00Z'), createProfile());
};

test('messages are checked against the account’s registrations after the account’s header is approved', async () => {
  const userId = await anEntityOwner();
  await registerHeader(userId, aHeader());
  await registerTemplates(userId, [aTemplate()]);
  await registerLink(userId, linkInput.parse({ kind: 'url', value: 'https://acme.in' }));
  const text = 'Your code is 482913. - ACME';
  expect((await check(userId, text)).verdict).toBe('dlt_header_not_approved');
  await decideHeader(userId, 'ACMEIN', { status: 'approved' });
  await until(
    'the approval takes effect',
    async () => (await check(userId, text)).verdict === 'ok',
  );
  expect(await check(userId, text)).toMatchObject({ templateId: template_id, sender: 'ACMEIN' });
  await decideHeader(userId, 'ACMEIN', { status: 'declined', reason: 'Not yours' });
  await until(
    'the refusal takes effect',
    async () => (await check(userId, text)).verdict === 'dlt_header_not_approved',
  );
});

test('a new chain for a carrier replaces the account’s earlier chain for this carrier', async () => {
  const userId = await anEntityOwner();
  const chain = { entity_id, carrier: 'airtel', telemarketer_ids: ['1101172974420830004'] };
  await registerChain(userId, chainInput.parse(chain));
  await registerChain(userId, chainInput.parse({ ...chain, is_approved: true }));
  expect((await loadRegistry(userId)).registry.chains).toEqual([
    {
      entityId: entity_id,
      carrier: 'airtel',
      telemarketerIds: chain.telemarketer_ids,
      isApproved: true,
    },
  ]);
});

test('the message of an account without registrations passes the check with a warning', async () => {
  const { userId } = await aUser();
  const { verdict, warnings } = await check(userId, 'Hello');
  expect([verdict, warnings.map(({ code }) => code)]).toEqual(['ok', ['dlt_registry_empty']]);
});

test('an account does not see another account’s registry', async () => {
  const [one, other] = await Promise.all([anEntityOwner(), anEntityOwner()]);
  await registerHeader(one, aHeader());
  await registerTemplates(one, [aTemplate()]);
  await decideHeader(one, 'ACMEIN', { status: 'approved' });
  const text = 'Your code is 1. - ACME';
  expect((await check(other, text, 'ACMEIN')).verdict).toBe('sender_not_registered');
  await expect(decideHeader(other, 'ACMEIN', { status: 'approved' })).rejects.toMatchObject({
    code: 'not_found',
  });
});

test('the operator sees approved headers of other accounts and of the installation that resemble a new header', async () => {
  const [bank, other] = await Promise.all([anEntityOwner(), anEntityOwner()]);
  await registerHeader(bank, aHeader('BBLBNK'));
  await decideHeader(bank, 'BBLBNK', { status: 'approved' });
  for (const header of ['bbIBnk', 'BBLBNX', 'DAKlYA']) await registerHeader(other, aHeader(header));
  const found = (await listWaitingHeaders(1_000)).filter(({ userId }) => userId === other);
  // The order is undefined, because the headers may have been registered in the same millisecond.
  expect(new Map(found.map(({ header, lookAlikes }) => [header, lookAlikes]))).toEqual(
    new Map([
      ['bbIBnk', [{ userId: bank, header: 'BBLBNK' }]],
      ['BBLBNX', []],
      ['DAKlYA', [{ userId: null, header: 'DAKIYA' }]],
    ]),
  );
});

test('registering an approved header again leaves the header approved and unchanged', async () => {
  const userId = await anEntityOwner();
  await registerHeader(userId, aHeader());
  await decideHeader(userId, 'ACMEIN', { status: 'approved' });
  await registerHeader(userId, { ...aHeader(), category: 'promotional' });
  expect(await prisma.dltHeader.findMany({ where: { userId } })).toMatchObject([
    { category, status: 'approved' },
  ]);
});

test('registering another body or category under a template’s id is reported, and changes nothing', async () => {
  const userId = await anEntityOwner();
  const outcome = async (more: Record<string, unknown>) =>
    (await registerTemplates(userId, [aTemplate(more)])).get(template_id);
  expect(await outcome({})).toBe('registered');
  expect(await outcome({ name: 'Renamed', status: 'inactive' })).toBe('known');
  expect(await outcome({ body: 'Your code: {#numeric#}. - ACME', name: 'x' })).toBe('differs');
  expect(await outcome({ category: 'promotional', name: 'x' })).toBe('differs');
  expect(await prisma.dltTemplate.findMany({ where: { userId } })).toMatchObject([
    { name: 'Renamed', status: 'inactive', body: 'Your code is {#numeric#}. - ACME' },
  ]);
});

test('a template that is registered again without a name, status or headers keeps the earlier values, and an inactive template stays inactive', async () => {
  const userId = await anEntityOwner();
  await registerTemplates(userId, [aTemplate()]);
  const again = async (more: Record<string, unknown>) => {
    const { name: _, headers: __, ...bare } = aTemplate();
    const given = { ...bare, ...more } as TemplateRegistration;
    expect((await registerTemplates(userId, [given])).get(template_id)).toBe('known');
    return prisma.dltTemplate.findFirstOrThrow({ where: { userId } });
  };
  for (const off of ['inactive', 'blacklisted'] as const) {
    await changeTemplate(userId, template_id, { status: off });
    for (const status of [undefined, 'approved', 'pending']) {
      expect(await again({ status })).toMatchObject({
        ...{ name: 'Code', headers: ['ACMEIN'], status: off },
      });
    }
  }
  await changeTemplate(userId, template_id, { status: 'pending' });
  expect(await again({ status: 'approved', name: 'New', headers: [] })).toMatchObject({
    ...{ name: 'New', headers: [], status: 'approved' },
  });
});

test('an inactive entity that is registered again stays inactive', async () => {
  const userId = await anEntityOwner();
  await changeEntity(userId, entity_id, { status: 'blacklisted' });
  for (const status of [undefined, 'active']) {
    await registerEntity(userId, entityInput.parse({ entity_id, name: 'Acme Ltd', status }));
    expect(await prisma.dltEntity.findFirst({ where: { userId } })).toMatchObject({
      ...{ name: 'Acme Ltd', status: 'blacklisted' },
    });
  }
});

test('headers and templates of an unregistered entity are rejected', async () => {
  const { userId } = await aUser();
  for (const attempt of [
    () => registerHeader(userId, aHeader()),
    () => registerTemplates(userId, [aTemplate()]),
  ]) {
    await expect(attempt()).rejects.toMatchObject({ param: 'entity_id' });
  }
});

test('deleting an account deletes its registry', async () => {
  const userId = await anEntityOwner();
  await registerHeader(userId, aHeader());
  await registerTemplates(userId, [aTemplate()]);
  await prisma.user.delete({ where: { id: userId } });
  expect(await prisma.dltTemplate.count({ where: { userId } })).toBe(0);
  expect(await prisma.dltEntity.count({ where: { userId } })).toBe(0);
});

test.each([
  ['a rounded id', entityInput, { entity_id: '1.10117E+18', name: 'A' }, /spreadsheet/],
  ['an id as a number', entityInput, { entity_id: 12, name: 'A' }, /strings/],
  ['an operator’s prefix', headerInput, { header: 'VM-ACMEIN', entity_id, category }, /letters/],
  ['an unknown tag', templateInput, { ...aTemplate(), body: 'a {#x#}' }, /Slot 1/],
  ['a static link with ?', linkInput, { kind: 'url', value: 'https://a.in/?b' }, /static/],
  [
    'a dynamic link without ?',
    linkInput,
    { kind: 'url_dynamic', value: 'https://a.in/' },
    /dynamic/,
  ],
])('%s cannot be registered', (_, schema, input, message) => {
  expect(schema.safeParse(input).error?.issues[0]?.message).toMatch(message);
});

const many = (count: number, from = 0, length = 150) =>
  Array.from({ length: count }, (_, at) => ({
    ...aTemplate(),
    template_id: String(1107160000000000000n + BigInt(from + at)),
    body: `Your code is {#numeric#}. ${'x'.repeat(length - 33)} - ACME`,
  }));

test('an account can register 10,000 templates within seconds, but cannot register more than 10,000', async () => {
  const userId = await anEntityOwner();
  const outcomes = await registerTemplates(userId, many(registryLimits.templates));
  expect(new Set(outcomes.values())).toEqual(new Set(['registered']));
  await expect(registerTemplates(userId, many(1, 20_000))).rejects.toMatchObject({
    code: 'invalid_parameter',
  });
  const again = await registerTemplates(userId, many(registryLimits.templates));
  expect(new Set(again.values())).toEqual(new Set(['known']));
  expect((await loadRegistry(userId)).registry.templates.size).toBe(registryLimits.templates);
});

test('the total length of all bodies is limited, even with concurrent registrations', async () => {
  const userId = await anEntityOwner();
  const parts = [0, 400, 800, 1_200].map((from) =>
    registerTemplates(userId, many(400, from, 2_000)),
  );
  const settled = await Promise.allSettled(parts);
  expect(settled.map(({ status }) => status).sort()).toEqual([
    'fulfilled',
    'fulfilled',
    'rejected',
    'rejected',
  ]);
  expect(await prisma.dltRegistry.findUnique({ where: { userId } })).toMatchObject({
    templates: 800,
    characters: 1_600_000,
  });
});

test('each account has a limit of links', async () => {
  const userId = await anEntityOwner();
  const createdAt = new Date();
  await prisma.dltLink.createMany({
    data: Array.from({ length: registryLimits.links }, (_, at) => ({
      ...{ userId, kind: 'number' as const, value: String(10_000_000 + at), createdAt },
    })),
  });
  const link = linkInput.parse({ kind: 'email', value: 'a@acme.in' });
  await expect(registerLink(userId, link)).rejects.toMatchObject({ code: 'invalid_parameter' });
  expect(await prisma.dltLink.count({ where: { userId } })).toBe(registryLimits.links);
});

afterAll(() => prisma.dltRegistry.deleteMany());
