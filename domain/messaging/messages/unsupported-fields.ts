import type { InputError } from '#domain/shared/describe-issue.browser.ts';

/** Unsupported features that a field may request, and what to do instead. */
const wishes = {
  schedule:
    'Messages cannot be scheduled yet: this one would be sent at once. Send it when it is due.',
  validity: 'The validity of a message cannot be chosen. Remove this field.',
  flash: 'Flash messages are not supported. Remove this field.',
  dryRun:
    'This message would really be sent. For a trial, use a test key; to check a text, call POST /dlt/check.',
  callback: 'Delivery is not reported to an address in the call. Add a webhook endpoint.',
  media: 'Only text can be sent. Remove this field.',
};

/** Names of these fields on other platforms, in lower case without `_` and `-`. */
const names: Record<keyof typeof wishes, string[]> = {
  schedule: [
    ...['sendat', 'senddate', 'sendtime', 'sendon', 'sendafter', 'deliverat', 'deliverytime'],
    ...['schedule', 'scheduleat', 'scheduledat', 'schedulefor', 'scheduledfor', 'scheduletime'],
    ...['scheduledtime', 'scheduledate', 'scheduleddate', 'scheduledatetime', 'schtime', 'schdate'],
    ...['delay', 'delayuntil', 'scheduletype', 'startat', 'starttime', 'timetosend'],
  ],
  validity: ['validity', 'validityperiod', 'validuntil', 'ttl', 'expiresin', 'expireat'],
  flash: ['flash', 'isflash', 'messageclass', 'mclass'],
  dryRun: ['dryrun', 'test', 'testmode', 'istest', 'sandbox', 'simulate'],
  callback: [
    ...['callback', 'callbackurl', 'statuscallback', 'statuscallbackurl', 'dlrurl', 'deliveryurl'],
    ...['deliveryreporturl', 'notifyurl', 'webhook', 'webhookurl'],
  ],
  media: ['media', 'mediaurl', 'mediaurls', 'attachments'],
};

const sentences = new Map(
  Object.entries(names).flatMap(([wish, all]) =>
    all.map((name) => [name, wishes[wish as keyof typeof wishes]] as const),
  ),
);

/**
 * Finds a field that requests an unsupported feature. The call is refused: a message that is sent at once instead of
 * tomorrow is worse than an error. Other unknown fields are ignored.
 *
 * @param input the fields as sent; empty or false ones are ignored
 */
export function findUnsupportedField(input: unknown): InputError | null {
  if (typeof input !== 'object' || input === null) return null;
  for (const [param, value] of Object.entries(input)) {
    if (value === null || value === false || value === '' || value === 0) continue;
    const message = sentences.get(param.toLowerCase().replaceAll(/[_-]/g, ''));
    if (message) return { code: 'invalid_parameter', message, param };
  }
  return null;
}
