import { expect, test } from 'vitest';
import type { Template } from '../registry/contract.browser.ts';
import {
  aHeader,
  aTemplate,
  body,
  check,
  codes,
  entityId,
  type Given,
  otherEntityId,
  otherId,
  templateId,
  text,
} from './registry.test-support.ts';
import type { FindingCode } from './verdicts.ts';

const typed = 'Your code is {#numeric#}. - ACME';

test('accepts a message that matches its template, and returns the ids for the submit', () => {
  const result = check({
    registry: { templates: [aTemplate(typed)] },
    message: { text: 'Your code is 1. - ACME' },
  });
  expect(result).toEqual({
    verdict: 'ok',
    error: null,
    rewritten: null,
    warnings: [],
    entityId,
    sender: 'ACMEIN',
    templateId,
    category: 'service_implicit',
  });
});

const vi = { carrier: 'vi', isRequired: true, maxTelemarketers: 2 };

const promotional = {
  header: { category: 'promotional' },
  template: { category: 'promotional' },
} as const;

/** One case for each verdict. `pairs.test.ts` and `check-texts.test.ts` have the cases about texts. */
const refused: [FindingCode, Given][] = [
  ['dlt_id_malformed', { message: { templateId: '1.10716E+18' } }],
  ['dlt_id_malformed', { message: { entityId: '123' } }],
  ['dlt_entity_unknown', { message: { entityId: otherEntityId } }],
  [
    'dlt_entity_inactive',
    { registry: { entities: [{ entityId, name: 'A', status: 'inactive' }] } },
  ],
  [
    'dlt_entity_blacklisted',
    { registry: { entities: [{ entityId, name: 'A', status: 'blacklisted' }] } },
  ],
  ['dlt_header_suffix_included', { message: { sender: 'VM-ACMEIN-S' } }],
  ['dlt_header_suffix_included', { message: { sender: 'ACMEIN-S' } }],
  ['dlt_header_not_found', { message: { sender: 'acmein' } }],
  ['sender_not_registered', { message: { sender: 'HDFCBK' } }],
  ['dlt_header_not_approved', { header: { status: 'pending' } }],
  ['dlt_header_not_approved', { header: { status: 'declined' } }],
  [
    'dlt_header_wrong_entity',
    {
      message: { entityId: otherEntityId },
      registry: {
        entities: [
          { entityId, name: 'A', status: 'active' },
          { entityId: otherEntityId, name: 'B', status: 'active' },
        ],
      },
    },
  ],
  ['dlt_header_inactive', { header: { status: 'inactive' } }],
  ['dlt_header_suspended', { header: { status: 'suspended' } }],
  ['dlt_header_blacklisted', { header: { status: 'blacklisted' } }],
  ['dlt_template_unknown', { message: { templateId: otherId } }],
  ['dlt_template_unknown', { template: { entityId: otherEntityId } }],
  ['dlt_template_inactive', { template: { status: 'pending' } }],
  ['dlt_template_inactive', { template: { status: 'inactive' } }],
  ['dlt_template_blacklisted', { template: { status: 'blacklisted' } }],
  ['dlt_template_header_not_bound', { template: { headers: ['ACMEPR'] } }],
  ['dlt_category_mismatch', { template: { category: 'promotional' } }],
  ['dlt_category_mismatch', { message: { category: 'promotional' } }],
  ['dlt_var_unfilled', { message: { text: 'Dear {#var#}, your code is 1. - ACME' } }],
  ['dlt_char_forbidden', { message: { text: `<#> ${text}` } }],
  ['dlt_template_not_matched', { message: { text: 'Hello' } }],
  ['dlt_template_untagged', { profile: { untagged: 'error' } }],
  ['dlt_chain_missing', { profile: { chains: [vi] } }],
  ['dlt_promo_window', { ...promotional, now: new Date('2026-11-24T15:30:00Z') }],
  ['dlt_promo_window', { ...promotional, now: new Date('2026-11-24T04:29:59.999Z') }],
];

/** The field that a finding is about. */
function paramOf(code: FindingCode, { message }: Given) {
  if (code.startsWith('dlt_id_')) return message?.templateId ? 'template_id' : 'entity_id';
  if (/^dlt_(?:entity|chain)/.test(code)) return 'entity_id';
  if (/^(?:dlt_header|sender)/.test(code)) return 'sender_id';
  return /^dlt_(?:category|template_(?!not_))/.test(code) ? 'template_id' : 'message';
}

test.each(refused)('refuses a message with %s, and names the field', (code, given) => {
  const result = check(given);
  expect(result.verdict).toBe(code);
  expect(result.error).toMatchObject({ code, param: paramOf(code, given) });
});

test('explains an invalid id, and gives the position of a forbidden character', () => {
  const detail = (message: Given['message']) => check({ message }).error?.detail;
  expect(detail({ templateId: '1.10716E+18' })).not.toBe(detail({ entityId: '123' }));
  for (const [message, position] of [
    ['{#var#}, your code is 1. - ACME', 0],
    ['Dear 😀 {#var#}, your code is 1. - ACME', 7],
    ['😀 <#> 1', 2],
    ['>', 0],
  ] as const) {
    expect(check({ message: { text: message } }).error).toMatchObject({ position });
  }
});

