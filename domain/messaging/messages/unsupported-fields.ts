import type { InputError } from '#domain/shared/describe-issue.browser.ts';

/** Unsupported features that a field may request, and what the caller can do instead. */
const wishes = {
  schedule: 'A one-time password is sent at once. Remove this field.',
  validity: 'The validity of a message cannot be chosen. Remove this field.',
  flash: 'Flash messages are not supported. Remove this field.',
  dryRun:
    'This message would really be sent. For a trial, use a test key; to check a text, call POST /dlt/check.',
  callback: 'Delivery is not reported to an address in the call. Add a webhook endpoint.',
  media: 'Only text can be sent. Remove this field.',
};

/**
 * The names that other platforms and their clients use for these fields, in lower case without `_`, `-`, `.` and spaces.
 */
const names: Record<keyof typeof wishes, RegExp> = {
  schedule:
    /^(?:(?:sms|msg|message|is|to)?(?:sch|sched|schedule[dr]?|scheduling|send|sending|deliver|delivery|dispatch|start)(?:sms|msg|message)?(?:on|at|for|after|later|date|time|datetime|timestamp)+|(?:is|sms|msg|message)?(?:schedule[dr]?|scheduling)(?:type)?|delay(?:until|by|for|in)?(?:ms|s|sec|secs|seconds?|min|mins|minutes?|hours?)?|delayed|notbefore|timetosend)$/,
  validity:
    /^(?:validity(?:period)?|valid(?:until|till|for)|ttl|expires?(?:in|at|on)|expiry(?:time|date)?)$/,
  flash: /^(?:(?:is)?flash(?:sms|message)?|messageclass|mclass)$/,
  dryRun: /^(?:dryrun|(?:is)?test(?:mode)?|sandbox(?:mode)?|simulate)$/,
  callback:
    /^(?:(?:status|delivery|dlr|notify|report)?(?:callback|webhook)(?:url)?|(?:dlr|delivery|deliveryreport|notify|notification)ur[li])$/,
  media: /^(?:media(?:urls?)?|attachments?)$/,
};

const scheduleOtherwise =
  'To send a message later, use `send_at`, such as `2026-12-01T10:00:00+05:30`.';

const entries = Object.entries(names) as [keyof typeof wishes, RegExp][];

/**
 * Finds a field that requests an unsupported feature. A call with such a field is rejected. Otherwise, for example, a
 * message that the caller wants to send tomorrow would be sent today. Other unknown fields are ignored.
 *
 * @param input the fields that the caller sent; fields that are null, false, 0 or empty are ignored
 * @param options `canSchedule` is for endpoints that support `send_at`, but none of its other names
 */
export function findUnsupportedField(
  input: unknown,
  { canSchedule = false }: { canSchedule?: boolean } = {},
): InputError | null {
  if (typeof input !== 'object' || input === null) return null;
  for (const [param, value] of Object.entries(input)) {
    if (value === null || value === false || value === '' || value === 0) continue;
    if (canSchedule && param === 'send_at') continue;
    const name = param.toLowerCase().replaceAll(/[_\-.\s]/g, '');
    const [wish] = entries.find(([, pattern]) => pattern.test(name)) ?? [];
    if (!wish) continue;
    const message = canSchedule && wish === 'schedule' ? scheduleOtherwise : wishes[wish];
    return { code: 'invalid_parameter', message, param };
  }
  return null;
}
