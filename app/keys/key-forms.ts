import { z } from 'zod';
import { modes } from '#app/dashboard/mode.tsx';
import {
  allKeyScopes,
  createKeyInput,
  type KeyScope,
  maxOverlapHours,
  maxRestrictions,
  restrictedWithDlt,
} from '#domain/identity/api-keys/contract.browser.ts';
import { parseAllowedAddresses } from '#domain/identity/settings/normalize-network.browser.ts';
import { indiaOffsetMs } from '#domain/shared/days-in-india.browser.ts';
import { safeText } from '#domain/shared/text.browser.ts';

/** The names of the scopes' checkboxes, which contain no colon. */
export const scopeFields = {
  'messages:send': 'mayMessagesSend',
  otp: 'mayOtp',
  'messages:read': 'mayMessagesRead',
  dlt: 'mayDlt',
  webhooks: 'mayWebhooks',
  'account:read': 'mayAccountRead',
} as const satisfies Record<KeyScope, string>;

/** The scopes of each preset, so that users need not choose them one by one. */
export const presets = {
  all: allKeyScopes,
  send: ['messages:send', 'otp'],
  read: ['messages:read', 'account:read'],
} as const satisfies Record<string, readonly KeyScope[]>;

type Preset = keyof typeof presets;

const allPresets = Object.keys(presets) as Preset[];

const checkbox = z.literal('on').optional();

const templateId = /^\d{12,20}$/;
const serviceId = /^svc_[0-9A-HJKMNP-TV-Z]{26}$/;

/** Maximum length of a typed list, in characters. Every valid list is shorter. */
const maxTyped = 5_000;
const typedList = safeText.max(maxTyped, `Please use at most ${maxTyped} characters.`).default('');

const onlyInput = typedList.transform((typed, context) => {
  const ids = [...new Set(typed.split(/[\s,]+/).filter(Boolean))];
  const only = {
    templates: ids.filter((id) => templateId.test(id)),
    services: ids.filter((id) => serviceId.test(id)),
  };
  const other = ids.find((id) => !templateId.test(id) && !serviceId.test(id));
  if (other !== undefined) {
    const message = `“${other.slice(0, 40)}” is no DLT template id (12 to 20 digits), and it is no id of an OTP service (svc_…).`;
    context.addIssue({ code: 'custom', message });
  }
  if (only.templates.length > maxRestrictions || only.services.length > maxRestrictions) {
    const message = `Please name at most ${maxRestrictions} templates and ${maxRestrictions} services.`;
    context.addIssue({ code: 'custom', message });
  }
  return only;
});

const addressesInput = typedList.transform((typed, context) => {
  const { addresses, errors } = parseAllowedAddresses(typed);
  for (const message of errors) context.addIssue({ code: 'custom', message });
  return addresses;
});

/** A key's scopes and allowed addresses, as fields of a form. */
const accessFields = {
  /** Forms of an earlier release omit this field and list the scopes. */
  access: z.enum([...allPresets, 'chosen']).default('chosen'),
  mayMessagesSend: checkbox,
  mayOtp: checkbox,
  mayMessagesRead: checkbox,
  mayDlt: checkbox,
  mayWebhooks: checkbox,
  mayAccountRead: checkbox,
  only: onlyInput,
  addresses: addressesInput,
};

type Access = z.output<z.ZodObject<typeof accessFields>>;

/** Checks the fields against one another. */
function checkAccess(access: Access, context: z.core.$RefinementCtx<Access>): void {
  const { scopes, templates, services } = toAccess(access);
  if (scopes.length === 0) {
    const message = 'Please choose at least one scope.';
    context.addIssue({ code: 'custom', path: [scopeFields['messages:send']], message });
  }
  if (scopes.includes('dlt') && templates.length + services.length > 0) {
    context.addIssue({ code: 'custom', path: ['only'], message: restrictedWithDlt });
  }
}