test.each(refused)(
  'in the mode warn, the finding %s is only a warning, unless the finding is that the account does not own the header',
  (code, given) => {
    const result = check({ ...given, profile: { ...given.profile, mode: 'warn' } });
    const isOwnership = [
      'sender_not_registered',
      'dlt_header_not_found',
      'dlt_header_not_approved',
      'dlt_header_suffix_included',
    ].includes(code);
    expect(result.verdict).toBe(isOwnership ? code : 'ok');
    expect(codes(result).includes(code)).toBe(!isOwnership);
  },
);

test('in the mode off refuses only headers that the account does not own', () => {
  const off = { profile: { mode: 'off' } } as const;
  expect(check({ ...off, message: { text: 'anything' } }).verdict).toBe('skipped');
  expect(check({ ...off, message: { sender: 'HDFCBK' } }).verdict).toBe('sender_not_registered');
});

test.each(['enforce', 'warn', 'off'] as const)(
  'in the mode %s an unowned or unapproved header is reported before any other error',
  (mode) => {
    const profile = { mode };
    for (const message of [{ templateId: 'x' }, { entityId: otherEntityId }, { text: '{#var#}' }]) {
      const stranger = check({ profile, message: { ...message, sender: 'HDFCBK' } });
      expect(stranger.verdict).toBe('sender_not_registered');
      const pending = { profile, header: { status: 'pending' as const } };
      const own = check({ ...pending, message });
      expect(own.verdict).toBe('dlt_header_not_approved');
      const derived = check({ ...pending, message: { ...message, sender: undefined } });
      expect(derived.verdict).toBe('dlt_header_not_approved');
    }
  },
);

test('in the mode warn a message is refused if its template names a header that the account does not own', () => {
  const headers = [aHeader(), aHeader({ header: 'ACMEPR' })];
  const registry = { headers, templates: [aTemplate(body, { headers: ['HDFCBK'] })] };
  const result = check({ profile: { mode: 'warn' }, registry, message: { sender: undefined } });
  expect(result.verdict).toBe('sender_not_registered');
});

const empty = { entities: [], headers: [], templates: [] };

test('warns while an account has registered nothing', () => {
  const result = check({ registry: empty });
  expect([result.verdict, codes(result)]).toEqual(['ok', ['dlt_registry_empty']]);
  expect(result.warnings[0]?.param).toBe('message');
  expect(check({ registry: empty, profile: { mode: 'off' } }).verdict).toBe('skipped');
});

test('skips numbers of other countries', () => {
  expect(check({ message: { recipient: '+14155550100', text: 'Hello' } }).verdict).toBe('skipped');
});

const long = 'Rs {#numeric#} were paid. Call {#cbn#}. - ACME';

test.each<[FindingCode, Given]>([
  [
    'dlt_id_length_unusual',
    { message: { templateId: '110100001341' }, template: { templateId: '110100001341' } },
  ],
  ['dlt_id_wrong_kind', { message: { templateId: entityId }, template: { templateId: entityId } }],
  ['dlt_header_idle', { header: { lastUsedAt: new Date('2026-10-30T06:30:00Z') } }],
  [
    'dlt_header_idle',
    { header: { lastUsedAt: null, decidedAt: new Date('2026-10-30T06:30:00Z') } },
  ],
  ['dlt_template_multi_header', { template: { headers: ['ACMEIN', 'ACMEPR'] } }],
  ['dlt_template_untagged', {}],
  ['dlt_var_edge_punctuation', { message: { text: 'Dear Asha., your code is 1. - ACME' } }],
  [
    'dlt_template_encoding_mismatch',
    {
      registry: { templates: [aTemplate('₹ {#numeric#} - ACME', { kind: 'text' })] },
      message: { text: '₹ 5 - ACME' },
    },
  ],
  ['dlt_promo_optout_missing', promotional],
  [
    'dlt_cta_not_whitelisted',
    {
      registry: { templates: [aTemplate(long)] },
      message: { text: 'Rs 5 were paid. Call 18001234567. - ACME' },
    },
  ],
  ['dlt_var_contains_number', { message: { text: 'Dear 9876543210, your code is 1. - ACME' } }],
])('accepts a message with the warning %s', (code, given) => {
  const result = check(given);
  expect([result.verdict, result.error]).toEqual(['ok', null]);
  const param = paramOf(code, given);
  expect(result.warnings).toContainEqual(expect.objectContaining({ code, param }));
});

const chain = { entityId, carrier: 'vi', telemarketerIds: ['1', '2', '3'], isApproved: true };

const withChain = (more: Partial<typeof chain>, ...chains: (typeof vi)[]) =>
  check({ registry: { chains: [{ ...chain, ...more }] }, profile: { chains } });

