import { z } from 'zod';
import type { ScrubberSetting } from '../scrubber/scrub.ts';

/** The switches, in the order in which the page shows them. */
export const switches = {
  isOn: 'Check texts against the register',
  chain: 'Require a registered chain',
  preferences: 'Promotions only to who wants them',
  window: 'Promotions only from 10:00 to 21:00',
  isDown: 'The check itself fails (670)',
} as const satisfies Partial<Record<keyof ScrubberSetting, string>>;

type SwitchName = keyof typeof switches;

export const switchNames = Object.keys(switches) as SwitchName[];

const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);

const schema = z
  .strictObject({
    isOn: z.boolean(),
    chain: z.boolean(),
    preferences: z.boolean(),
    window: z.boolean(),
    isDown: z.boolean(),
    time: timeOfDay.nullable(),
  })
  .partial();

type Parsed = { setting: Partial<ScrubberSetting> } | { reason: string };

/** From JSON: what is left out stays. */
export function parseScrubberSetting(body: unknown): Parsed {
  const { data, error } = schema.safeParse(body);
  if (data) {
    const given = Object.entries(data).filter(([, value]) => value !== undefined);
    return { setting: Object.fromEntries(given) };
  }
  const isTime = error.issues[0]?.path[0] === 'time';
  return {
    reason: isTime
      ? 'Enter a time such as 21:30, or nothing.'
      : `Send true or false for ${switchNames.join(', ')}; and time, such as "21:30" or null.`,
  };
}

/** From the form: a switch that is off is left out. */
export function parseScrubberForm(body: unknown): Parsed {
  const fields = z.record(z.string(), z.unknown()).catch({}).parse(body);
  const time = typeof fields.time === 'string' ? fields.time.trim() : '';
  return parseScrubberSetting({
    ...Object.fromEntries(switchNames.map((name) => [name, fields[name] === 'on'])),
    time: time === '' ? null : time,
  });
}
