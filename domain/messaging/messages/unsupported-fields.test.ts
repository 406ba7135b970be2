import { expect, test } from 'vitest';
import { findUnsupportedField } from './unsupported-fields.ts';

test.each([
  'send_at',
  'sendAt',
  'schedule_at',
  'scheduled_at',
  'schtime',
  'SendAt',
  'schedule-time',
  'scheduleTime',
  'ScheduledAt',
])('refuses %s, because the message would be sent at once', (param) => {
  expect(
    findUnsupportedField({ recipient: '9876543210', [param]: '2026-12-01T09:00:00Z' }),
  ).toEqual({
    code: 'invalid_parameter',
    param,
    message: expect.stringContaining('cannot be scheduled'),
  });
});

test.each(['flash', 'dry_run', 'statusCallback', 'validity_period', 'media_url'])(
  'refuses %s',
  (param) => {
    expect(findUnsupportedField({ [param]: 'x' })).toMatchObject({ param });
  },
);

test.each([
  { flash: false, send_at: null, dry_run: false, ttl: 0, callback_url: '' },
  { recipient: '9876543210', message: 'x', campaign: 'diwali', unicode: true },
  null,
  'send_at',
  ['send_at'],
])('accepts %j', (input) => {
  expect(findUnsupportedField(input)).toBeNull();
});
