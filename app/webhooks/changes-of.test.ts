import { expect, test } from 'vitest';
import type { EndpointOutput } from '#domain/notifications/webhooks/endpoint-contract.ts';
import { changesOf } from './changes-of.ts';
import { endpointForm, toEndpointFields, toEndpointInput } from './forms.ts';

const endpoint: EndpointOutput = {
  ...{ _id: 'whe_1', url: 'https://hooks.example/', types: ['otp.sent', 'message.sent'] },
  ...{ apiIds: ['dk_b', 'dk_a'], description: null, includesText: true, maxPerSecond: null },
  ...{ livemode: true, enabled: true, disabledReason: null, disabledAt: null, failures: 3 },
  ...{ failingSince: null, failure: null, createdAt: '2026-04-06T09:30:00.000Z' },
};

/** What is stored if the form is sent with some fields changed. */
function changed(fields: Record<string, string | undefined>) {
  const given = Object.entries({ ...toEndpointFields(endpoint), ...fields });
  const sent = Object.fromEntries(given.filter(([, value]) => value !== undefined && value !== ''));
  return changesOf(endpoint, toEndpointInput(endpointForm.parse(sent)));
}

test('a form that is saved as it was changes nothing, so that failures are not forgotten', () => {
  expect(changed({})).toEqual({});
});

test.each([
  [{ url: 'https://other.example/' }, { url: 'https://other.example/' }],
  [{ enabled: undefined }, { enabled: false }],
  [{ includesText: undefined }, { includes_text: false }],
  [{ perSecond: '50' }, { max_per_second: 50 }],
  [{ description: 'Orders' }, { description: 'Orders' }],
  [{ apiIds: 'dk_a, dk_c' }, { api_ids: ['dk_a', 'dk_c'] }],
  [{ otpSent: undefined, ping: 'on' }, { types: ['message.sent', 'ping'] }],
])('%o changes only that', (fields, changes) => {
  expect(changed(fields as Record<string, string | undefined>)).toEqual(changes);
});
