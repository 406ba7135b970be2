import { usePreferences } from '#app/preferences/preferences.ts';
import { formatMoment, indiaZone, type TimeStyle } from '#domain/shared/format.browser.ts';

/** A time by the visitor's clock. The exact time, and that of the API, is on hover. */
export function Timestamp({ at, timeStyle }: { at: Date; timeStyle?: TimeStyle }) {
  const { zone } = usePreferences();
  const iso = at.toISOString();
  return (
    <time dateTime={iso} title={`${formatMoment(at, 'medium', zone)} in ${zone}, ${iso}`}>
      {formatMoment(at, timeStyle, zone)}
    </time>
  );
}

/** Names the zone of a page's times, once. Days are India's everywhere: quotas, charts and filters count them. */
export function TimeZoneNote({ className }: { className: string }) {
  const { zone } = usePreferences();
  return (
    <p className={`text-xs text-faint ${className}`}>
      {zone === indiaZone
        ? 'Times are India’s (IST, UTC+05:30).'
        : `Times are by your browser’s time zone, ${zone}. Days, as in charts, filters and usage months, are India’s (IST, UTC+05:30).`}
    </p>
  );
}
