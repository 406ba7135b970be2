import { counter } from '#platform/metrics/instruments.server.ts';
import type { ChannelKind } from './contract.ts';

const notifications = counter<'channel' | 'result'>({
  name: 'dakiya_notifications_total',
  help: 'Tries to send a notification: sent, refused for now (queued again) or given up (failed).',
  labelNames: ['channel', 'result'],
});

type Result = 'sent' | 'queued' | 'failed';

for (const channel of ['sms', 'slack']) {
  for (const result of ['sent', 'queued', 'failed']) notifications.inc({ channel, result }, 0);
}

/** Counts a try by the state in which it leaves the notification. */
export const countNotification = (channel: ChannelKind, result: Result) =>
  notifications.inc({ channel, result });
