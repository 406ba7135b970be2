import { z } from 'zod';
import { type BehaviourOf, behaviours, type FaultSettingName } from './behaviours.ts';
import type { FaultSetting, FaultSettings } from './fault-settings.ts';

const maxCount = 1_000_000;
const maxMs = 600_000;

/** A whole number from a form or JSON; an empty value is null. */
const whole = (least: number, most: number) =>
  z
    .union([
      z.number(),
      z
        .string()
        .trim()
        .transform((text) => (text === '' ? null : Number(text))),
      z.null(),
    ])
    .pipe(z.number().int().min(least).max(most).nullable())
    .optional();

const settingSchema = <Name extends FaultSettingName>(name: Name) =>
  z.object({
    behaviour: z.enum(Object.keys(behaviours[name]) as BehaviourOf<Name>[]),
    count: whole(1, maxCount),
    ms: whole(0, maxMs),
  });

const schema = z.strictObject({
  webhooks: settingSchema('webhooks').optional(),
  payments: settingSchema('payments').optional(),
  refunds: settingSchema('refunds').optional(),
  api: settingSchema('api').optional(),
  /** True releases all held webhooks; a string sends the event with that id. */
  deliver: z.union([z.literal(true), z.string()]).optional(),
  webhookUrl: z
    .url({ protocol: /^https?$/ })
    .nullable()
    .optional(),
  reset: z.literal(true).optional(),
});

export type ControlSetting = z.output<typeof schema>;

/** An invalid setting, with the reason. */
export type FaultSettingError = {
  setting: string;
  behaviour: string;
  count: string;
  reason: string;
};

/** Parses settings from JSON. */
export function parseSetting(body: unknown): ControlSetting | string {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  return `${issue?.path.join('.') || 'body'}: ${issue?.message}`;
}

/** Parses the form of one fault setting. If it is invalid, returns the entered values with the reason. */
export function parseForm(body: unknown): ControlSetting | FaultSettingError {
  const entered = z
    .object({ setting: z.string(), behaviour: z.string(), count: z.string(), ms: z.string() })
    .partial()
    .catch({})
    .parse(body);
  const { setting = '', behaviour = '', count = '', ms = '' } = entered;
  const parsed = schema.safeParse({ [setting]: { behaviour, count, ms } });
  if (parsed.success) return parsed.data;
  const field = parsed.error.issues[0]?.path[1];
  const reason =
    field === 'ms'
      ? 'Enter whole milliseconds up to 6,00,000.'
      : field === 'count'
        ? `Enter a whole number from 1 to ${maxCount.toLocaleString('en-IN')}, or nothing.`
        : 'Choose what it does next.';
  return { setting, behaviour, count, reason };
}

/** Applies the settings that are present. */
export function applyFaultSettings(faultSettings: FaultSettings, setting: ControlSetting): void {
  apply(faultSettings.webhooks, setting.webhooks);
  apply(faultSettings.payments, setting.payments);
  apply(faultSettings.refunds, setting.refunds);
  apply(faultSettings.api, setting.api);
}

function apply<Name extends string>(
  faultSetting: FaultSetting<Name>,
  wanted: { behaviour: Name; count?: number | null; ms?: number | null } | undefined,
): void {
  if (wanted) faultSetting.set(wanted.behaviour, wanted.count ?? null, wanted.ms ?? undefined);
}
