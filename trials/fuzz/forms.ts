import fc from 'fast-check';
import { z } from 'zod';
import { confirmForm } from '#app/dashboard/confirm/contract.ts';
import { editKeyForm, newKeyForm } from '#app/keys/key-forms.ts';
import { paths } from '#app/paths.ts';
import { consentChoices, themes } from '#app/preferences/preferences.ts';
import { profileForm } from '#app/routes/_member._frame.dashboard_.account/profile-form.ts';
import { cancelForm, refundForm } from '#app/routes/_site.CancellationsRefunds/forms.ts';
import { orderForm } from '#app/routes/_site.payment/contract.ts';
import {
  chainForm,
  checkForm,
  entityForm,
  evidenceForm,
  headerForm,
  linkForm,
  modeForm,
  templateChangesForm,
  templateForm,
} from '#app/senders/forms.ts';
import { optionsForm, uploadForm } from '#app/senders/import-forms.ts';
import { verifyPaymentInput } from '#domain/billing/payments/contract.ts';
import {
  changePasswordForm,
  forgotPasswordInput,
  logInForm,
  registerForm,
  resetPasswordInput,
} from '#domain/identity/accounts/contract.ts';
import { settingsForm } from '#domain/identity/settings/contract.ts';
import { codeForm, numberForm, slackForm } from '#domain/messaging/channel-setup/forms.ts';
import { hints as common } from './hints.ts';
import { fitting, type Hints, type JsonSchema } from './json-schema.ts';

/** What a form sends, by its fields' names. */
type Fields = fc.Arbitrary<Record<string, unknown>>;

/** A form of the site: which action takes it, and what good ones have in their fields. */
export type Form = {
  /** The route with the action. */
  route: string;
  /** Of the address; the rest of it the route says. */
  query?: string;
  fields: Fields;
  /** The name of a field for a picture, where files may be sent. */
  file?: string;
  /** Whether other sites may send it. */
  openToAll?: boolean;
};

const days = fc.constantFrom(
  '',
  '2027-03-31',
  '2030-12-31',
  '9999-12-31',
  '0000-01-01',
  '0001-01-01',
  '2026-02-29',
);

const hints: Hints = {
  ...common,
  expiresOn: days,
  remember: fc.constantFrom('on', ''),
  isActive: fc.constantFrom('on', 'on', 'on', ''),
  // What would keep the sender out is tried, but seldom: nothing after it would get through.
  ipFiltering: fc.constantFrom('', '', '', '', '', '', '', 'on'),
  allowedAddresses: fc.constantFrom(
    '',
    '127.0.0.1',
    '0.0.0.0/0\n::/0',
    '10.0.0.0/8, 2001:db8::/32',
  ),
  to: fc.constantFrom(
    '/dashboard',
    paths.dashboard('settings'),
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    '/\t/evil.example',
  ),
};

/** The fields of a schema, and others beside them. */
function of(schema: z.ZodType | null, beside: Hints = {}): Fields {
  const shape = schema
    ? (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as unknown as JsonSchema)
    : {};
  const { picture: _picture, evidence: _evidence, ...properties } = shape.properties ?? {};
  const own = fitting({ ...shape, type: 'object', properties }, hints) as Fields;
  return fc.tuple(own, fc.record(beside)).map(([fields, more]) => ({ ...fields, ...more }));
}

const intent = (word: string) => ({ intent: fc.constant(word) });
const key = common.key ?? fc.constant('');

const sendConsole = {
  key,
  country: fc.constantFrom('+91', '+91', '+91', '+1'),
  phone: common.recipient ?? fc.constant(''),
  message: common.message ?? fc.constant(''),
  otp: common.otp ?? fc.constant(''),
  stage: fc.constantFrom('send', 'verify'),
  intent: fc.constantFrom('send', 'verify'),
  idempotencyKey: fc.oneof(fc.uuid(), fc.constant('again')),
};

