/** India has one time, without summer time: UTC+05:30. */
const indiaOffsetMs = 5.5 * 3_600_000;

/**
 * Whether a time is within hours of India's day.
 *
 * @param hours `from` is within, `to` is not; they may span midnight; undefined is all day, as are two equal times
 */
export function isWithinHours(hours: { from: string; to: string } | undefined, at: Date): boolean {
  if (!hours || hours.from === hours.to) return true;
  const time = new Date(at.getTime() + indiaOffsetMs).toISOString().slice(11, 16);
  return hours.from < hours.to
    ? time >= hours.from && time < hours.to
    : time >= hours.from || time < hours.to;
}
