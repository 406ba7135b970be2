import fc from 'fast-check';
import {
  endpointForm,
  recoverForm,
  rotateForm,
  testForm,
  toEndpointFields,
} from '#app/webhooks/forms.ts';
import { type Form, intent, of, screen } from './form-fields.ts';

const endpoint = {
  url: fc.constantFrom(
    'https://hooks.example/dakiya',
    'https://2130706433/',
    'https://[64:ff9b::7f00:1]/',
    'https://user:password@hooks.example/',
    'javascript:alert(1)',
    'https://hooks.example/\u202e',
  ),
  apiIds: fc.constantFrom('', '«own.keyId»', 'dk_a, dk_b\ndk_c', 'sk_secret', ','.repeat(4_000)),
  perSecond: fc.constantFrom('', '50', '0', '1e3', '９'),
};

const { shown } = toEndpointFields({
  ...{ url: 'https://hooks.example/dakiya', types: [], apiIds: [], description: null },
  ...{ includesText: true, maxPerSecond: null, enabled: true },
});

/** The forms of webhook endpoints and their events. */
export const webhookForms: Form[] = [
  {
    route: screen('webhooks_.new'),
    fields: of(endpointForm, { ...endpoint, once: fc.uuid(), ...intent('save') }),
  },
  {
    route: screen('webhooks_.$endpointId'),
    fields: fc.oneof(
      of(null, intent('reveal')),
      of(rotateForm, intent('rotate')),
      of(null, intent('turn-on')),
      of(testForm, intent('test')),
      of(recoverForm, intent('recover')),
    ),
  },
  {
    route: screen('webhooks_.$endpointId_.edit'),
    fields: fc.oneof(
      of(endpointForm, {
        ...endpoint,
        shown: fc.constantFrom(shown, shown, '', '{}', '{', 'null'),
        ...intent('save'),
      }),
      of(null, intent('delete')),
    ),
  },
  { route: screen('webhooks_.events_.$eventId'), fields: of(null, intent('replay')) },
  {
    route: screen('webhooks_.listen'),
    fields: fc.oneof(
      of(null, intent('start')),
      of(null, intent('stop')),
      of(testForm, intent('test')),
    ),
  },
];
