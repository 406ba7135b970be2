import {
  loadPaymentReceivedEmail,
  loadRefundRequestedEmail,
} from '#domain/billing/payments/payment-emails.ts';
import { loadPlanEndsSoonEmail } from '#domain/billing/subscriptions/end-subscriptions.ts';
import { loadUsageEmail } from '#domain/billing/usage/usage-emails.ts';
import { loadDriftEmail, loadSuspectEmail } from '#domain/delivery/drift/drift-emails.ts';
import { loadHeaderDecidedEmail } from '#domain/dlt/registry/header-decisions.ts';
import {
  loadAccountDeletedEmail,
  loadDeletionRequestedEmail,
  loadDeletionUndoneEmail,
} from '#domain/identity/account-deletion/request-deletion.ts';
import {
  loadEmailChangeLink,
  loadEmailChangeNotice,
  renderAccountEmail,
} from '#domain/identity/accounts/account-emails.ts';
import {
  loadKeyCreatedEmail,
  loadKeyLeakedEmail,
  loadKeyRolledEmail,
} from '#domain/identity/api-keys/key-emails.ts';
import { loadFactorsChangedEmail } from '#domain/identity/factors/notify-of-factors.ts';
import { loadSensitiveActionEmail } from '#domain/identity/sessions/guard-sensitive.ts';
import { loadExportReadyEmail } from '#domain/messaging/account-data/export/run-export.ts';
import { loadOtpCodeEmail, loadOtpThrottledEmail } from '#domain/messaging/otp/otp-emails.ts';
import { loadSuspensionEmail } from '#domain/messaging/suspensions/suspend-account.ts';
import {
  loadChannelConnected,
  loadSlackTurnedOff,
} from '#domain/notifications/channels/channel-emails.ts';
import type {
  EmailKind,
  EmailRenderer,
  WriteContent,
} from '#domain/notifications/email/contract.ts';
import {
  loadWebhookChangedEmail,
  loadWebhookCreatedEmail,
  loadWebhookDisabledEmail,
  loadWebhookFailingEmail,
} from '#domain/webhooks/webhook-emails.ts';

const loaders: Record<EmailKind, EmailRenderer> = {
  welcome: (request) => renderAccountEmail('welcome', request),
  reset_password: (request) => renderAccountEmail('reset_password', request),
  password_changed: (request) => renderAccountEmail('password_changed', request),
  login_code: (request) => renderAccountEmail('login_code', request),
  new_sign_in: (request) => renderAccountEmail('new_sign_in', request),
  email_change_link: loadEmailChangeLink,
  email_change_notice: loadEmailChangeNotice,
  key_created: loadKeyCreatedEmail,
  key_rolled: loadKeyRolledEmail,
  key_leaked: loadKeyLeakedEmail,
  usage_warning: (request) => loadUsageEmail(80, request),
  usage_limit_reached: (request) => loadUsageEmail(100, request),
  plan_ends_soon: loadPlanEndsSoonEmail,
  payment_received: loadPaymentReceivedEmail,
  refund_requested: loadRefundRequestedEmail,
  otp_throttled: loadOtpThrottledEmail,
  otp_code: loadOtpCodeEmail,
  dlt_suspect: loadSuspectEmail,
  dlt_drift: loadDriftEmail,
  channel_connected: loadChannelConnected,
  slack_turned_off: loadSlackTurnedOff,
  dlt_header_decided: loadHeaderDecidedEmail,
  account_export_ready: loadExportReadyEmail,
  account_deletion_requested: loadDeletionRequestedEmail,
  account_deletion_undone: loadDeletionUndoneEmail,
  account_deleted: loadAccountDeletedEmail,
  webhook_created: loadWebhookCreatedEmail,
  webhook_changed: loadWebhookChangedEmail,
  webhook_failing: loadWebhookFailingEmail,
  webhook_disabled: loadWebhookDisabledEmail,
  sensitive_action: loadSensitiveActionEmail,
  factors_changed: loadFactorsChangedEmail,
  account_suspension: loadSuspensionEmail,
};

/** Loads the content for an email or notification of any kind. */
export const writeContent: WriteContent = (kind, request) => loaders[kind](request);
