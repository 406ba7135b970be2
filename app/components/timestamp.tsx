import { useEffect, useState } from 'react';

const locale = 'en-IN';

/** `medium` has the seconds. */
type TimeStyle = 'short' | 'medium';

const utc = (at: Date, timeStyle: TimeStyle) =>
  `${at.toLocaleString(locale, { dateStyle: 'medium', timeStyle, timeZone: 'UTC' })} UTC`;

/**
 * A time in the visitor's time zone, which only their browser knows; in UTC until the script runs. The exact
 * time is on hover.
 */
export function Timestamp({ at, timeStyle = 'short' }: { at: Date; timeStyle?: TimeStyle }) {
  const [text, setText] = useState(() => utc(at, timeStyle));
  useEffect(() => {
    setText(at.toLocaleString(locale, { dateStyle: 'medium', timeStyle }));
  }, [at, timeStyle]);
  return (
    <time dateTime={at.toISOString()} title={at.toISOString()}>
      {text}
    </time>
  );
}
