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
  'email.confirm': { title: 'Email address confirmed', fields: [] },
  'email.change_request': { title: 'Change of email address requested', fields: ['email'] },
  'email.change': { title: 'Email address changed', fields: ['email'] },
  'email.change_undo': { title: 'Change of email address undone', fields: ['email'] },
  'password.change': { title: 'Password changed', fields: [] },
  'password.reset_request': { title: 'Link to reset the password requested', fields: [] },
  'password.reset': { title: 'Password reset', fields: [] },
  'password.confirm': { title: 'Password confirmed', fields: ['reason'] },
  'session.create': { title: 'Signed in', fields: ['factors', 'provider', 'reason'] },
  'session.end': { title: 'Signed out', fields: ['sessions'] },
  'provider.link': { title: 'Sign-in with a provider added', fields: ['provider'] },
  // API keys.
  'key.create': {
    title: 'API key created',
    fields: ['name', 'livemode', 'scopes', 'expiresOn', 'addresses', 'senders', 'templates'],
  },
  'key.update': {
    title: 'API key changed',
    fields: ['name', 'isActive', 'scopes', 'expiresOn', 'addresses', 'senders', 'templates'],
  },
  'key.roll': { title: 'API key rolled', fields: ['overlapHours'] },
  'key.delete': { title: 'API key deleted', fields: ['name'] },
  'key.report_leak': { title: 'API key reported as leaked', fields: [] },
  'key.pair': { title: 'Command line paired', fields: ['name', 'livemode'] },
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
      'dltMode',
    ],
  },
  'channel.update': { title: 'Notification channel changed', fields: ['kind', 'isActive'] },
  // Senders and DLT.
  'entity.update': { title: 'DLT entity changed', fields: ['entityId', 'name'] },
  'header.create': { title: 'Header added', fields: ['name', 'headerId', 'kind'] },
  'header.update': { title: 'Header changed', fields: ['name', 'headerId', 'kind', 'state'] },
  'header.delete': { title: 'Header deleted', fields: ['name'] },
  'header.approve': { title: 'Header approved', fields: ['state'] },
  'header.refuse': { title: 'Header refused', fields: ['state'] },
  'template.create': { title: 'Template added', fields: ['templateId', 'name', 'category'] },
  'template.update': { title: 'Template changed', fields: ['templateId', 'name', 'category'] },
  'template.delete': { title: 'Template deleted', fields: ['templateId', 'name'] },
  'link.update': { title: 'Links and numbers for texts changed', fields: ['value'] },
  'chain.update': { title: 'Telemarketer chain changed', fields: ['telemarketers'] },
  'dlt_import.create': { title: 'DLT lists imported', fields: ['rows', 'kind'] },
  // Sending.
  'otp_service.create': { title: 'OTP service created', fields: ['name', 'codeLength'] },
  'otp_service.update': { title: 'OTP service changed', fields: ['name', 'codeLength'] },
  'otp_service.delete': { title: 'OTP service deleted', fields: ['name'] },
  'hook.create': { title: 'Hook created', fields: ['name', 'kind', 'livemode'] },
  'hook.update': { title: 'Hook changed', fields: ['name', 'isActive'] },
  'hook.roll': { title: 'Secret of a hook rolled', fields: [] },
  'hook.delete': { title: 'Hook deleted', fields: ['name'] },
  'message.cancel': { title: 'Scheduled messages cancelled', fields: ['count'] },
  'message.reschedule': { title: 'Scheduled messages moved', fields: ['count', 'sendAt'] },
  'suppression.create': { title: 'Numbers suppressed', fields: ['count'] },
  'suppression.delete': { title: 'Suppressions removed', fields: ['count'] },
  // Webhooks.
  'webhook.create': { title: 'Webhook endpoint created', fields: ['url', 'events', 'livemode'] },
  'webhook.update': { title: 'Webhook endpoint changed', fields: ['url', 'events', 'isActive'] },
  'webhook.roll': { title: 'Secret of a webhook endpoint rolled', fields: [] },
  'webhook.reveal': { title: 'Secret of a webhook endpoint shown', fields: [] },
  'webhook.delete': { title: 'Webhook endpoint deleted', fields: ['url'] },
  'webhook.replay': { title: 'Webhook events sent again', fields: ['count'] },
  'webhook.test': { title: 'Test event sent', fields: [] },
  // Data protection.
  'erasure.create': { title: 'Data of a number erased', fields: [] },
  'texts.purge': { title: 'Message texts deleted', fields: [] },
  'export.create': { title: 'Export of the account requested', fields: [] },
  'export.download': { title: 'Export of the account downloaded', fields: [] },
  'audit.export': { title: 'Audit trail downloaded', fields: ['action', 'actor', 'from', 'to'] },
  // Money.
  'order.create': { title: 'Payment begun', fields: ['plan', 'amount'] },
  'order.pay': { title: 'Payment received', fields: ['plan', 'amount'] },
  'order.refund': { title: 'Payment refunded', fields: ['amount', 'state'] },
  'plan.change': { title: 'Plan changed', fields: ['plan'] },
  // Acts of the installation.
  'carrier.create': { title: 'Carrier added', fields: ['name', 'rate', 'window'] },
  'carrier.update': { title: 'Carrier changed', fields: ['name', 'rate', 'window', 'state'] },
  'carrier.delete': { title: 'Carrier removed', fields: ['name'] },
  'route.update': { title: 'Routes changed', fields: ['name', 'priority', 'carriers'] },
  'operator.grant': { title: 'Operator added', fields: ['role'] },
  'operator.revoke': { title: 'Operator removed', fields: ['role'] },
  'operator.refuse': { title: 'Operator page refused', fields: ['permission'] },
  'archive.create': { title: 'Month archived', fields: ['month'] },
  'encryption_key.rotate': { title: 'Encryption keys rotated', fields: [] },
  'audit.redact': { title: 'Details of the audit trail erased', fields: ['events'] },
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
