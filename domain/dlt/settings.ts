import { z } from 'zod';
import { indiaOffsetMs } from '#domain/shared/days-in-india.browser.ts';
import { senderId } from '#domain/sms/addresses.ts';
import { clock } from '#platform/clock.browser.ts';
import { isReached } from '#platform/is-reached.ts';
import { defineSettings } from '#platform/settings.ts';
import { type DltProfile, disputedRulesText } from './check/profile.browser.ts';

const timeOfDay = '([01]\\d|2[0-3]):[0-5]\\d';

type Hours = DltProfile['promotionalHours'];

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** @param minutes may be negative or belong to another day */
function toTime(minutes: number): string {
  const ofDay = ((minutes % 1_440) + 1_440) % 1_440;
  const pad = (part: number) => String(part).padStart(2, '0');
  return `${pad(Math.floor(ofDay / 60))}:${pad(ofDay % 60)}`;
}

/**
 * Shifts hours as if it were another time now: at 12:00 with a clock of 21:30, 10:00 to 21:00 becomes 00:30 to 11:30.
 * Waiting messages are therefore sent at a real time.
 *
 * @param time the India time to assume for now
 */
export function asIfAt(time: string, { from, to }: Hours, now: Date): Hours {
  const india = new Date(now.getTime() + indiaOffsetMs).toISOString().slice(11, 16);
  const ahead = minutesOf(time) - minutesOf(india);
  const [movedFrom, movedTo] = [from, to].map((one) => toTime(minutesOf(one) - ahead));
  return {
    from: movedFrom as string,
    to: movedTo as string,
    shownAs: `${from} to ${to} by a test clock that stood at ${time} when this installation started`,
  };
}

export const dltSettings = defineSettings(
  {
    /** The header of accounts without an approved header. */
    DEFAULT_SENDER_ID: senderId.default('DAKIYA'),
    /** The account whose templates are used by accounts without an approved header. */
    DLT_INSTALLATION_ACCOUNT: z
      .string()
      .regex(/^usr_\w{1,40}$/, 'is the id of an account, usr_…')
      .optional(),
    /**
     * Whether these accounts may send any text under the installation's header, for which its operator is then liable,
     * while no templates are registered for them. By default only a trial installation allows it.
     */
    DLT_ALLOW_UNREGISTERED_TEXTS: z.stringbool().optional(),
    /** The disputed rules, as JSON. */
    DLT_RULES: disputedRulesText.prefault({}),
    /** Operators deliver promotional messages from 10:00 to 21:00 (October 2025), by India's clock. */
    PROMOTIONAL_HOURS: z
      .string()
      .regex(new RegExp(`^${timeOfDay}-${timeOfDay}$`), 'is two times such as 10:00-21:00')
      .default('10:00-21:00')
      .transform((text) => ({ from: text.slice(0, 5), to: text.slice(6) })),
    /** Tests the hours at any time of day. */
    PROMOTIONAL_CLOCK: z
      .string()
      .regex(new RegExp(`^${timeOfDay}$`), 'is a time such as 21:30')
      .optional(),
  },
  {
    check: ({ PROMOTIONAL_CLOCK }, context) =>
      PROMOTIONAL_CLOCK !== undefined && isReached(context)
        ? [
            'PROMOTIONAL_CLOCK: is allowed only with a local PUBLIC_URL, for trials; here promotional messages would be sent at night',
          ]
        : [],
    complete: (values, context) => ({
      ...values,
      DLT_ALLOW_UNREGISTERED_TEXTS: values.DLT_ALLOW_UNREGISTERED_TEXTS ?? !isReached(context),
      promotionalHours:
        values.PROMOTIONAL_CLOCK === undefined
          ? values.PROMOTIONAL_HOURS
          : asIfAt(values.PROMOTIONAL_CLOCK, values.PROMOTIONAL_HOURS, clock.now()),
    }),
  },
);
