import { z } from 'zod';
import { indiaOffsetMs } from '#domain/shared/days-in-india.browser.ts';
import { senderId } from '#domain/sms/addresses.ts';
import { clock } from '#platform/clock.browser.ts';
import { isReached } from '#platform/https-only.ts';
import { defineSettings } from '#platform/settings.ts';
import { type DltProfile, disputedRulesText } from './check/profile.ts';

const timeOfDay = '([01]\\d|2[0-3]):[0-5]\\d';

type Hours = DltProfile['promotionalHours'];

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** @param minutes minutes since midnight; may be negative or belong to another day */
function toTime(minutes: number): string {
  const ofDay = ((minutes % 1_440) + 1_440) % 1_440;
  const pad = (part: number) => String(part).padStart(2, '0');
  return `${pad(Math.floor(ofDay / 60))}:${pad(ofDay % 60)}`;
}

/**
 * Shifts the hours in which messages are allowed: `now` is within the shifted hours if `time` is within the original
 * hours. For example, if it is 12:00 and `time` is 21:30, the hours 10:00 to 21:00 become 00:30 to 11:30. The clock
 * itself is not shifted, so the due times of waiting messages are real times.
 *
 * @param time the time in India to assume for `now`
 */
export function asIfAt(time: string, { from, to }: Hours, now: Date): Hours {
  const india = new Date(now.getTime() + indiaOffsetMs).toISOString().slice(11, 16);
  const ahead = minutesOf(time) - minutesOf(india);
  const [movedFrom, movedTo] = [from, to].map((one) => toTime(minutesOf(one) - ahead));
  return {
    from: movedFrom as string,
    to: movedTo as string,
    shownAs: `${from} to ${to} by a test clock that showed ${time} when this installation started`,
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
     * Whether accounts without an approved header may send any text with the installation's header while the installation has
     * registered nothing. The operator of the installation is liable for such texts. By default only a trial installation
     * allows such texts.
     */
    DLT_ALLOW_UNREGISTERED_TEXTS: z.stringbool().optional(),
    /** The disputed rules (`profile.ts`), as JSON. */
    DLT_RULES: disputedRulesText.prefault({}),
    /**
     * The hours for promotional messages, in India time. Operators deliver them from 10:00 to 21:00 (as of October 2025).
     */
    PROMOTIONAL_HOURS: z
      .string()
      .regex(new RegExp(`^${timeOfDay}-${timeOfDay}$`), 'is two times such as 10:00-21:00')
      .default('10:00-21:00')
      .transform((text) => ({ from: text.slice(0, 5), to: text.slice(6) })),
    /** A time in India to assume when the installation starts, to test the promotional hours at any time of day. */
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
