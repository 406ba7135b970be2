import { usePreferences } from '#app/preferences/preferences.ts';
import { formatMoment, indiaZone, type TimeStyle } from '#domain/shared/format.browser.ts';

/** A time in the visitor's time zone. Hovering shows the exact time in this zone, and in UTC in the API's format. */
export function Timestamp({ at, timeStyle }: { at: Date; timeStyle?: TimeStyle | undefined }) {
  const { zone } = usePreferences();
  const iso = at.toISOString();
  return (
    <time dateTime={iso} title={`${formatMoment(at, 'medium', zone)} in ${zone}, ${iso}`}>
      {formatMoment(at, timeStyle, zone)}
    </time>
  );
}

/**
 * Names the time zone in which a page shows times. Days are always Indian days, because quotas, charts and filters count
 * Indian days.
 */
export function TimeZoneNote({ className }: { className: string }) {
  const { zone } = usePreferences();
  return (
    <p className={`text-xs text-faint ${className}`}>
      {zone === indiaZone
        ? 'Times are India’s (IST, UTC+05:30).'
        : `Times are in your browser’s time zone, ${zone}. Days, for example in charts, filters and usage months, are days in India (IST, UTC+05:30).`}
    </p>
  );
}
