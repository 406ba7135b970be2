import { expect, test } from 'vitest';
import { type DltCategory, dltCategories } from '../registry/contract.browser.ts';
import { goTogether } from './check-identities.ts';
import {
  aHeader,
  aTemplate,
  body,
  check,
  codes,
  entityId,
  otherId,
  templateId,
} from './registry.test-support.ts';

test('categories match within a group (advertising, government or others), and service explicit belongs to two groups', () => {
  const together: [DltCategory, DltCategory][] = [
    ['promotional', 'service_explicit'],
    ['service_explicit', 'service_implicit'],
    ['service_explicit', 'transactional'],
    ['service_implicit', 'transactional'],
  ];
  for (const one of dltCategories) {
    for (const other of dltCategories) {
      const isPair = together.some((pair) => pair.includes(one) && pair.includes(other));
      expect([one, other, goTogether(one, other)]).toEqual([one, other, one === other || isPair]);
    }
  }
});

test('accepts the entity of the header as the entity of the message', () => {
  expect(check({ message: { entityId } }).verdict).toBe('ok');
});

test('warns if a template id is sent as the entity id', () => {
  const entities = [{ entityId: templateId, name: 'A', status: 'active' } as const];
  const headers = [aHeader({ entityId: templateId })];
  const templates = [aTemplate(body, { entityId: templateId })];
  const registry = { entities, headers, templates };
  const result = check({ registry, message: { entityId: templateId } });
  expect(result.verdict).toBe('ok');
  expect(result.warnings).toContainEqual(
    expect.objectContaining({ code: 'dlt_id_wrong_kind', param: 'entity_id' }),
  );
  expect(codes(check({ message: { entityId } }))).not.toContain('dlt_id_wrong_kind');
});

const two = [aHeader(), aHeader({ header: 'ACMEPR', category: 'promotional' })];
const off = { mode: 'off' } as const;

test('in the mode off, the category is that of the template, or else of the header, or else null', () => {
  const template = { category: 'transactional' } as const;
  expect(check({ profile: off, template }).category).toBe('transactional');
  const byHeader = { profile: off, registry: { headers: two } };
  for (const id of [undefined, otherId]) {
    const message = { sender: 'ACMEPR', templateId: id };
    expect(check({ ...byHeader, message }).category).toBe('promotional');
  }
  const message = { sender: undefined, templateId: undefined };
  expect(check({ ...byHeader, message }).category).toBeNull();
  const only = check({ profile: off, header: { category: 'government' }, message });
  expect([only.verdict, only.category, only.sender]).toEqual(['skipped', 'government', 'ACMEIN']);
});

test('in every mode, an account with several headers must name a header, unless the template names one', () => {
  for (const mode of ['off', 'warn'] as const) {
    const { verdict, error } = check({
      profile: { mode },
      registry: { headers: two },
      message: { sender: undefined, templateId: undefined, text: 'Hello' },
    });
    expect([verdict, error?.param]).toEqual(['dlt_header_required', 'sender_id']);
  }
});

test.each([[[]], [['ACMEIN', 'ACMEPR']]])(
  'a template that is bound to %j does not determine the header',
  (headers) => {
    const registry = { headers: two, templates: [aTemplate(body, { headers })] };
    const { verdict, error } = check({ registry, message: { sender: undefined } });
    expect([verdict, error?.param]).toEqual(['dlt_header_required', 'sender_id']);
  },
);

test('a message whose template names the header is checked like any other message', () => {
  const registry = { headers: two, templates: [aTemplate(body)] };
  const message = { sender: undefined };
  expect(check({ registry, message }).sender).toBe('ACMEIN');
  const strict = { untagged: 'error' } as const;
  expect(check({ registry, message, profile: strict }).verdict).toBe('dlt_template_untagged');
  const other = { headers: two, templates: [aTemplate(body, { headers: ['ACMEPR'] })] };
  expect(check({ registry: other, message }).verdict).toBe('dlt_category_mismatch');
});

test('a near match is a warning if the profile says so; any other difference is an error', () => {
  const profile = { nearMatch: 'warning' } as const;
  const near = { text: 'Dear Asha, your code is 1. - Acme' };
  expect(check({ message: near, profile: { nearMatch: 'error' } }).verdict).toBe(
    'dlt_template_near_match',
  );
  const warned = check({ message: near, profile });
  expect([warned.verdict, codes(warned)]).toEqual([
    'ok',
    ['dlt_template_near_match', 'dlt_template_untagged'],
  ]);
  expect(check({ message: { text: 'Hello' }, profile }).verdict).toBe('dlt_template_not_matched');
});
