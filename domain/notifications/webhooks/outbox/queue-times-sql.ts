import { scheduleSeconds } from '../sending/schedule.ts';

/** Values of `due_at, ends_at` of a new row of `webhook_queue`. */
export const queueTimesSql = `now(), now() + interval '${scheduleSeconds} seconds'`;
