import { formatMoment, type TimeStyle } from '#domain/shared/format-moment.browser.ts';

/** A time in India's time zone, which the frame of the dashboard mentions. Hovering shows the exact time. */
export const Timestamp = ({ at, timeStyle }: { at: Date; timeStyle?: TimeStyle }) => (
  <time dateTime={at.toISOString()} title={at.toISOString()}>
    {formatMoment(at, timeStyle)}
  </time>
);
