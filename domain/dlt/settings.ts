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

/** @param minutes also negative, or of another day */
function toTime(minutes: number): string {
  const ofDay = ((minutes % 1_440) + 1_440) % 1_440;
  const pad = (part: number) => String(part).padStart(2, '0');
  return `${pad(Math.floor(ofDay / 60))}:${pad(ofDay % 60)}`;
}

/**
 * Moves hours so that they are as far away as if it were another time: at 12:00 with a clock of 21:30, 10:00 to 21:00
 * becomes 00:30 to 11:30. What waits for them leaves at a time that really comes.
 *
 * @param time India's time that it is to be now
 */
export function asIfAt(time: string, { from, to }: Hours, now: Date): Hours {
  const india = new Date(now.getTime() + indiaOffsetMs).toISOString().slice(11, 16);
  const ahead = minutesOf(time) - minutesOf(india);
  const [movedFrom, movedTo] = [from, to].map((one) => toTime(minutesOf(one) - ahead));
  return {
    from: movedFrom as string,
    to: movedTo as string,
    shownAs: `${from} to ${to} by a clock that stood at ${time} when this installation started`,
  };
}

export const dltSettings = defineSettings(
  {
    /** The header of accounts without one of their own. */
    DEFAULT_SENDER_ID: senderId.default('DAKIYA'),
    /** The account whose templates are used by accounts without a header of their own. */
    DLT_INSTALLATION_ACCOUNT: z
      .string()
      .regex(/^usr_\w{1,40}$/, 'is the id of an account, usr_…')
      .optional(),
    /**
     * Whether these accounts may send any text under the installation's header, which is then liable for it, while no
     * templates are registered for them. Unless set, where things are tried out only.
     */
    DLT_ALLOW_UNREGISTERED_TEXTS: z.stringbool().optional(),
    /** What is disputed, as JSON. */
    DLT_RULES: disputedRulesText.prefault({}),
    /** Operators deliver promotional messages from 10:00 to 21:00 (October 2025), by India's clock. */
    PROMOTIONAL_HOURS: z
      .string()
      .regex(new RegExp(`^${timeOfDay}-${timeOfDay}$`), 'is two times such as 10:00-21:00')
      .default('10:00-21:00')
      .transform((text) => ({ from: text.slice(0, 5), to: text.slice(6) })),
    /** For trying out the hours at any time of the day. */
    PROMOTIONAL_CLOCK: z
      .string()
      .regex(new RegExp(`^${timeOfDay}$`), 'is a time such as 21:30')
      .optional(),
  },
  {
    check: ({ PROMOTIONAL_CLOCK }, context) =>
      PROMOTIONAL_CLOCK !== undefined && isReached(context)
        ? [
            'PROMOTIONAL_CLOCK: is for trying things out at a local PUBLIC_URL; here promotional messages would leave at night',
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
