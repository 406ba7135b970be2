import fc from 'fast-check';
import { confirmForm } from '#app/dashboard/confirm/contract.ts';
import { modes } from '#app/dashboard/mode/modes.ts';
import { accessForm, editKeyForm, newKeyForm, rollForm } from '#app/keys/key-forms.ts';
import { consentChoices, themes } from '#app/preferences/preferences.ts';
import { profileForm } from '#app/routes/_member._frame.dashboard_.account/profile.tsx';
import {
  suppressForm,
  uploadForm,
} from '#app/routes/_member._frame.dashboard_.messages_.suppressions/forms.ts';
import { cancelForm, refundForm } from '#app/routes/_site.CancellationsRefunds/forms.ts';
import { orderForm } from '#app/routes/_site.payment/contract.ts';
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
import { senderForms } from './sender-forms.ts';
import { webhookForms } from './webhook-forms.ts';

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
    route: 'routes/_member.mode',
    fields: of(null, { mode: fc.constantFrom(...modes), to: hints.to ?? fc.constant('') }),
  },
  { route: 'routes/_member.console.$tab', fields: of(null, sendConsole) },
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
      of(uploadForm.omit({ file: true }), intent('upload')),
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
