import { expect, test } from 'vitest';
import { findUnsupportedField } from './unsupported-fields.ts';

test.each([
  ...['send_at', 'sendAt', 'SendAt', 'send-date', 'sendtime', 'sendOn', 'send_after', 'sendLater'],
  ...['schedule', 'schedule_at', 'scheduled_at', 'scheduledFor', 'schedule-time', 'scheduleTime'],
  ...['ScheduledAt', 'scheduled', 'isScheduled', 'scheduledDateTime', 'schedule_date_time'],
  ...['schtime', 'schdate', 'schedtime', 'scheduletype', 'smsSchedule', 'msgScheduleTime'],
  ...[
    'sendDateTime',
    'sendingTime',
    'sendingDateTime',
    'deliver_at',
    'deliveryTime',
    'deliveryDate',
  ],
  ...['not_before', 'delay', 'delayUntil', 'DelaySeconds', 'start_at', 'startTime', 'time_to_send'],
])('rejects the field %s, because the message would be sent immediately', (param) => {
  const input = { recipient: '9876543210', [param]: '2026-12-01T09:00:00Z' };
  const of = (message: string) => ({ code: 'invalid_parameter', param, message });
  expect(findUnsupportedField(input)).toEqual(of(expect.stringContaining('is sent at once')));
  const other = param === 'send_at' ? null : of(expect.stringContaining('use `send_at`'));
  expect(findUnsupportedField(input, { canSchedule: true })).toEqual(other);
});

test.each([
  ...['flash', 'is_flash', 'flashSms', 'mclass', 'dry_run', 'test', 'testMode', 'isTest'],
  ...['callback', 'statusCallback', 'callback_url', 'dlr-url', 'dlrurl', 'notifyUrl', 'webhook'],
  ...['deliveryReportUrl', 'status_callback_url', 'deliveryUrl'],
  ...['validity', 'validity_period', 'validUntil', 'ttl', 'expires_in', 'expireAt'],
  ...['media', 'media_url', 'mediaUrls', 'attachments'],
])('rejects the field %s', (param) => {
  expect(findUnsupportedField({ [param]: 'x' })).toMatchObject({ param });
});

test.each([
  { flash: false, send_at: null, dry_run: false, ttl: 0, callback_url: '' },
  { recipient: '9876543210', message: 'x', campaign: 'diwali', unicode: true },
  {
    sender_id: 'ACMEIN',
    sender: 'ACMEIN',
    send: true,
    sendType: 'single',
    priority: 1,
    date: 'today',
  },
  { template_id: '1107160000000000001', variables: ['1'], when_closed: 'defer', to: '9876543210' },
  null,
  'send_at',
  ['send_at'],
])('accepts the fields of %j', (input) => {
  expect(findUnsupportedField(input)).toBeNull();
});
