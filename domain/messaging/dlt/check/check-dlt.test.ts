import { expect, test } from 'vitest';
import type { Header, Registry, Template } from '../registry/contract.ts';
import { checkDlt } from './check-dlt.ts';
import type { DltMessage, DltResult } from './check-types.ts';
import { createProfile } from './profile.ts';
import {
  aHeader,
  aRegistry,
  aTemplate,
  entityId,
  noon,
  otherEntityId,
  templateId,
} from './registry.test-support.ts';
import type { FindingCode } from './verdicts.ts';

const body = 'Dear {#var#}, your code is {#numeric#}. - ACME';
const text = 'Dear Asha, your code is 482913. - ACME';
const otherId = '1107160000000000002';

type Given = {
  message?: Partial<DltMessage>;
  header?: Partial<Header>;
  template?: Partial<Template>;
  registry?: Partial<Registry>;
  profile?: Parameters<typeof createProfile>[0];
  now?: Date;
};

function check({ message, header, template, registry, profile, now = noon }: Given): DltResult {
  return checkDlt(
    { text, sender: 'ACMEIN', templateId, recipient: '+919876543210', ...message },
    aRegistry({ headers: [aHeader(header)], templates: [aTemplate(body, template)], ...registry }),
    now,
    createProfile(profile),
  );
}

const codes = ({ warnings }: DltResult) => warnings.map(({ code }) => code);

const typed = 'Your code is {#numeric#}. - ACME';

test('accepts a message of its template, and resolves what its submit needs', () => {
  const result = check({
    registry: { templates: [aTemplate(typed)] },
    message: { text: 'Your code is 1. - ACME' },
  });
  expect(result).toEqual({
    verdict: 'ok',
    error: null,
    warnings: [],
    entityId,
    sender: 'ACMEIN',
    templateId,
    telemarketerIds: null,
  });
});

const promotional = {
  header: { category: 'promotional' },
  template: { category: 'promotional' },
} as const;

/** Of each verdict one case; the pairs and `slots` below have those about texts. */
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
  ['dlt_chain_missing', { profile: { chain: { carrier: 'vi', maxTelemarketers: 2 } } }],
  ['dlt_promo_window', { ...promotional, now: new Date('2026-11-24T15:30:00Z') }],
  ['dlt_promo_window', { ...promotional, now: new Date('2026-11-24T04:29:59.999Z') }],
];

test.each(refused)('refuses with %s', (code, given) => {
  const result = check(given);
  expect(result.verdict).toBe(code);
  expect(result.error).toMatchObject({ code, param: expect.any(String) });
});