/** Converts the form's fields to the input of the API. */
export const toAccess = ({ access, only, addresses, ...boxes }: Access) => ({
  scopes:
    access === 'chosen'
      ? allKeyScopes.filter((scope) => boxes[scopeFields[scope]] === 'on')
      : [...presets[access]],
  ...only,
  addresses,
});

type KeyAccess = ReturnType<typeof toAccess>;

// Finds the preset with exactly these scopes. Both lists have the order of `allKeyScopes`.
const presetOf = (scopes: KeyScope[]) =>
  allPresets.find((name) => presets[name].join() === scopes.join());

const presetNames: Record<Preset, string> = {
  all: 'Everything',
  send: 'Send only',
  read: 'Read only',
};

/** Summarises what a key may do and from where, such as `Send only, 2 templates, from 1 address`. */
export function describeAccess({ scopes, templates, services, addresses }: KeyAccess): string {
  const preset = presetOf(scopes);
  const count = (list: readonly string[], one: string, many: string) =>
    list.length > 0 ? `${list.length} ${list.length === 1 ? one : many}` : null;
  return [
    preset ? presetNames[preset] : scopes.join(', '),
    count(templates, 'template', 'templates'),
    count(services, 'OTP service', 'OTP services'),
    count(addresses, 'allowed address', 'allowed addresses'),
  ]
    .filter((text) => text !== null)
    .join(', ');
}

/** Converts a key to the fields of the form that changes its access. */
export const toAccessFields = ({ scopes, templates, services, addresses }: KeyAccess) => ({
  access: presetOf(scopes) ?? ('chosen' as const),
  ...Object.fromEntries(scopes.map((scope) => [scopeFields[scope], 'on' as const])),
  only: [...templates, ...services].join('\n'),
  addresses: addresses.join('\n'),
});

/** India's UTC offset: India has one time zone and no daylight saving time. A key expires at the end of the day in India. */
const offset = '+05:30';

/** Returns the last millisecond of a day (`2027-03-31`) in India. */
export const endOfDayInIndia = (day: string) => new Date(`${day}T23:59:59.999${offset}`);

/** Returns the date (`2027-03-31`) in India. */
export const dateInIndia = (at: Date) =>
  new Date(at.getTime() + indiaOffsetMs).toISOString().slice(0, 10);

/** A date field, omitted if the key never expires. */
const dayInput = z.iso.date('Please pick a day').optional();

/** The hint of the field. */
export const dayHint = 'Last day the key works (India time). Leave empty for no expiry.';

const named = {
  name: createKeyInput.shape.name,
  description: safeText.trim().max(500, 'Please use at most 500 characters.').optional(),
  expiresOn: dayInput,
};

/** The form that creates a key. */
export const newKeyForm = z
  .object({
    ...named,
    mode: z.enum(modes, 'Please choose a live key or a test key'),
    ...accessFields,
  })
  .superRefine(checkAccess);

export const editKeyForm = z.object({
  ...named,
  isActive: z.literal('on').optional(),
  /**
   * Whether the form showed the key as active. Only a changed value is stored. Forms of an earlier release omit this field;
   * then only the other fields change.
   */
  shownActive: z.enum(['on', 'off']).optional(),
});

/** The form that changes a key's access. */
export const accessForm = z.object(accessFields).superRefine(checkAccess);

/** The overlaps that the form offers. The API accepts any number of hours. */
export const overlaps = [
  { value: '0', label: 'Ends at once' },
  { value: '1', label: 'Works for one more hour' },
  { value: '24', label: 'Works for 24 more hours' },
  { value: '72', label: 'Works for 3 more days' },
  { value: String(maxOverlapHours), label: 'Works for 7 more days' },
] as const;

export const rollForm = z.object({
  overlapHours: z.enum(
    overlaps.map(({ value }) => value),
    'Please pick a time from the list',
  ),
  /** The time of the last roll that the page shows, so that submitting the form twice rolls the key only once. */
  rolledAt: safeText.max(40).optional(),
});
