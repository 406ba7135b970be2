import { counter } from '#platform/metrics/instruments.server.ts';
import type { ChannelKind } from './contract.ts';

const notifications = counter<'channel' | 'result'>({
  name: 'dakiya_notifications_total',
  help: 'Attempts to send a notification, by result: sent, queued (rejected temporarily, retried) or failed.',
  labelNames: ['channel', 'result'],
});

type Result = 'sent' | 'queued' | 'failed';

for (const channel of ['sms', 'slack']) {
  for (const result of ['sent', 'queued', 'failed']) notifications.inc({ channel, result }, 0);
}

/** Counts an attempt by the resulting state of the notification. */
export const countNotification = (channel: ChannelKind, result: Result) =>
  notifications.inc({ channel, result });
