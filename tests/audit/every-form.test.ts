import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type AuditAction, auditActions } from '#domain/audit/actions.browser.ts';

/** What a form or command records, or why it records nothing. */
type Expected = AuditAction[] | string;

const sends = 'sends and codes are in their own logs';
const preference = 'only a preference of this browser';

/** What each form records, by route. The API's endpoints are in `tests/api/endpoint-matrix.test.ts`, which runs them all. */
const forms: Record<string, Expected> = {
  '_auth.login': ['session.create'],
  '_auth.login_.factor': [
    ...(['session.create', 'factor.recovery_code_used', 'factor.codes_guessed'] as const),
    'factor.device_trusted',
  ],
  '_auth.register': ['account.create', 'session.create'],
  '_member.dashboard': 'hides the first steps of Home',
  '_member.dashboard_.account': [
    ...(['account.update', 'email.change_request', 'email.change_cancel'] as const),
    ...(['password.change', 'session.end'] as const),
  ],
  '_member.dashboard_.account_.delete': ['account.close'],
  '_member.dashboard_.account_.export': ['export.create', 'export.download'],
  '_member.dashboard_.console': sends,
  '_member.dashboard_.explorer': 'calls an endpoint, which records',
  '_member.dashboard_.hooks_.$hookId': ['hook.update', 'hook.roll', 'hook.delete'],
  '_member.dashboard_.hooks_.$hookId_.edit': ['hook.update'],
  '_member.dashboard_.hooks_.new': ['hook.create'],
  '_member.dashboard_.keys': ['key.delete'],
  '_member.dashboard_.keys_.$keyId': ['key.update', 'key.roll', 'key.delete', 'key.reveal'],
  '_member.dashboard_.keys_.new': ['key.create'],
  '_member.dashboard_.keys_.pair': ['key.create'],
  '_member.dashboard_.messages_.privacy': ['erasure.create'],
  '_member.dashboard_.messages_.scheduled': ['message.cancel', 'message.reschedule'],
  '_member.dashboard_.messages_.suppressions': ['suppression.create', 'suppression.delete'],
  '_member.dashboard_.otp': sends,
  '_member.dashboard_.otp_.services_.$serviceId_.edit': [
    'otp_service.update',
    'otp_service.delete',
  ],
  '_member.dashboard_.otp_.services_.new': ['otp_service.create'],
  '_member.dashboard_.senders': [
    ...(['settings.update', 'header.update', 'header.evidence'] as const),
    ...(['header.delete', 'entity.update', 'entity.delete'] as const),
  ],
  '_member.dashboard_.senders_.check': 'checks a text and changes nothing',
  '_member.dashboard_.senders_.entities_.new': ['entity.update'],
  '_member.dashboard_.senders_.headers_.new': ['header.create', 'header.evidence'],
  '_member.dashboard_.senders_.import': ['dlt_import.create'],
  '_member.dashboard_.senders_.import_.$importId': ['dlt_import.create'],
  '_member.dashboard_.senders_.links': [
    ...(['link.create', 'link.delete', 'chain.update', 'chain.delete'] as const),
  ],
  '_member.dashboard_.senders_.templates_.$templateId': ['template.update', 'template.delete'],
  '_member.dashboard_.senders_.templates_.new': ['template.create'],
  '_member.dashboard_.settings': ['settings.update', 'channel.connect', 'channel.remove'],
  '_member.dashboard_.settings_.factors': [
    ...(['factor.totp_on', 'factor.totp_off', 'factor.recovery_codes_made'] as const),
    ...(['factor.passkey_added', 'factor.passkey_deleted', 'factor.reset_stopped'] as const),
    'factor.device_untrusted',
  ],
  '_member.dashboard_.webhooks_.$endpointId': [
    ...(['webhook.update', 'webhook.roll', 'webhook.reveal', 'webhook.delete'] as const),
  ],
  '_member.dashboard_.webhooks_.$endpointId_.edit': ['webhook.update'],
  '_member.dashboard_.webhooks_.events_.$eventId': 'attempts are listed with their event',
  '_member.dashboard_.webhooks_.listen': 'shows events on this page only',
  '_member.dashboard_.webhooks_.new': ['webhook.create'],
  '_site.CancellationsRefunds': ['plan.cancel', 'plan.keep', 'refund.request'],
  '_site.account-deletion': ['account.reopen'],
  '_site.auth.callback': ['session.create'],
  '_site.confirm-email.$token': ['email.confirm', 'email.change'],
  '_site.forget-password': 'the answer must not depend on whether the account exists',
  '_site.payment': ['order.create', 'order.pay'],
  '_site.reset-password.$token': ['password.reset'],
  '_site.undo-account-deletion.$token': ['account.reopen'],
  '_site.undo-email-change.$token': ['email.change_undo'],
  announcement: preference,
  'api-key-secret': ['key.reveal'],
  'api.$': 'answers unknown addresses of the API',
  'api.v1.$': 'the API',
  'api.v1.users.github': 'rejects other methods',
  'api.v1.users.github_.callback': 'rejects other methods',
  'api.v1.users.google': 'rejects other methods',
  'api.v1.users.google_.callback': 'rejects other methods',
  consent: preference,
  'console.$tab': sends,
  'dlt-check': 'checks a text and changes nothing',
  'explorer-call': 'calls an endpoint, which records',
  logout: ['session.end'],
  'operator.accounts.$userId': [
    ...(['account.suspend', 'account.resume', 'session.end', 'factor.reset_requested'] as const),
    ...(['account.lower', 'account.credit', 'plan.change', 'texts.view'] as const),
  ],
  'operator.announcements': ['announcement.create', 'announcement.end'],
  'operator.announcements_.$announcementId': ['announcement.update'],
  'operator.announcements_.incidents': [
    ...(['incident.create', 'component.override', 'component.restore'] as const),
  ],
  'operator.announcements_.incidents_.$incidentId': ['incident.update'],
  'operator.carriers': ['carrier.create', 'route.update'],
  'operator.carriers_.$name': ['carrier.update', 'carrier.delete', 'carrier.test'],
  'operator.money': ['order.refund'],
  'operator.money_.plans_.$planId': ['plan.replace'],
  'operator.senders': ['header.approve', 'header.refuse'],
  'operator.senders_.complaints': ['complaint.create'],
  'operator.senders_.complaints_.$complaintId': ['complaint.decide'],
  'passkey-options': 'creates a challenge',
  mode: preference,
  'payment-callback': ['order.pay'],
  'send-confirmation': 'sends an email again',
  sidebar: preference,
  theme: preference,
};