/** The fields of a call in the explorer stand under their places. */
const explorer = {
  operation: fc.constantFrom(
    'sendMessage',
    'listMessages',
    'getMessage',
    'sendBatch',
    'sendOtp',
    'verifyOtp',
    'getBalance',
    'logIn',
  ),
  key,
  once: fc.uuid(),
  'path.id': fc.constant('«own.messageId»'),
  'body.recipient': common.recipient ?? fc.constant(''),
  'body.message': common.message ?? fc.constant(''),
  'body.messages': fc.constantFrom(
    '[{"recipient":"9876543210","message":"a"},7]',
    '[',
    '[[[[]]]]',
    '{}',
  ),
  'query.limit': fc.constantFrom('10', '1e3', '-1', ''),
  'query.from': common.from ?? fc.constant(''),
  'header.Idempotency-Key': fc.oneof(fc.uuid(), fc.constant('é\r\nx: y'), fc.constant('')),
};

const dltId = fc.constantFrom('1101172974420810001', '1107160000000000001', '1.10716E+18');
const header = fc.constantFrom('ACMEIN', 'acmein', 'HDFCBK', 'VM-ACMEIN-S');
const statuses = fc.constantFrom('active', 'inactive', 'approved');
const template = {
  entity_id: dltId,
  template_id: dltId,
  headers: fc.constantFrom('', 'ACMEIN', 'ACMEIN, acmein', ','.repeat(2_000)),
  body: fc.constantFrom('Your code is {#numeric#}.', '{#var#}'.repeat(60), '{#', '<b>\u202e'),
  slots: fc.constantFrom('', 'numeric 6', 'var,'.repeat(60)),
};

const dashboard = 'routes/_member._frame.dashboard';
const screen = (name: string) => `${dashboard}_.${name}`;

