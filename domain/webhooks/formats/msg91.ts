import { toHex } from '#platform/ids.ts';

/** Returns a request id in MSG91's format: hexadecimal digits without a prefix. */
export const toMsg91RequestId = (requestId: string): string => toHex(requestId);

/** Returns a number in MSG91's format: digits with the country code. */
const toMsg91Number = (number: string): string => number.replace('+', '');

/** Formats a time in India time, without the UTC offset. */
const toIndiaTime = (iso: string): string =>
  new Date(Date.parse(iso) + 5.5 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');

/**
 * Returns a message's delivery report in MSG91's format (https://msg91.com/help/webhooks): a list with one request that has
 * one report. Status 1 means delivered, 2 means failed.
 *
 * @param data the data of an event about a message
 */
export function toMsg91Reports(data: Record<string, unknown>) {
  const { user, recipient, serverNumber, requestId, status, reason, settledAt, createdAt } =
    data as Record<string, string | null>;
  const isDelivered = status === 'delivered';
  const report = {
    date: toIndiaTime(settledAt ?? createdAt ?? new Date(0).toISOString()),
    number: toMsg91Number(recipient ?? ''),
    status: isDelivered ? '1' : '2',
    desc: isDelivered ? 'DELIVERED' : 'FAILED',
    ...(!isDelivered && { failedReason: reason ?? String(status) }),
  };
  return [
    {
      senderId: serverNumber ?? '',
      requestId: requestId ? toMsg91RequestId(requestId) : '',
      report: [report],
      userId: user ?? '',
      campaignName: 'API',
    },
  ];
}