test.each(refused)(
  'in the mode warn accepts what would be %s, unless the header is not the account’s own',
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

test('in the mode off refuses headers of others alone', () => {
  const off = { profile: { mode: 'off' } } as const;
  expect(check({ ...off, message: { text: 'anything' } }).verdict).toBe('skipped');
  expect(check({ ...off, message: { sender: 'HDFCBK' } }).verdict).toBe('sender_not_registered');
});

const empty = { entities: [], headers: [], templates: [] };

test('warns while an account has registered nothing', () => {
  const result = check({ registry: empty });
  expect([result.verdict, codes(result)]).toEqual(['ok', ['dlt_registry_empty']]);
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
])('accepts with the warning %s', (code, given) => {
  const result = check(given);
  expect([result.verdict, result.error]).toEqual(['ok', null]);
  expect(codes(result)).toContain(code);
});

test.each<[string, Date, string]>([
  ['at 10:00', new Date('2026-11-24T04:30:00Z'), 'ok'],
  ['just before 21:00', new Date('2026-11-24T15:29:59.999Z'), 'ok'],
  ['at 21:00', new Date('2026-11-24T15:30:00Z'), 'dlt_promo_window'],
])('promotional messages may be sent %s in India: %s', (_, now, verdict) => {
  expect(check({ ...promotional, now }).verdict).toBe(verdict);
});

test('a service explicit template has the hours of a promotional one', () => {
  const night = new Date('2026-11-24T18:00:00Z');
  expect(check({ template: { category: 'service_explicit' }, now: night }).verdict).toBe(
    'dlt_promo_window',
  );
  expect(check({ now: night }).verdict).toBe('ok');
});

const chain = { entityId, carrier: 'vi', telemarketerIds: ['1', '2', '3'], isApproved: true };

test('a carrier’s chain must be approved, and not too long', () => {
  const withChain = (more: Partial<typeof chain>, maxTelemarketers = 3) =>
    check({
      registry: { chains: [{ ...chain, ...more }] },
      profile: { chain: { carrier: 'vi', maxTelemarketers } },
    });
  expect(withChain({})).toMatchObject({ verdict: 'ok', telemarketerIds: ['1', '2', '3'] });
  expect(withChain({ isApproved: false }).verdict).toBe('dlt_chain_not_approved');
  expect(withChain({}, 2).verdict).toBe('dlt_chain_too_long');
  expect(withChain({ carrier: 'jio' }).verdict).toBe('dlt_chain_missing');
});

test('suggests the own header that differs in case', () => {
  expect(check({ message: { sender: 'acmein' } }).error?.didYouMean).toBe('ACMEIN');
  expect(check({ message: { sender: 'VM-acmein-S' } }).error?.didYouMean).toBe('ACMEIN');
});

test.each([
  ['case', 'Dear Asha, Your code is 482913. - ACME', 12],
  ['whitespace', 'Dear Asha,  your code is 482913. - ACME', 12],
  ['whitespace', 'Dear Asha,\u00a0your code is 482913. - ACME', 11],
  ['quotes_and_dashes', 'Dear Asha, your code is 482913. – ACME', 32],
  ['punctuation', 'Dear Asha your code is 482913. - ACME', 9],
])('a difference in %s alone has its own verdict', (kind, message) => {
  const { error } = check({ message: { text: message } });
  expect(error).toMatchObject({ code: 'dlt_template_near_match', kind });
});

test('a composed and a decomposed letter differ, and are told apart', () => {
  const registry = { templates: [aTemplate('Café {#numeric#} - ACME')] };
  const { error } = check({ registry, message: { text: 'Cafe\u0301 5 - ACME' } });
  expect(error).toMatchObject({
    code: 'dlt_template_near_match',
    kind: 'unicode_form',
    position: 3,
  });
});

test('near matches can be accepted with a warning', () => {
  const result = check({
    message: { text: text.toUpperCase() },
    profile: { nearMatch: 'warning' },
  });
  expect([result.verdict, codes(result)]).toEqual([
    'ok',
    expect.arrayContaining(['dlt_template_near_match']),
  ]);
});

test('names the first character that differs, and what the template has there', () => {
  const { error } = check({ message: { text: 'Dear Asha, your pin is 482913. - ACME' } });
  expect(error).toMatchObject({
    code: 'dlt_template_not_matched',
    position: 16,
    expected: ', your code is ',
  });
});

test('positions count characters, not halves of them', () => {
  const { error } = check({ message: { text: 'Dear 😀😀, your pin is 1. - ACME' } });
  expect(error?.position).toBe(14);
});

test.each([
  ['missing_end', 'Dear Asha, your code is 1.', 26],
  ['extra_end', `${text} Thanks`, 38],
])('says %s', (kind, message, position) => {
  expect(check({ message: { text: message } }).error).toMatchObject({
    code: 'dlt_template_not_matched',
    kind,
    position,
  });
});

test.each([
  ['dlt_var_empty', 'Dear , your code is 1. - ACME', { number: 1, type: 'var' }],
  [
    'dlt_var_too_long',
    `Dear ${'x'.repeat(31)}, your code is 1. - ACME`,
    { number: 1, length: 31, max: 30 },
  ],
  ['dlt_var_wrong_type', 'Dear Asha, your code is 12-34. - ACME', { number: 2, type: 'numeric' }],
  ['dlt_var_contains_link', 'Dear acme.com/x, your code is 1. - ACME', { number: 1 }],
  ['dlt_var_contains_email', 'Dear a@acme.com, your code is 1. - ACME', { number: 1 }],
  ['dlt_var_contains_number', 'Dear +91 98765 43210, your code is 1. - ACME', { number: 1 }],
])('%s names the slot', (code, message, slot) => {
  expect(check({ message: { text: message } }).error).toMatchObject({ code, slot });
});

test('a link that is put together from two slots is one', () => {
  const registry = { templates: [aTemplate('Dear {#var#}.{#var#} - ACME')] };
  expect(check({ registry, message: { text: 'Dear evil.com/x - ACME' } }).verdict).toBe(
    'dlt_var_contains_link',
  );
});

const linked = {
  templates: [aTemplate('See https://acme.in/t?id={#alphanumeric#} or {#url#} - ACME')],
};
const links = [
  { kind: 'url_dynamic', value: 'https://acme.in/t?' },
  { kind: 'url', value: 'https://acme.in/help' },
] as const;

test.each([
  ['https://acme.in/help', 'ok'],
  ['https://acme.in/t?x=1&y=2', 'ok'],
  ['acme.in/help', 'ok'],
  ['http://acme.in/help', 'dlt_cta_not_whitelisted'],
  ['https://acme.in/help2', 'dlt_cta_not_whitelisted'],
  ['https://acme.in.evil.com/help', 'dlt_cta_not_whitelisted'],
  ['https://evil.com/?https://acme.in/t?', 'dlt_cta_not_whitelisted'],
  ['nothing', 'dlt_var_wrong_type'],
])('the link %s is %s', (link, verdict) => {
  const message = { text: `See https://acme.in/t?id=A7 or ${link} - ACME` };
  expect(check({ registry: { ...linked, links }, message }).verdict).toBe(verdict);
});

test('without a registered link, links are only warned of', () => {
  const message = { text: 'See https://acme.in/t?id=7 or https://acme.in - ACME' };
  const registry = { templates: [aTemplate('See https://acme.in/t?id=7 or {#url#} - ACME')] };
  const result = check({ registry, message });
  expect([result.verdict, codes(result)]).toEqual([
    'ok',
    ['dlt_cta_not_whitelisted', 'dlt_cta_not_whitelisted'],
  ]);
});

test('no finding holds a value', () => {
  const secret = '91827364';
  for (const message of [
    `Dear Asha, your code is x${secret}. - ACME`,
    `Dear Asha, Your code is ${secret}. - ACME`,
    `Dear +91${secret}99, your code is 1. - ACME`,
    `Dear https://acme.com/${secret}, your code is 1. - ACME`,
    `Dear Asha, your code is ${secret}`,
  ]) {
    const result = check({ message: { text: message } });
    expect(result.error).not.toBeNull();
    expect(JSON.stringify(result)).not.toContain(secret);
  }
});

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

test('of two templates that match, the one that may be used with the header is taken', () => {
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
  expect(check({ message, registry: { templates } }).verdict).toBe('dlt_template_id_required');
});
