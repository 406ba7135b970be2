import fc from 'fast-check';
import { confirmForm } from '#app/dashboard/confirm/contract.ts';
import { modes } from '#app/dashboard/mode/modes.ts';
import { accessForm, editKeyForm, newKeyForm, rollForm } from '#app/keys/key-forms.ts';
import { consentChoices, themes } from '#app/preferences/preferences.ts';
import { profileForm } from '#app/routes/_member.dashboard_.account/profile.tsx';
import {
  suppressForm,
  uploadForm as suppressionsForm,
} from '#app/routes/_member.dashboard_.messages_.suppressions/add-numbers.tsx';
import { cancelForm, refundForm } from '#app/routes/_site.CancellationsRefunds/refund-form.tsx';
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
import {
  endpointForm,
  recoverForm,
  rotateForm,
  testForm,
  toEndpointFields,
} from '#app/webhooks/forms.ts';
import { verifyPaymentInput } from '#domain/billing/payments/contract.browser.ts';
import {
  changePasswordForm,
  deletionForm,
  forgotPasswordInput,
  logInForm,
  registerForm,
  resetPasswordInput,
} from '#domain/identity/accounts/contract.browser.ts';
import { settingsForm } from '#domain/identity/settings/contract.browser.ts';
import {
  codeForm,
  numberForm,
  slackForm,
} from '#domain/messaging/notification-channels/forms.browser.ts';
import { eraseInput } from '#domain/messaging/privacy/contract.ts';
import { dashboard, type Form, hints, intent, of, screen } from './form-fields.ts';
import { hints as common } from './hints.ts';

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

/** The forms of senders, templates, links, imports and the checker. */
const senderForms: Form[] = [
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
  { route: 'routes/dlt-check', fields: of(checkForm) },
];

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
const webhookForms: Form[] = [
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

/** Every form of the site. tests/long/fuzz.test.ts fails if an action is missing. */
export const forms: Form[] = [
  { route: 'routes/_auth.login', query: '?to=%2Fdashboard', fields: of(logInForm) },
  { route: 'routes/_auth.register', fields: of(registerForm) },
  { route: 'routes/_site.forget-password', fields: of(forgotPasswordInput) },
  { route: 'routes/_site.reset-password.$token', fields: of(resetPasswordInput) },
  { route: 'routes/_site.confirm-email.$token', fields: of(null) },
  { route: 'routes/_site.undo-email-change.$token', fields: of(null) },
  { route: 'routes/_site.undo-account-deletion.$token', fields: of(null) },
  { route: 'routes/_site.account-deletion', fields: of(null) },
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
  {
    route: 'routes/mode',
    fields: of(null, { mode: fc.constantFrom(...modes), to: hints.to ?? fc.constant('') }),
  },
  { route: 'routes/console.$tab', fields: of(null, sendConsole) },
  { route: screen('keys_.new'), fields: of(newKeyForm, { once: fc.uuid() }) },
  { route: screen('console'), fields: of(null, sendConsole) },
  { route: screen('otp'), fields: of(null, sendConsole) },
  {
    route: screen('keys'),
    fields: fc.oneof(
      of(editKeyForm, { key: fc.constant('«own.spareKey»'), ...intent('edit') }),
      of(accessForm, { key: fc.constant('«own.spareKey»'), ...intent('access') }),
      of(rollForm, { key: fc.constant('«own.spareKey»'), ...intent('roll') }),
      of(null, { key: fc.constant('«own.spareKey»'), ...intent('delete') }),
      of(null, { key: fc.constant('«own.spareKey»'), ...intent('reveal') }),
      of(confirmForm, { key: fc.constant('«own.spareKey»'), ...intent('turn-on') }),
    ),
  },
  { route: screen('explorer'), fields: of(null, explorer) },
  {
    route: screen('account_.export'),
    fields: fc.oneof(of(null, intent('start')), of(null, intent('download'))),
  },
  // Without the right password: the other forms need the account.
  { route: screen('account_.delete'), fields: of(deletionForm.omit({ password: true })) },
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
  ...senderForms,
  ...webhookForms,
  { route: screen('messages_.privacy'), fields: of(eraseInput, intent('erase')) },
  {
    route: screen('messages_.suppressions'),
    file: 'file',
    fields: fc.oneof(
      of(suppressForm, intent('suppress')),
      of(suppressForm, intent('remove')),
      of(suppressionsForm.omit({ file: true }), intent('upload')),
    ),
  },
  {
    route: dashboard,
    fields: fc.oneof(
      of(null, { key: fc.constant('«own.spareKey»'), ...intent('reveal') }),
      of(null, { idempotencyKey: sendConsole.idempotencyKey, ...intent('send-test') }),
      of(null, intent('fill-in-key')),
      of(null, intent('hide-first-steps')),
    ),
  },
  {
    route: 'routes/api-key-secret',
    fields: of(null, { key: fc.constantFrom('«own.spareKey»', '«own.keyId»', '') }),
  },
  { route: 'routes/explorer-call', fields: of(null, explorer) },
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
