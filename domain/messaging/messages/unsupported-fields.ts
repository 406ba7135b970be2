import type { InputError } from '#domain/shared/describe-issue.browser.ts';

/** What a field asks for that Dakiya does not do, and what to do instead. */
const wishes = {
  schedule: 'Messages cannot be scheduled yet: it would leave at once. Send it when it is due.',
  validity: 'The validity of a message cannot be chosen. Leave this field out.',
  flash: 'Flash messages are not supported. Leave this field out.',
  dryRun:
    'This message would be sent. To try out, use a test key; to check a text, POST /dlt/check.',
  callback: 'Delivery is not reported to an address in the call. Add a webhook endpoint.',
  media: 'Only text can be sent. Leave this field out.',
};

/** Names that other platforms give to them, in lower case without `_` and `-`. */
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
 * Finds a field that would change what happens to a message if Dakiya supported it. It is refused: a message that leaves
 * at once in place of tomorrow is worse than an error. Unknown fields that only describe a message are ignored.
 *
 * @param input the fields as sent; ones that are empty or false ask for nothing
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
