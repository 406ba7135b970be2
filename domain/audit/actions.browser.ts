/**
 * The actions of the audit trail: `noun.verb`. `title` is what screens show. `fields` lists the fields whose values before
 * and after a change are stored; all other fields are left out. A field must not contain a secret, a message text or a
 * recipient's number.
 *
 * Events are kept, so an action that is no longer recorded stays in this list.
 */
export const auditActions = {
  // The account and its owner.
  'account.create': { title: 'Account created', fields: ['provider'] },
  'account.update': { title: 'Profile changed', fields: ['name', 'hasAvatar'] },
  'account.close': { title: 'Account deletion requested', fields: ['dueAt'] },
  'account.reopen': { title: 'Account deletion undone', fields: [] },
  'account.purge': { title: 'Account deleted', fields: [] },
  'account.suspend': { title: 'Account suspended', fields: ['notice'] },
  'account.resume': { title: 'Account resumed', fields: [] },
  'account.credit': { title: 'Messages or API calls credited', fields: ['messages', 'apiCalls'] },
  'account.lower': { title: 'Limits of the month lowered', fields: ['messages', 'apiCalls'] },
  'texts.view': { title: 'Message texts seen by an operator', fields: ['count'] },
  'email.confirm': { title: 'Email address confirmed', fields: [] },
  'email.change_request': { title: 'Change of email address requested', fields: ['email'] },
  'email.change_cancel': { title: 'Change of email address cancelled', fields: [] },
  'email.change': { title: 'Email address changed', fields: ['email'] },
  'email.change_undo': { title: 'Change of email address undone', fields: ['email'] },
  'password.change': { title: 'Password changed', fields: [] },
  'password.reset': { title: 'Password reset', fields: [] },
  'password.confirm': { title: 'Password confirmed', fields: ['reason'] },
  'session.create': { title: 'Signed in', fields: ['factors', 'provider', 'reason'] },
  'session.end': { title: 'Signed out', fields: ['sessions'] },
  // Second factors.
  'factor.totp_on': { title: 'Authenticator app added', fields: [] },
  'factor.totp_off': { title: 'Authenticator app removed', fields: [] },
  'factor.recovery_codes_made': { title: 'Recovery codes created', fields: [] },
  'factor.recovery_code_used': { title: 'Recovery code used', fields: [] },
  'factor.passkey_added': { title: 'Passkey added', fields: [] },
  'factor.passkey_deleted': { title: 'Passkey deleted', fields: [] },
  'factor.passkey_counter': { title: 'Counter of a passkey went back', fields: [] },
  'factor.device_trusted': { title: 'Device trusted for 30 days', fields: [] },
  'factor.device_untrusted': { title: 'Trusted device removed', fields: [] },
  'factor.reset_requested': { title: 'Removal of second factors requested', fields: [] },
  'factor.reset_stopped': { title: 'Removal of second factors stopped', fields: [] },
  'factor.reset_done': { title: 'Second factors removed by support', fields: [] },
  'factor.codes_guessed': { title: 'Many wrong codes entered', fields: [] },
  'provider.link': { title: 'Sign-in with a provider added', fields: ['provider'] },
  // API keys.
  'key.create': {
    title: 'API key created',
    fields: ['name', 'livemode', 'scopes', 'expiresOn', 'addresses', 'templates', 'services'],
  },
  'key.update': {
    title: 'API key changed',
    fields: ['name', 'isActive', 'scopes', 'expiresOn', 'addresses', 'templates', 'services'],
  },
  'key.roll': { title: 'API key rolled', fields: ['overlapHours'] },
  'key.reveal': { title: 'API key shown', fields: [] },
  'key.delete': { title: 'API key deleted', fields: ['name'] },
  'key.report_leak': { title: 'API key reported as leaked', fields: [] },
  // Settings.
  'settings.update': {
    title: 'Settings changed',
    fields: [
      'rateLimiting',
      'errorLogging',
      'requestValidation',
      'ipFiltering',
      'allowedAddresses',
      'email',
      'sms',
      'slack',
      'criticalAlerts',
      'messageRetentionDays',
      'textRetentionDays',
      'dltMode',
    ],
  },
  'channel.connect': { title: 'Notification channel connected', fields: ['kind'] },
  'channel.remove': { title: 'Notification channel removed', fields: ['kind'] },
  // Senders and DLT.
  'entity.update': { title: 'DLT entity registered or changed', fields: ['name', 'status'] },
  'entity.delete': { title: 'DLT entity removed', fields: [] },
  'header.create': { title: 'Header registered', fields: ['entityId', 'category'] },
  'header.update': { title: 'Header changed', fields: ['status'] },
  'header.evidence': { title: 'Evidence of a header uploaded', fields: [] },
  'header.delete': { title: 'Header removed', fields: [] },
  'header.approve': { title: 'Header approved', fields: [] },
  'header.refuse': { title: 'Header declined', fields: [] },
  'template.create': { title: 'Template registered', fields: ['entityId', 'category'] },
  'template.update': { title: 'Template changed', fields: ['name', 'status', 'headers'] },
  'template.delete': { title: 'Template removed', fields: [] },
  'link.create': {
    title: 'Link, number or address for texts registered',
    fields: ['kind', 'value'],
  },
  'link.delete': { title: 'Link, number or address for texts removed', fields: ['kind', 'value'] },
  'chain.update': {
    title: 'Telemarketer chain registered',
    fields: ['telemarketers', 'isApproved'],
  },
  'chain.delete': { title: 'Telemarketer chain removed', fields: [] },
  'dlt_import.create': { title: 'DLT lists imported', fields: ['isDryRun'] },
  // Sending.
  'otp_service.create': {
    title: 'OTP service created',
    fields: ['name', 'sender', 'templateId', 'length', 'ttlSeconds', 'maxAttempts', 'resend'],
  },
  'otp_service.update': {
    title: 'OTP service changed',
    fields: [
      'name',
      'sender',
      'templateId',
      'length',
      'ttlSeconds',
      'maxAttempts',
      'resend',
      'testNumbers',
    ],
  },
  'otp_service.delete': { title: 'OTP service deleted', fields: ['name'] },
  'hook.create': {
    title: 'Hook created',
    fields: ['name', 'kind', 'livemode', 'sendAs', 'sender', 'templateId', 'serviceId'],
  },
  'hook.update': {
    title: 'Hook changed',
    fields: ['name', 'isActive', 'sendAs', 'sender', 'templateId', 'serviceId'],
  },
  'hook.roll': { title: 'Secret of a hook rolled', fields: ['revokeOld'] },
  'hook.delete': { title: 'Hook deleted', fields: ['name'] },
  'message.cancel': { title: 'Scheduled messages cancelled', fields: [] },
  'message.reschedule': { title: 'Scheduled messages moved', fields: ['sendAt'] },
  'suppression.create': { title: 'Numbers suppressed', fields: ['count'] },
  'suppression.delete': { title: 'Suppressions removed', fields: ['count'] },
  // Webhooks.
  'webhook.create': {
    title: 'Webhook endpoint created',
    fields: ['url', 'types', 'apiIds', 'includesText', 'enabled', 'livemode'],
  },
  'webhook.update': {
    title: 'Webhook endpoint changed',
    fields: ['url', 'types', 'apiIds', 'includesText', 'enabled'],
  },
  'webhook.roll': { title: 'Secret of a webhook endpoint rolled', fields: ['overlapHours'] },
  'webhook.reveal': { title: 'Secret of a webhook endpoint shown', fields: [] },
  'webhook.delete': { title: 'Webhook endpoint deleted', fields: ['url'] },
  // Data protection.
  'erasure.create': { title: 'Data of a number erased', fields: [] },
  'export.create': { title: 'Export of the account requested', fields: [] },
  'export.download': { title: 'Export of the account downloaded', fields: [] },
  'audit.export': { title: 'Audit trail downloaded', fields: ['action', 'actor', 'from', 'to'] },
  // Money.
  'order.create': { title: 'Payment begun', fields: ['plan', 'amountPaise'] },
  'order.pay': { title: 'Payment received', fields: ['plan', 'amountPaise'] },
  'order.refund': { title: 'Payment refunded', fields: ['amount', 'state'] },
  'refund.request': { title: 'Refund requested', fields: [] },
  'plan.change': { title: 'Plan changed', fields: ['plan'] },
  'plan.cancel': { title: 'Plan cancelled', fields: ['plan'] },
  'plan.keep': { title: 'Cancellation of the plan undone', fields: [] },
  // Actions of the installation's operator.
  'carrier.create': { title: 'Carrier added', fields: ['name', 'rate', 'window'] },
  'carrier.update': { title: 'Carrier changed', fields: ['name', 'rate', 'window', 'state'] },
  'carrier.test': { title: 'Test message sent over a carrier', fields: ['sender', 'outcome'] },
  'carrier.delete': { title: 'Carrier removed', fields: ['name'] },
  'route.update': { title: 'Routes changed', fields: ['name', 'priority', 'carriers'] },
  'refund.decline': { title: 'Refund declined', fields: [] },
  'plan.replace': {
    title: 'New version of a plan',
    fields: ['version', 'pricePaise', 'messageLimit', 'apiCallLimit'],
  },
  'announcement.create': {
    title: 'Announcement published',
    fields: ['text', 'level', 'audience', 'audienceIds', 'startsAt', 'endsAt'],
  },
  'announcement.update': {
    title: 'Announcement changed',
    fields: ['text', 'level', 'audience', 'audienceIds', 'startsAt', 'endsAt'],
  },
  'announcement.end': { title: 'Announcement ended', fields: [] },
  'incident.create': {
    title: 'Incident published',
    fields: ['title', 'impact', 'status', 'components', 'startsAt', 'endsAt'],
  },
  'incident.update': { title: 'Incident changed', fields: ['status'] },
  'component.override': { title: 'State of a component set', fields: ['state', 'hours'] },
  'component.restore': { title: 'State of a component measured again', fields: [] },
  'complaint.create': { title: 'Complaint recorded', fields: ['header', 'messageId'] },
  'complaint.decide': { title: 'Complaint decided', fields: ['outcome'] },
  'operator.grant': { title: 'Operator added', fields: ['role'] },
  'operator.revoke': { title: 'Operator removed', fields: ['role'] },
  'operator.refuse': { title: 'Operator page refused', fields: ['permission'] },
  'archive.create': { title: 'Month archived', fields: ['month'] },
  'encryption_key.rotate': { title: 'Encryption keys rotated', fields: [] },
  'audit.reseal': { title: 'Audit trail sealed again', fields: ['lastGood', 'root'] },
} as const satisfies Record<`${string}.${string}`, ActionDefinition>;

type ActionDefinition = { title: string; fields: readonly string[] };

export type AuditAction = keyof typeof auditActions;

/** The names of the fields that an action stores. */
export type AuditField<Action extends AuditAction> =
  (typeof auditActions)[Action]['fields'][number];

/** A value before or after a change. */
export type AuditValue = string | number | boolean | null | readonly string[];

/** Who acted. `system` is a recurring task or a job, `anonymous` a request without valid credentials. */
export type ActorKind = 'member' | 'key' | 'operator' | 'system' | 'anonymous';