const commands: Record<string, Expected> = {
  account: ['account.suspend', 'account.resume'],
  archive: ['archive.create'],
  audit: ['audit.reseal'],
  backup: 'reads the database, and the table of backups lists it',
  carrier: ['carrier.create', 'carrier.update', 'carrier.delete', 'route.update'],
  dlt: ['header.approve', 'header.refuse'],
  operator: ['operator.grant', 'operator.revoke'],
  refund: ['order.refund'],
  restore: 'replaces the trail itself by that of the backup',
  'rotate-keys': ['encryption_key.rotate'],
  status: 'writes a copy of a public page',
};

/** The TypeScript files below a folder. */
const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => `${folder}/${file}`);

const hasAction = /export (?:const|async function|function) action\b|export \{[^}]*\baction\b/;

test('each route with a form says what it records, or why it records nothing', () => {
  const routes = filesIn('app/routes')
    .filter((file) => hasAction.test(readFileSync(file, 'utf8')))
    .map((file) => file.replace(/^app\/routes\//, '').replace(/(?:\/route)?\.tsx?$/, ''));
  expect(routes.toSorted()).toEqual(Object.keys(forms).toSorted());
});

test('each operator command says what it records', () => {
  const names = filesIn('scripts/operator').map((file) => file.replace(/^.*\/|\.ts$/g, ''));
  expect(names.toSorted()).toEqual(Object.keys(commands).toSorted());
});

test('each action of the vocabulary is recorded somewhere, and each recorded action is in the vocabulary', () => {
  const sources = ['domain', 'app', 'scripts']
    .flatMap(filesIn)
    .filter((file) => !/\.test\.|actions\.browser/.test(file))
    .map((file) => readFileSync(file, 'utf8'));
  // The code of second factors names an action without the prefix `factor.`, because its emails use the name without
  // the prefix.
  const isRecorded = (action: string) =>
    sources.some((source) => source.includes(`'${action.replace(/^factor\./, '')}'`)) ||
    sources.some((source) => source.includes(`'${action}'`));
  const unused = Object.keys(auditActions).filter((action) => !isRecorded(action));
  expect(unused).toEqual([]);
  const expected = [...Object.values(forms), ...Object.values(commands)].flatMap((one) =>
    typeof one === 'string' ? [] : one,
  );
  expect(expected.filter((action) => !(action in auditActions))).toEqual([]);
});
