import { z } from 'zod';
import { clock } from '#platform/clock.browser.ts';
import { isReached } from '#platform/is-reached.ts';
import { defineSettings } from '#platform/settings.ts';
import { disputedRulesText } from '../check/disputed-rules.browser.ts';
import { asIfAt } from './as-if-at.ts';

const timeOfDay = '([01]\\d|2[0-3]):[0-5]\\d';

export const dltSettings = defineSettings(
  {
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
