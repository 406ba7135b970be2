import fc from 'fast-check';
import { z } from 'zod';
import { confirmForm } from '#app/dashboard/confirm/confirm-sign-in.tsx';
import { modes } from '#app/dashboard/mode.tsx';
import * as hooks from '#app/hooks/forms.ts';
import * as keyForms from '#app/keys/key-forms.ts';
import { removeRouteForm, testMessageForm } from '#app/operator/act-forms.tsx';
import * as carriers from '#app/operator/carrier-forms.tsx';
import * as services from '#app/otp-services/forms.ts';
import { paths } from '#app/paths.ts';
import { consentChoices, themes } from '#app/preferences/preferences.ts';
import { profileForm } from '#app/routes/_member.dashboard_.account/profile.tsx';
import * as suppressions from '#app/routes/_member.dashboard_.messages_.suppressions/add-numbers.tsx';
import { cancelForm, refundForm } from '#app/routes/_site.CancellationsRefunds/refund-form.tsx';
import { orderForm } from '#app/routes/_site.payment/pay-form.tsx';
import * as senders from '#app/senders/forms.ts';
import { optionsForm, uploadForm } from '#app/senders/import-forms.ts';
import * as webhooks from '#app/webhooks/forms.ts';
import { verifyPaymentInput } from '#domain/billing/payments/contract.browser.ts';
import * as accounts from '#domain/identity/accounts/contract.browser.ts';
import * as factors from '#domain/identity/factors/contract.browser.ts';
import { settingsForm } from '#domain/identity/settings/contract.browser.ts';
import * as channels from '#domain/messaging/notification-channels/forms.browser.ts';
import { eraseInput } from '#domain/messaging/privacy/request-erasure.ts';
import { amountsForm, planForm, reasonForm } from '#domain/messaging/support/contract.browser.ts';
import { suspensionInput } from '#domain/messaging/suspensions/contract.browser.ts';
import { fitting, type JsonSchema, weighted } from './generators.ts';
import { hints } from './hints.ts';

/** Generators of a form's valid fields, by name. */
type Fields = fc.Arbitrary<Record<string, unknown>>;

const { key, recipient, message, otp, from } = hints;
const to = fc.constantFrom(
  ...['/dashboard', paths.dashboard('settings'), '//evil.example', '/\\evil.example'],
  ...['https://evil.example', '/\t/evil.example'],
);

const days = fc.constantFrom(
  ...['', '2027-03-31', '2030-12-31', '9999-12-31', '0000-01-01', '0001-01-01', '2026-02-29'],
);

const formHints = {
  ...hints,
  expiresOn: days,
  remember: fc.constantFrom('on', ''),
  isActive: fc.constantFrom('on', 'on', 'on', ''),
  // Values that lock the sender out are rare, because no later request would succeed.
  ipFiltering: fc.constantFrom('', '', '', '', '', '', '', 'on'),
  allowedAddresses: fc.constantFrom(
    ...['', '127.0.0.1', '0.0.0.0/0\n::/0', '10.0.0.0/8, 2001:db8::/32'],
  ),
  to,
};

/** Generates the fields of a schema and those in `beside`. A string in `beside` is a constant value. */
function of(
  schema: z.ZodType | null,
  beside: Record<string, string | fc.Arbitrary<unknown>> = {},
): Fields {
  const shape: JsonSchema = schema
    ? z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
    : {};
  const { picture: _picture, evidence: _evidence, ...properties } = shape.properties ?? {};
  const own = fitting({ ...shape, type: 'object', properties }, formHints) as Fields;
  const others = Object.entries(beside).map(([name, value]) => [
    name,
    typeof value === 'string' ? fc.constant(value) : value,
  ]);
  return fc
    .tuple(own, fc.record(Object.fromEntries(others)))
    .map(([fields, more]) => ({ ...fields, ...more }));
}

/** The fields of a form that has only a button. */
const button = (intent: string) => of(null, { intent });

const spareKey = '«own.spareKey»';

/** Further settings of a carrier, as JSON. */
const moreSettings = fc.constantFrom(
  ...['', '{}', '[]', '{', '{"longText":"sar"}', '{"binds":[{"mode":"receiver"}]}', '{"host":"x"}'],
);

