import { expect, test } from 'vitest';
import type { Template } from '../registry/contract.browser.ts';
import {
  aHeader,
  aTemplate,
  body,
  check,
  entityId,
  otherId,
  templateId,
} from './registry.test-support.ts';

const byText = { templateId: undefined };
const twins = (more: Partial<Template>) => ({
  templates: [
    aTemplate(body),
    aTemplate('Dear {#var#}, your code is {#var#}. - ACME', { templateId: otherId, ...more }),
  ],
});

test('finds the template by its text', () => {
  expect(check({ message: byText })).toMatchObject({ verdict: 'ok', templateId });
});

test('two templates that match are an error with both', () => {
  const { error } = check({ message: byText, registry: twins({}) });
  expect(error).toMatchObject({
    code: 'dlt_template_ambiguous',
    candidates: [templateId, otherId],
  });
});

test('prefers the matching template that may be used with the header', () => {
  for (const more of [{ status: 'inactive' }, { headers: ['ACMEPR'] }] as const) {
    const result = check({ message: byText, registry: twins(more) });
    expect([result.verdict, result.templateId]).toEqual(['ok', templateId]);
  }
});

test('a text whose only template may not be used says why', () => {
  expect(check({ message: byText, template: { status: 'blacklisted' } }).error).toMatchObject({
    code: 'dlt_template_blacklisted',
    candidates: [templateId],
  });
});

test('a text that matches none is compared with the nearest', () => {
  const near = check({ message: { ...byText, text: 'Dear Asha, your code is 12a. - ACME' } });
  expect(near.error).toMatchObject({ code: 'dlt_var_wrong_type', candidates: [templateId] });
  const far = check({ message: { ...byText, text: 'Something else' } });
  expect(far.error).toEqual({
    code: 'dlt_template_not_matched',
    param: 'message',
    detail: expect.any(String),
  });
});

test('a message without a sender gets the header of its template, or the account’s only one', () => {
  const without = { message: { sender: undefined } };
  expect(check(without)).toMatchObject({ verdict: 'ok', sender: 'ACMEIN', entityId });
  const two = { registry: { headers: [aHeader(), aHeader({ header: 'ACMEPR' })] } };
  expect(check({ ...without, ...two })).toMatchObject({
    verdict: 'ok',
    sender: 'ACMEIN',
    entityId,
  });
  const unbound = {
    ...two,
    registry: { ...two.registry, templates: [aTemplate(body, { headers: [] })] },
  };
  expect(check({ ...without, ...unbound }).verdict).toBe('dlt_header_required');
});

test('of many templates that match ten are named', () => {
  const templates = Array.from({ length: 12 }, (_, at) =>
    aTemplate(body, { templateId: String(1107160000000000000n + BigInt(at)) }),
  );
  const { error } = check({ message: byText, registry: { templates } });
  expect(error).toMatchObject({ code: 'dlt_template_ambiguous', param: 'template_id' });
  expect(error?.candidates).toEqual(templates.slice(0, 10).map((one) => one.templateId));
});

/** The template with which a text that matches none is compared, by its place among others. */
function nearestOf(text: string, ...bodies: string[]): number | null {
  const templates = bodies.map((one, at) => aTemplate(one, { templateId: `${templateId}${at}` }));
  const { error } = check({ message: { ...byText, text }, registry: { templates } });
  const [candidate] = error?.candidates ?? [];
  return candidate === undefined ? null : templates.findIndex((t) => t.templateId === candidate);
}

test('the nearest template shares six characters of fixed text or more, at both ends together', () => {
  const template = 'abcdef{#numeric#}uvwxyz';
  for (const text of ['abc-xyz', 'ab-wxyz', 'abcd-yz']) expect(nearestOf(text, template)).toBe(0);
  for (const text of ['ab-xyz', 'abc-yz', 'a-bc-xyz', 'abc-xy']) {
    expect(nearestOf(text, template)).toBeNull();
  }
});

test('the template that shares the most is compared, wherever it is in the list', () => {
  const bodies = [8, 7, 6, 12, 9, 10].map((shared) => {
    const same = 'Your code is 12'.slice(0, shared);
    return `${same}#${'x'.repeat(20 - shared)} {#numeric#}`;
  });
  expect(nearestOf('Your code is 12', ...bodies)).toBe(3);
  expect(nearestOf('Your code is 12', ...bodies.toReversed())).toBe(2);
});

test('a template that fits but for a value is nearer than one with another text', () => {
  const [fits, other] = ['Your code is {#numeric#}. - ACME', 'Your cart is {#numeric#}. - ACME'];
  const text = 'Your code is none. - ACME';
  expect(nearestOf(text, other, fits)).toBe(1);
  expect(nearestOf(text, fits, other)).toBe(0);
});

test('a thousand templates that are alike cost a limited time, and ask for the id', () => {
  const templates = Array.from({ length: 1_000 }, (_, at) =>
    aTemplate(
      `{#var#}abcdef${'{#var#}'.repeat(10 + (at % 20))}${'a{#var#}'.repeat(1 + Math.floor(at / 50))}`,
      {
        templateId: String(1107160000000000000n + BigInt(at)),
      },
    ),
  );
  const message = { ...byText, text: 'xabcdef'.repeat(140) };
  const { error } = check({ message, registry: { templates } });
  expect(error).toMatchObject({ code: 'dlt_template_id_required', param: 'template_id' });
});
