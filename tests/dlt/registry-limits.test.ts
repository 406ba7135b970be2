import { afterAll, expect, test } from 'vitest';
import { registryLimits } from '#domain/dlt/registry/change-registry.ts';
import { linkInput } from '#domain/dlt/registry/inputs.browser.ts';
import { loadRegistry } from '#domain/dlt/registry/load-registry.ts';
import { registerLink } from '#domain/dlt/registry/register.ts';
import { registerTemplates } from '#domain/dlt/registry/register-templates.ts';
import { prisma } from '#platform/db.ts';
import { anEntityOwner } from '../support/dlt.ts';
import { aTemplate } from '../support/dlt-member.ts';

const idOf = (serial: number) => String(1107160000000000000n + BigInt(serial));

const many = (count: number, from = 0, length = 150) =>
  Array.from({ length: count }, (_, at) => ({
    ...aTemplate(),
    template_id: idOf(from + at),
    body: `Your code is {#numeric#}. ${'x'.repeat(length - 33)} - ACME`,
  }));

test('10,000 templates are registered and found again in seconds, and not one more', async () => {
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

test('long bodies are limited by their characters, also when they are registered at once', async () => {
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

test('headers, links and entities are limited for each account', async () => {
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
