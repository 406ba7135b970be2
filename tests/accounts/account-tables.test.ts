import { expect, test } from 'vitest';
import { allSections } from '#domain/messaging/account-data/export/sections.ts';
import { deletedTables, deletedWith } from '#domain/messaging/account-data/purge-accounts.ts';
import { listTables } from '../support/fill-account.ts';

const installation = 'of the installation, not of an account';

/** Tables that the export leaves out, and why. */
const notExported: Record<string, string> = {
  account_tokens: 'hashes of links',
  login_codes: 'hashes of codes',
  recovery_codes: 'hashes of codes',
  passkey_challenges: 'hashes of challenges, for five minutes',
  factor_resets: 'a note of support, for three days',
  pending_sign_ins: 'hashes of tokens, for ten minutes',
  replaced_session_tokens: 'hashes of tokens, for ten seconds',
  account_deletions: 'an account that has one cannot be exported',
  account_export_parts: 'the export itself',
  operators: 'a role in the installation, which its owner grants',
  avatars: 'the profile shows the picture',
  dlt_header_evidence: 'files that the account has uploaded itself',
  idempotency_keys: 'responses of the last 24 hours, which the other tables have',
  webhook_secrets: 'secrets',
  message_callbacks: 'URLs that the account itself gave some days ago',
  webhook_queue: 'an event has its state',
  webhook_attempts: 'answers of the account’s own servers; an event has its last status and error',
  webhook_listeners: 'that a page was open in the last hours',
  webhook_listener_events: 'what that page shows, which the messages and codes have',
  message_queue: 'the message has its state',
  message_parts: 'what carriers report; a message has its last state and reason',
  message_events: 'what carriers report; a message has its last state and reason',
  receipt_inbox: 'receipts that match no message of any account',
  unread_pdus: 'what carriers sent that names no account',
  stat_increments: 'counted in account_stats within seconds',
  account_stats: 'exported by day, as daily_stats',
  text_purges: 'how far texts are deleted',
  otp_service_hours: 'counts of otps, which are exported',
  payment_events: 'ids of Razorpay',
  payment_anomalies: 'notes for the operator',
  complaints: 'of recipients, for access providers; the account is told what follows from them',
};

/** Tables that keep some data of a deleted account, and why. */
const kept: Record<string, string> = {
  users: 'without personal data; the owner of orders',
  account_deletions: 'says when it was deleted',
  account_exports: 'deleted by a statement of its own',
  account_export_parts: 'deleted by `purgeExports`',
  orders: 'billing records',
  payments: 'billing records',
  refunds: 'billing records',
  invoices: 'billing records',
  subscriptions: 'billing records, without the reason of a cancellation',
  usage_periods: 'billing records',
  payment_events: 'ids of Razorpay, for 30 days',
  payment_anomalies: 'notes for the operator, for a year',
  complaints: 'for access providers, for three years; they name the account only by its id',
  messages: 'the log, without text and number',
  message_parts: 'the log, without number',
  message_events: 'the log',
  message_queue: 'cancelled when the deletion was asked for',
  text_views: 'who has seen texts, for 400 days: the law wants a year',
  receipt_inbox: 'for 7 days',
  unread_pdus: 'for 7 days',
  emails: 'the last one, for 30 days',
  idempotency_keys: 'for 24 hours',
};

const ofInstallation: Record<string, string> = Object.fromEntries(
  [
    ...['plans', 'invoice_series', 'background_migrations', 'archived_months', 'delivery_workers'],
    ...['carriers', 'carrier_query_rounds', 'carrier_binds', 'carrier_minutes'],
    ...[
      'routes',
      'route_carriers',
      'processes',
      'backups',
      'delivery_stats',
      'delivery_hour_stats',
      'delivery_prefix_stats',
    ],
    ...['delivery_stat_flushes', 'announcements', 'service_minutes', 'status_components'],
    ...['status_days', 'incidents', 'incident_updates'],
  ].map((table) => [table, installation]),
);

const without = (tables: string[], ...known: object[]) =>
  tables.filter((table) => !known.some((one) => table in one) && !table.startsWith('_'));

test('each table is exported, or the test names a reason to leave it out', async () => {
  const exported = Object.fromEntries(
    allSections.flatMap(({ columns, from }) =>
      [...`${columns} FROM ${from}`.matchAll(/FROM (\w+)/g)].map(([, table]) => [table, true]),
    ),
  );
  expect(without(await listTables(), exported, notExported, ofInstallation)).toEqual([]);
});

test('each table’s rows are deleted with their account, or the test names a reason to keep them', async () => {
  const deleted = Object.fromEntries(deletedTables.map((table) => [table, true]));
  expect(without(await listTables(), deleted, deletedWith, kept, ofInstallation)).toEqual([]);
});