/** Times of a scheduled message, as a person types them. */
const sendAt = fc.constantFrom('', '', '2026-12-24T10:00', '2020-01-01T00:00', '9999-99-99T99:99');

const sendConsole = {
  sendAt,
  key,
  country: fc.constantFrom('+91', '+91', '+91', '+1'),
  phone: recipient,
  message,
  otp,
  stage: fc.constantFrom('send', 'verify'),
  intent: fc.constantFrom('send', 'verify'),
  idempotencyKey: fc.oneof(fc.uuid(), fc.constant('again')),
};

const service = {
  text: fc.constantFrom('Your code is {code}. - {name}', '{code}', '{#var#}', 'न'.repeat(500)),
  length: fc.constantFrom('4', '6', '10', '3', '1e1'),
  letters: fc.constantFrom('true', 'false'),
  ttl_seconds: fc.constantFrom('300', '60', '0', '9'.repeat(10)),
  max_attempts: fc.constantFrom('1', '5', '0'),
  resend: fc.constantFrom('same', 'new'),
};

const testNumber = {
  code: fc.constantFrom('123456', '1', 'ABCDEFGH'),
  ends_on: days,
  intent: 'add-test-number',
};

/** The fields of a call in the explorer. Fields of the request begin with the part that they belong to, such as `path.id`. */
const explorer = {
  operation: fc.constantFrom(
    ...['sendMessage', 'listMessages', 'getMessage', 'sendBatch', 'sendOtp', 'verifyOtp'],
    ...['getBalance', 'logIn'],
  ),
  key,
  once: fc.uuid(),
  'path.id': '«own.messageId»',
  'body.recipient': recipient,
  'body.message': message,
  'body.messages': fc.constantFrom(
    ...['[{"recipient":"9876543210","message":"a"},7]', '[', '[[[[]]]]', '{}'],
  ),
  'query.limit': fc.constantFrom('10', '1e3', '-1', ''),
  'query.from': from,
  'header.Idempotency-Key': fc.oneof(fc.uuid(), fc.constant('é\r\nx: y'), fc.constant('')),
};

const channelButtons = ['sms-again', 'slack-test', 'sms-remove', 'slack-remove'];

const dltId = fc.constantFrom('1101172974420810001', '1107160000000000001', '1.10716E+18');
const entity = { entity_id: dltId };
const header = fc.constantFrom('ACMEIN', 'acmein', 'HDFCBK', 'VM-ACMEIN-S');
const status = fc.constantFrom('active', 'inactive', 'approved');
const template = {
  ...{ ...entity, template_id: dltId },
  headers: fc.constantFrom('', 'ACMEIN', 'ACMEIN, acmein', ','.repeat(2_000)),
  body: fc.constantFrom('Your code is {#numeric#}.', '{#var#}'.repeat(60), '{#', '<b>\u202e'),
  slots: fc.constantFrom('', 'numeric 6', 'var,'.repeat(60)),
};

const hook = {
  sender: header,
  templateId: dltId,
  variables: fc.constantFrom('', '{code}', '{a.b.0}\r\n\r\n{__proto__}', '{}\n'.repeat(60)),
  recipients: fc.constantFrom('', '9812345678\r\n098123 45679', '12345', '\n'.repeat(900)),
};

const endpoint = {
  url: fc.constantFrom(
    ...['https://hooks.example/dakiya', 'https://2130706433/', 'https://[64:ff9b::7f00:1]/'],
    ...['https://user:password@hooks.example/', 'javascript:alert(1)'],
    ...['https://hooks.example/\u202e'],
  ),
  apiIds: fc.constantFrom('', '«own.keyId»', 'dk_a, dk_b\ndk_c', 'sk_secret', ','.repeat(4_000)),
  perSecond: fc.constantFrom('', '50', '0', '1e3', '９'),
};

const { shown } = webhooks.toEndpointFields({
  ...{ url: 'https://hooks.example/dakiya', types: [], apiIds: [], description: null },
  ...{ includesText: true, maxPerSecond: null, enabled: true },
});

/** The ids of the dashboard's routes begin with this text. */
const dashboard = 'routes/_member.dashboard';