/** Every form of the site. tests/trials/fuzz.test.ts fails if an action is missing. */
export const forms: Form[] = [
  { route: 'routes/_auth.login', query: '?to=%2Fdashboard', fields: of(logInForm) },
  { route: 'routes/_auth.register', fields: of(registerForm) },
  { route: 'routes/_site.forget-password', fields: of(forgotPasswordInput) },
  { route: 'routes/_site.reset-password.$token', fields: of(resetPasswordInput) },
  { route: 'routes/_site.confirm-email.$token', fields: of(null) },
  { route: 'routes/_site.undo-email-change.$token', fields: of(null) },
  { route: 'routes/_site.auth.callback', fields: of(null, { token: fc.constant('A'.repeat(43)) }) },
  {
    route: 'routes/_site.CancellationsRefunds',
    fields: fc.oneof(
      of(refundForm, intent('refund')),
      of(cancelForm, intent('cancel')),
      of(null, intent('keep')),
    ),
  },
  {
    route: 'routes/_site.payment',
    query: '?plan=«plan.basic»',
    fields: fc.oneof(
      of(orderForm, { amount: fc.constantFrom('199', '999', '1e400', '-1'), ...intent('order') }),
      of(verifyPaymentInput, { order: fc.constant('«own.orderId»'), ...intent('verify') }),
    ),
  },
  {
    route: 'routes/payment-callback',
    query: '?order=«own.orderId»&plan=«plan.basic»',
    fields: fc.oneof(
      of(verifyPaymentInput),
      of(null, { 'error[code]': fc.constant('BAD_REQUEST_ERROR') }),
    ),
    openToAll: true,
  },
  { route: 'routes/_member.console.$tab', fields: of(null, sendConsole) },
  { route: screen('keys_.new'), fields: of(newKeyForm, { once: fc.uuid() }) },
  { route: screen('console'), fields: of(null, sendConsole) },
  { route: screen('otp'), fields: of(null, sendConsole) },
  {
    route: screen('keys'),
    fields: fc.oneof(
      of(editKeyForm, { key: fc.constant('«own.spareKey»'), ...intent('edit') }),
      of(null, { key: fc.constant('«own.spareKey»'), ...intent('delete') }),
      of(null, { key: fc.constant('«own.spareKey»'), ...intent('reveal') }),
      of(confirmForm, { key: fc.constant('«own.spareKey»'), ...intent('turn-on') }),
    ),
  },
  { route: screen('explorer'), fields: of(null, explorer) },
  {
    route: screen('account'),
    file: 'picture',
    fields: fc.oneof(
      { weight: 4, arbitrary: of(profileForm, intent('profile')) },
      { weight: 1, arbitrary: of(changePasswordForm, intent('password')) },
      { weight: 1, arbitrary: of(null, intent('resend-email-change')) },
      { weight: 1, arbitrary: of(null, intent('cancel-email-change')) },
      { weight: 1, arbitrary: of(null, intent('remove-picture')) },
      {
        weight: 1,
        arbitrary: of(null, { session: fc.constant('«own.sessionId»'), ...intent('sign-out') }),
      },
      { weight: 1, arbitrary: of(null, intent('sign-out-everywhere')) },
    ),
  },
  {
    route: screen('settings'),
    fields: fc.oneof(
      { weight: 6, arbitrary: of(settingsForm) },
      { weight: 1, arbitrary: of(numberForm, intent('sms-number')) },
      { weight: 1, arbitrary: of(codeForm, intent('sms-code')) },
      { weight: 1, arbitrary: of(slackForm, intent('slack-connect')) },
      {
        weight: 1,
        arbitrary: of(null, {
          intent: fc.constantFrom('sms-again', 'slack-test', 'sms-remove', 'slack-remove'),
        }),
      },
    ),
  },
  {
    route: screen('senders'),
    file: 'evidence',
    fields: fc.oneof(
      of(modeForm, intent('mode')),
      of(evidenceForm.pick({ header: true }), { header, ...intent('evidence') }),
      of(null, { header, status: statuses, ...intent('header') }),
      of(null, { entity_id: dltId, status: statuses, ...intent('entity') }),
    ),
  },
  { route: screen('senders_.entities_.new'), fields: of(entityForm, { entity_id: dltId }) },
  {
    route: screen('senders_.headers_.new'),
    file: 'evidence',
    fields: of(headerForm, { entity_id: dltId, header }),
  },
  { route: screen('senders_.templates_.new'), fields: of(templateForm, template) },
  {
    route: screen('senders_.templates_.$templateId'),
    fields: fc.oneof(
      of(templateChangesForm, intent('edit')),
      of(null, { status: statuses, ...intent('status') }),
      of(checkForm, intent('check')),
    ),
  },
  {
    route: screen('senders_.links'),
    fields: fc.oneof(
      of(linkForm, intent('link')),
      of(linkForm, intent('remove-link')),
      of(chainForm, { entity_id: dltId, ...intent('chain') }),
      of(null, { entity_id: dltId, carrier: fc.constant('sandbox'), ...intent('remove-chain') }),
    ),
  },
  { route: screen('senders_.import'), file: 'file', fields: of(uploadForm.omit({ file: true })) },
  {
    route: screen('senders_.import_.$importId'),
    fields: fc.oneof(of(optionsForm, intent('options')), of(null, intent('confirm'))),
  },
  { route: screen('senders_.check'), fields: of(checkForm) },
  { route: 'routes/_member.dlt-check', fields: of(checkForm) },
  {
    route: dashboard,
    fields: of(null, { key: fc.constant('«own.spareKey»'), ...intent('reveal') }),
  },
  {
    route: 'routes/_member.api-key-secret',
    fields: of(null, { key: fc.constantFrom('«own.spareKey»', '«own.keyId»', '') }),
  },
  { route: 'routes/_member.explorer-call', fields: of(null, explorer) },
  {
    route: 'routes/sidebar',
    fields: of(null, { width: fc.constantFrom('narrow', 'wide'), to: hints.to ?? fc.constant('') }),
  },
  {
    route: 'routes/theme',
    fields: of(null, { theme: fc.constantFrom(...themes), to: hints.to ?? fc.constant('') }),
  },
  {
    route: 'routes/consent',
    fields: of(null, {
      consent: fc.constantFrom(...consentChoices),
      to: hints.to ?? fc.constant(''),
    }),
  },
  { route: 'routes/logout', fields: of(null) },
  { route: 'routes/send-confirmation', fields: of(null, { to: hints.to ?? fc.constant('') }) },
];
