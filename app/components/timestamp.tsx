import { formatMoment, type TimeStyle } from '#domain/shared/format-moment.browser.ts';

/** A time in India, as the frame of the dashboard says. The exact time is on hover. */
export const Timestamp = ({ at, timeStyle }: { at: Date; timeStyle?: TimeStyle }) => (
  <time dateTime={at.toISOString()} title={at.toISOString()}>
    {formatMoment(at, timeStyle)}
  </time>
);
