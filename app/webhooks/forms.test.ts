import { expect, test } from 'vitest';
import type { EndpointOutput } from '#domain/webhooks/endpoint-contract.browser.ts';
import { changesOf, endpointForm, toEndpointFields, toEndpointInput } from './forms.ts';

const endpoint: EndpointOutput = {
  ...{ _id: 'whe_1', url: 'https://hooks.example/', types: ['otp.sent', 'message.sent'] },
  ...{ apiIds: ['dk_b', 'dk_a'], description: null, includesText: true, maxPerSecond: null },
  ...{
    livemode: true,
    format: 'standard',
    enabled: true,
    disabledReason: null,
    disabledAt: null,
    failures: 3,
  },
  ...{ failingSince: null, failure: null, createdAt: '2026-04-06T09:30:00.000Z' },
};

/**
 * Returns the changes that are stored after a submit.
 *
 * @param changed the fields that the user changed
 * @param shown the values that the form had shown
 */
function changed(fields: Record<string, string | undefined>) {
  const given = Object.entries({ ...toEndpointFields(endpoint), ...fields });
  const sent = Object.fromEntries(given.filter(([, value]) => value !== undefined && value !== ''));
  const { shown, ...typed } = endpointForm.parse(sent);
  return changesOf(shown as NonNullable<typeof shown>, toEndpointInput(typed));
}

test('a form that is saved without a change sends no changes, so that the endpoint keeps its count of failures', () => {
  expect(changed({})).toEqual({ changes: {}, before: {} });
});

test.each([
  [{ url: 'https://other.example/' }, { url: 'https://other.example/' }],
  [{ enabled: undefined }, { enabled: false }],
  [{ includesText: undefined }, { includes_text: false }],
  [{ perSecond: '50' }, { max_per_second: 50 }],
  [{ description: 'Orders' }, { description: 'Orders' }],
  [{ apiIds: 'dk_a, dk_c' }, { api_ids: ['dk_a', 'dk_c'] }],
  [{ otpSent: undefined, ping: 'on' }, { types: ['message.sent', 'ping'] }],
])('the form field %o changes only the matching setting', (fields, changes) => {
  expect(changed(fields as Record<string, string | undefined>).changes).toEqual(changes);
});

test('returns the value that the form first showed for each changed field, and for no other field', () => {
  const { before } = changed({ apiIds: 'dk_c', enabled: undefined });
  expect(before).toEqual({ api_ids: ['dk_b', 'dk_a'], enabled: true });
});

test.each(['', '{', '{}', '[]', '{"url":1}'])(
  'rejects a form with %j as the shown values',
  (shown) => {
    const { success } = endpointForm.safeParse({ ...toEndpointFields(endpoint), shown });
    expect(success).toBe(false);
  },
);