test('refuses a message whose chain is missing, unapproved or too long if the carrier requires a chain', () => {
  const three = { ...vi, maxTelemarketers: 3 };
  expect(withChain({}, three).verdict).toBe('ok');
  expect(withChain({ isApproved: false }, three).verdict).toBe('dlt_chain_not_approved');
  expect(withChain({}, vi).verdict).toBe('dlt_chain_too_long');
  expect(withChain({ carrier: 'jio' }, three).verdict).toBe('dlt_chain_missing');
});

test('if a carrier has telemarketers, accepts a missing or unapproved chain, but refuses a chain that is too long', () => {
  const optional = { ...vi, isRequired: false };
  expect(withChain({ carrier: 'jio' }, optional).verdict).toBe('ok');
  expect(withChain({ isApproved: false }, optional).verdict).toBe('ok');
  expect(withChain({}, optional).verdict).toBe('dlt_chain_too_long');
});

test('a chain finding is a warning that names the carriers, if another carrier accepts the chain', () => {
  const jio = { carrier: 'jio', isRequired: false, maxTelemarketers: 8 };
  const result = withChain({ carrier: 'bsnl' }, vi, jio);
  expect(result.verdict).toBe('ok');
  expect(result.warnings.filter(({ param }) => param === 'entity_id')).toMatchObject([
    { code: 'dlt_chain_missing', detail: expect.stringMatching(/vi\.$/) },
  ]);
});

test('suggests the account’s header that differs only in case', () => {
  expect(check({ message: { sender: 'acmein' } }).error?.didYouMean).toBe('ACMEIN');
  expect(check({ message: { sender: 'VM-acmein-S' } }).error?.didYouMean).toBe('ACMEIN');
});

const byText = { templateId: undefined };
const twins = (more: Partial<Template>) => ({
  templates: [
    aTemplate(body),
    aTemplate('Dear {#var#}, your code is {#var#}. - ACME', { templateId: otherId, ...more }),
  ],
});

test('finds the template of a message by its text', () => {
  expect(check({ message: byText })).toMatchObject({ verdict: 'ok', templateId });
});

test('reports the ids of both templates if two templates match', () => {
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

test('if the only matching template may not be used, explains why', () => {
  expect(check({ message: byText, template: { status: 'blacklisted' } }).error).toMatchObject({
    code: 'dlt_template_blacklisted',
    candidates: [templateId],
  });
});

test('compares a text that matches no template with the nearest template', () => {
  const near = check({ message: { ...byText, text: 'Dear Asha, your code is 12a. - ACME' } });
  expect(near.error).toMatchObject({ code: 'dlt_var_wrong_type', candidates: [templateId] });
  const far = check({ message: { ...byText, text: 'Something else' } });
  expect(far.error).toEqual({
    code: 'dlt_template_not_matched',
    param: 'message',
    detail: expect.any(String),
  });
});

test('a message without a sender gets the header of its template, or the only header of the account', () => {
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

test('names at most ten matching templates', () => {
  const templates = Array.from({ length: 12 }, (_, at) =>
    aTemplate(body, { templateId: String(1107160000000000000n + BigInt(at)) }),
  );
  const { error } = check({ message: byText, registry: { templates } });
  expect(error).toMatchObject({ code: 'dlt_template_ambiguous', param: 'template_id' });
  expect(error?.candidates).toEqual(templates.slice(0, 10).map((one) => one.templateId));
});

/** The index of the template that a text is compared with if it matches none of the given bodies. */
function nearestOf(text: string, ...bodies: string[]): number | null {
  const templates = bodies.map((one, at) => aTemplate(one, { templateId: `${templateId}${at}` }));
  const { error } = check({ message: { ...byText, text }, registry: { templates } });
  const [candidate] = error?.candidates ?? [];
  return candidate === undefined ? null : templates.findIndex((t) => t.templateId === candidate);
}

test('a template is near if at least six characters of its fixed text match the message, counted at both ends together', () => {
  const template = 'abcdef{#numeric#}uvwxyz';
  for (const text of ['abc-xyz', 'ab-wxyz', 'abcd-yz']) expect(nearestOf(text, template)).toBe(0);
  for (const text of ['ab-xyz', 'abc-yz', 'a-bc-xyz', 'abc-xy']) {
    expect(nearestOf(text, template)).toBeNull();
  }
});

test('compares with the template that shares the most text, at any position in the list', () => {
  const bodies = [8, 7, 6, 12, 9, 10].map((shared) => {
    const same = 'Your code is 12'.slice(0, shared);
    return `${same}#${'x'.repeat(20 - shared)} {#numeric#}`;
  });
  expect(nearestOf('Your code is 12', ...bodies)).toBe(3);
  expect(nearestOf('Your code is 12', ...bodies.toReversed())).toBe(2);
});

test('a template with matching fixed text counts as nearer than one with different text, even if a value is invalid', () => {
  const [fits, other] = ['Your code is {#numeric#}. - ACME', 'Your cart is {#numeric#}. - ACME'];
  const text = 'Your code is none. - ACME';
  expect(nearestOf(text, other, fits)).toBe(1);
  expect(nearestOf(text, fits, other)).toBe(0);
});

test('stops comparing a thousand similar templates after a limited time, and asks for the template id', () => {
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
