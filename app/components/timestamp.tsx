import { useEffect, useState } from 'react';

const locale = 'en-IN';

const utc = (at: Date) =>
  `${at.toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })} UTC`;

/**
 * A time in the visitor's time zone, which only their browser knows; in UTC until the script runs. The exact
 * time is on hover.
 */
export function Timestamp({ at }: { at: Date }) {
  const [text, setText] = useState(() => utc(at));
  useEffect(() => {
    setText(at.toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'short' }));
  }, [at]);
  return (
    <time dateTime={at.toISOString()} title={at.toISOString()}>
      {text}
    </time>
  );
}
