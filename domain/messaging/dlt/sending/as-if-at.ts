import { indiaOffsetMs } from '#domain/shared/days-in-india.browser.ts';
import type { DltProfile } from '../check/profile.browser.ts';

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
