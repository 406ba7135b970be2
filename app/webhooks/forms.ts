import { z } from 'zod';
import { modes } from '#app/dashboard/mode.tsx';
import { requiredText, safeText } from '#domain/shared/text.browser.ts';
import {
  allEventTypes,
  type EventType,
  maxOverlapHours,
  sendTestInput,
} from '#domain/webhooks/contract.browser.ts';
import {
  type CreateEndpointInput,
  chosenFormats,
  createEndpointInput,
  type EndpointChanges,
  type EndpointSettings,
  settingsOf,
} from '#domain/webhooks/endpoint-contract.browser.ts';

/**
 * The names of the types' checkboxes. They contain no dot, because the form parser reads a dot as a nested
 * field.
 */
export const typeFields = {
  'message.sent': 'messageSent',
  'message.delivered': 'messageDelivered',
  'message.undelivered': 'messageUndelivered',
  'message.failed': 'messageFailed',
  'message.expired': 'messageExpired',
  'message.unknown': 'messageUnknown',
  'otp.sent': 'otpSent',
  'otp.verified': 'otpVerified',
  'otp.expired': 'otpExpired',
  'otp.exhausted': 'otpExhausted',
  'balance.low': 'balanceLow',
  'plan.changed': 'planChanged',
  'sender.suspect': 'senderSuspect',
  'webhook.disabled': 'webhookDisabled',
  ping: 'ping',
} as const satisfies Record<EventType, string>;

type TypeField = (typeof typeFields)[EventType];

const checkbox = z.literal('on').optional();

const typeCheckboxes = Object.fromEntries(
  Object.values(typeFields).map((name) => [name, checkbox]),
) as Record<TypeField, typeof checkbox>;

const { api_ids } = createEndpointInput.shape;

/** Maximum length of the typed API IDs, in characters. 50 API IDs are shorter. */
const maxTyped = 5_000;

const apiIds = safeText
  .max(maxTyped, `Please use at most ${maxTyped} characters.`)
  .default('')
  .transform((typed, context) => {
    const ids = [...new Set(typed.split(/[\s,]+/).filter(Boolean))];
    const { data, error } = api_ids.safeParse(ids);
    if (data) return data;
    const place = error.issues[0]?.path[0];
    const other = typeof place === 'number' ? ids[place] : undefined;
    const message =
      other === undefined
        ? 'Please name at most 50 API IDs.'
        : `“${other.slice(0, 40)}” is no API ID: these begin with dk_.`;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });

/** The form's error if the values that the form had shown are missing. */
export const openAgain = 'Please open this page again.';

/** The settings that the form showed, so that only changes by the user are stored. */
const shown = safeText
  .max(10_000)
  .transform((text, context) => {
    const { data } = createEndpointInput.safeParse(parseJson(text));
    if (data) return data;
    context.addIssue({ code: 'custom', message: openAgain });
    return z.NEVER;
  })
  .optional();

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export const endpointFormId = 'endpoint';

export const endpointForm = z.object({
  url: requiredText('Please enter an address')
    .trim()
    .min(1, 'Please enter an address')
    .max(2_000, 'Please use at most 2,000 characters.'),
  description: safeText.trim().max(200, 'Please use at most 200 characters.').optional(),
  ...typeCheckboxes,
  apiIds,
  perSecond: safeText
    .trim()
    .regex(/^\d{1,4}$/, 'Please enter a whole number from 1 to 1,000.')
    .transform(Number)
    .pipe(
      z
        .int()
        .min(1, 'Please enter a whole number from 1 to 1,000.')
        .max(1_000, 'Please enter a whole number from 1 to 1,000.'),
    )
    .optional(),
  includesText: checkbox,
  enabled: checkbox,
  /** The mode of a new endpoint. The mode of an existing endpoint cannot be changed. */
  mode: z.enum(modes, 'Please pick a mode from the list').optional(),
  /** The format of a new endpoint, which cannot be changed later either. */
  format: z.enum(chosenFormats, 'Please pick a format from the list').optional(),
  /** Missing for an endpoint that does not exist yet. */
  shown,
});

export type EndpointFields = z.input<typeof endpointForm>;

/** Converts the form's fields to the input of the API. */
export const toEndpointInput = (
  value: Omit<z.output<typeof endpointForm>, 'shown'>,
): CreateEndpointInput => ({
  url: value.url,
  types: allEventTypes.filter((type) => value[typeFields[type]] === 'on'),
  api_ids: value.apiIds,
  description: value.description ?? null,
  includes_text: value.includesText === 'on',
  max_per_second: value.perSecond ?? null,
  enabled: value.enabled === 'on',
  ...(value.mode && { livemode: value.mode === 'live' }),
  ...(value.format && { format: value.format }),
});

export const toEndpointFields = (settings: EndpointSettings): EndpointFields => ({
  url: settings.url,
  description: settings.description ?? '',
  ...Object.fromEntries(settings.types.map((type) => [typeFields[type], 'on' as const])),
  apiIds: settings.apiIds.join('\n'),
  perSecond: settings.maxPerSecond === null ? '' : String(settings.maxPerSecond),
  includesText: settings.includesText ? 'on' : undefined,
  enabled: settings.enabled ? 'on' : undefined,
  shown: JSON.stringify(settingsOf(settings)),
});

export const rotateFormId = 'rotate';

/** The overlaps that the form offers. The API accepts any number of hours. */
export const overlaps = [
  { value: '0', label: 'Stops signing at once' },
  { value: '1', label: 'Also signs for one more hour' },
  { value: '24', label: 'Also signs for 24 more hours' },
  { value: '72', label: 'Also signs for 3 more days' },
  { value: String(maxOverlapHours), label: 'Also signs for 7 more days' },
] as const;

/** The form that rotates the signing secret. */
export const rotateForm = z.object({
  overlapHours: z.enum(
    overlaps.map(({ value }) => value),
    'Please pick a time from the list',
  ),
});

export const testFormId = 'test';

export const testForm = z.object({ type: sendTestInput.shape.type.unwrap() });

export const recoverFormId = 'recover';

const day = (sentence: string) => z.iso.date(sentence);

/** The form that replays the failed events of a number of days. */
export const recoverForm = z.object({
  from: day('Please pick the first day'),
  to: day('Please pick the last day'),
});

/**
 * Returns the fields that the user has changed, with the values that the form had shown. Other fields are omitted, because
 * another window or call may have changed them in the meantime.
 */
export function changesOf(shown: CreateEndpointInput, input: CreateEndpointInput) {
  const names = Object.keys(shown) as (keyof CreateEndpointInput)[];
  const changed = names.filter((name) => isOther(shown[name], input[name]));
  const pick = (from: CreateEndpointInput): EndpointChanges =>
    Object.fromEntries(changed.map((name) => [name, from[name]]));
  return { changes: pick(input), before: pick(shown) };
}

/** Whether two values differ. The order of a list does not matter. */
const isOther = (one: unknown, other: unknown) => toText(one) !== toText(other);

const toText = (value: unknown) => JSON.stringify(Array.isArray(value) ? value.toSorted() : value);