/** The fields of every form of the site, by the route with its action. A test fails if an action is missing. */
const fields: Record<string, Fields> = {
  'routes/_auth.login': of(accounts.logInForm),
  'routes/_auth.login_.factor': of(factors.factorForm),
  'routes/_auth.register': of(accounts.registerForm),
  'routes/passkey-options': of(null),
  'routes/_member.dashboard_.settings_.factors': fc.oneof(
    ...['set-up-app', 'remove-app', 'start-passkey', 'stop-reset', 'new-recovery-codes'].map(
      button,
    ),
    of(factors.trustedDeviceForm, { intent: fc.constantFrom('forget-device', 'forget-devices') }),
    of(factors.confirmTotpForm, { intent: 'confirm-app' }),
    of(factors.addPasskeyForm, { intent: 'add-passkey' }),
    of(factors.renamePasskeyForm, { intent: fc.constantFrom('rename-passkey', 'delete-passkey') }),
  ),
  'routes/_site.forget-password': of(accounts.forgotPasswordInput),
  'routes/_site.reset-password.$token': of(accounts.resetPasswordInput),
  'routes/_site.confirm-email.$token': of(null),
  'routes/_site.undo-email-change.$token': of(null),
  'routes/_site.undo-account-deletion.$token': of(null),
  'routes/_site.account-deletion': of(null),
  'routes/_site.auth.callback': of(null, { token: 'A'.repeat(43) }),
  'routes/_site.CancellationsRefunds': fc.oneof(
    of(refundForm, { intent: 'refund' }),
    of(cancelForm, { intent: 'cancel' }),
    button('keep'),
  ),
  'routes/_site.payment': fc.oneof(
    of(orderForm, { amount: fc.constantFrom('199', '999', '1e400', '-1'), intent: 'order' }),
    of(verifyPaymentInput, { order: '«own.orderId»', intent: 'verify' }),
  ),
  'routes/payment-callback': fc.oneof(
    of(verifyPaymentInput),
    of(null, { 'error[code]': 'BAD_REQUEST_ERROR' }),
  ),
  'routes/operator.carriers': fc.oneof(
    of(carriers.newCarrierForm, { intent: 'add', more: moreSettings }),
    of(carriers.routeForm, { intent: 'set-route' }),
    of(removeRouteForm, { intent: 'remove-route' }),
  ),
  'routes/operator.carriers_.$name': fc.oneof(
    of(reasonForm, { intent: fc.constantFrom('pause', 'resume', 'remove') }),
    of(carriers.carrierForm, { intent: 'change', more: moreSettings }),
    of(testMessageForm, { intent: 'test-message' }),
    button('test-binds'),
  ),
  'routes/operator.accounts.$userId': fc.oneof(
    of(suspensionInput, { intent: 'suspend' }),
    of(amountsForm, { intent: fc.constantFrom('credit', 'lower') }),
    of(planForm, { intent: 'plan' }),
    of(reasonForm, { intent: fc.constantFrom('resume', 'sign-out', 'reset-factors', 'texts') }),
  ),
  'routes/mode': of(null, { mode: fc.constantFrom(...modes), to }),
  'routes/console.$tab': of(null, sendConsole),
  [`${dashboard}_.keys_.new`]: of(keyForms.newKeyForm, { once: fc.uuid() }),
  [`${dashboard}_.console`]: of(null, sendConsole),
  [`${dashboard}_.otp`]: of(null, sendConsole),
  [`${dashboard}_.otp_.services_.new`]: of(services.serviceForm, service),
  [`${dashboard}_.otp_.services_.$serviceId_.edit`]: fc.oneof(
    of(services.serviceForm, { ...service, intent: 'save' }),
    of(services.testNumberForm, testNumber),
    of(null, { recipient, intent: 'remove-test-number' }),
    button('delete'),
  ),
  [`${dashboard}_.keys_.pair`]: of(keyForms.newKeyForm, {
    intent: fc.constantFrom('approve', 'deny'),
  }),
  [`${dashboard}_.keys`]: of(null, { key: spareKey, intent: 'delete' }),
  [`${dashboard}_.keys_.$keyId`]: fc.oneof(
    of(keyForms.editKeyForm, { key: spareKey, intent: 'edit' }),
    of(keyForms.accessForm, { key: spareKey, intent: 'access' }),
    of(keyForms.rollForm, { key: spareKey, intent: 'roll' }),
    of(null, { key: spareKey, intent: 'delete' }),
    of(null, { key: spareKey, intent: 'reveal' }),
    of(confirmForm, { key: spareKey, intent: 'turn-on' }),
  ),
  [`${dashboard}_.explorer`]: of(null, explorer),
  [`${dashboard}_.account_.export`]: fc.oneof(button('start'), button('download')),
  // The password is wrong or missing, because the account must not be deleted: the other forms need it.
  [`${dashboard}_.account_.delete`]: of(accounts.deletionForm.omit({ password: true })),
  [`${dashboard}_.account`]: weighted(
    [4, of(profileForm, { intent: 'profile' })],
    [1, of(accounts.changePasswordForm, { intent: 'password' })],
    [1, button('resend-email-change')],
    [1, button('cancel-email-change')],
    [1, button('remove-picture')],
    [1, of(null, { session: '«own.sessionId»', intent: 'sign-out' })],
    [1, button('sign-out-everywhere')],
  ),
  [`${dashboard}_.settings`]: weighted(
    [6, of(settingsForm)],
    [1, of(channels.numberForm, { intent: 'sms-number' })],
    [1, of(channels.codeForm, { intent: 'sms-code' })],
    [1, of(channels.slackForm, { intent: 'slack-connect' })],
    [1, of(null, { intent: fc.constantFrom(...channelButtons) })],
  ),
  [`${dashboard}_.senders`]: fc.oneof(
    of(senders.modeForm, { intent: 'mode' }),
    of(senders.evidenceForm.pick({ header: true }), { header, intent: 'evidence' }),
    of(null, { header, status, intent: 'header' }),
    of(null, { ...entity, status, intent: 'entity' }),
  ),
  [`${dashboard}_.senders_.entities_.new`]: of(senders.entityForm, entity),
  [`${dashboard}_.senders_.headers_.new`]: of(senders.headerForm, { ...entity, header }),
  [`${dashboard}_.senders_.templates_.new`]: of(senders.templateForm, template),
  [`${dashboard}_.senders_.templates_.$templateId`]: fc.oneof(
    of(senders.templateChangesForm, { intent: 'edit' }),
    of(null, { status, intent: 'status' }),
    of(senders.checkForm, { intent: 'check' }),
  ),
  [`${dashboard}_.senders_.links`]: fc.oneof(
    of(senders.linkForm, { intent: 'link' }),
    of(senders.linkForm, { intent: 'remove-link' }),
    of(senders.chainForm, { ...entity, intent: 'chain' }),
    of(null, { ...entity, carrier: 'sandbox', intent: 'remove-chain' }),
  ),
  [`${dashboard}_.senders_.import`]: of(uploadForm.omit({ file: true })),
  [`${dashboard}_.senders_.import_.$importId`]: fc.oneof(
    of(optionsForm, { intent: 'options' }),
    button('confirm'),
  ),
  [`${dashboard}_.senders_.check`]: of(senders.checkForm),
  'routes/dlt-check': of(senders.checkForm),
  [`${dashboard}_.hooks_.new`]: of(hooks.hookForm, { ...hook, once: fc.uuid(), intent: 'save' }),
  [`${dashboard}_.hooks_.$hookId`]: fc.oneof(
    of(hooks.secretForm, { intent: 'rotate' }),
    of(null, { intent: fc.constantFrom('turn-on', 'turn-off') }),
  ),
  [`${dashboard}_.hooks_.$hookId_.edit`]: fc.oneof(
    of(hooks.hookForm, { ...hook, intent: 'save' }),
    button('delete'),
  ),
  [`${dashboard}_.webhooks_.new`]: of(webhooks.endpointForm, {
    ...endpoint,
    once: fc.uuid(),
    intent: 'save',
  }),
  [`${dashboard}_.webhooks_.$endpointId`]: fc.oneof(
    button('reveal'),
    of(webhooks.rotateForm, { intent: 'rotate' }),
    button('turn-on'),
    of(webhooks.testForm, { intent: 'test' }),
    of(webhooks.recoverForm, { intent: 'recover' }),
  ),
  [`${dashboard}_.webhooks_.$endpointId_.edit`]: fc.oneof(
    of(webhooks.endpointForm, {
      ...endpoint,
      shown: fc.constantFrom(shown, shown, '', '{}', '{', 'null'),
      intent: 'save',
    }),
    button('delete'),
  ),
  [`${dashboard}_.webhooks_.events_.$eventId`]: button('replay'),
  [`${dashboard}_.webhooks_.listen`]: fc.oneof(
    button('start'),
    button('stop'),
    of(webhooks.testForm, { intent: 'test' }),
  ),
  [`${dashboard}_.messages_.privacy`]: of(eraseInput, { intent: 'erase' }),
  [`${dashboard}_.messages_.scheduled`]: fc.oneof(
    of(null, { intent: 'cancel', id: '«own.messageId»' }),
    of(null, { intent: 'move', id: '«own.messageId»', send_at: sendAt }),
  ),
  [`${dashboard}_.messages_.suppressions`]: fc.oneof(
    of(suppressions.suppressForm, { intent: 'suppress' }),
    of(suppressions.suppressForm, { intent: 'remove' }),
    of(suppressions.uploadForm.omit({ file: true }), { intent: 'upload' }),
  ),
  [dashboard]: fc.oneof(
    of(null, { key: spareKey, intent: 'reveal' }),
    of(null, { idempotencyKey: sendConsole.idempotencyKey, intent: 'send-test' }),
    button('fill-in-key'),
    button('hide-first-steps'),
  ),
  'routes/api-key-secret': of(null, { key: fc.constantFrom(spareKey, '«own.keyId»', '') }),
  'routes/explorer-call': of(null, explorer),
  'routes/sidebar': of(null, { width: fc.constantFrom('narrow', 'wide'), to }),
  'routes/theme': of(null, { theme: fc.constantFrom(...themes), to }),
  'routes/consent': of(null, { consent: fc.constantFrom(...consentChoices), to }),
  'routes/logout': of(null),
  'routes/announcement': of(null, { id: fc.constantFrom('ann_0', ''), to }),
  // The accounts of the fuzzer may not use these pages, and no response may show them that the pages exist.
  'routes/operator.announcements': button('announcement.create'),
  'routes/operator.announcements_.$announcementId': button('announcement.update'),
  'routes/operator.announcements_.incidents': button('incident.create'),
  'routes/operator.announcements_.incidents_.$incidentId': button('incident.update'),
  'routes/operator.money': button('order.refund'),
  'routes/operator.money_.plans_.$planId': button('plan.replace'),
  'routes/operator.senders': button('header.approve'),
  'routes/operator.senders_.complaints': button('complaint.create'),
  'routes/operator.senders_.complaints_.$complaintId': button('complaint.decide'),
  'routes/send-confirmation': of(null, { to }),
};

type Details = {
  /** The query of the form's URL, if it has one. The route gives the rest of the URL. */
  query?: string;
  /** The name of a field for a file. */
  file?: string;
  /** Whether other sites may submit the form. */
  openToAll?: boolean;
};

const details: Record<string, Details> = {
  'routes/_auth.login': { query: '?to=%2Fdashboard' },
  'routes/_site.payment': { query: '?plan=«plan.basic»' },
  'routes/payment-callback': { query: '?order=«own.orderId»&plan=«plan.basic»', openToAll: true },
  [`${dashboard}_.account`]: { file: 'picture' },
  [`${dashboard}_.messages_.suppressions`]: { file: 'file' },
  [`${dashboard}_.senders`]: { file: 'evidence' },
  [`${dashboard}_.senders_.headers_.new`]: { file: 'evidence' },
  [`${dashboard}_.senders_.import`]: { file: 'file' },
};

export type Form = Details & { route: string; fields: Fields };

/** Every form of the site. */
export const forms = Object.entries(fields).map(
  ([route, generators]): Form => ({ route, fields: generators, ...details[route] }),
);
