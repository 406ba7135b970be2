import { paths } from '#app/paths.ts';
import { supportSettings } from '#domain/notifications/email/settings.ts';
import { clock } from '#platform/clock.browser.ts';
import { serverSettings } from '#platform/server-settings.ts';

/** RFC 9116, 2.5.5 recommends less than a year. The date is computed for each request. */
const validDays = 180;

/** Contact for security reports (RFC 9116). */
export function loader() {
  const expires = new Date(clock.now().getTime() + validDays * 86_400_000);
  const lines = [
    `Contact: mailto:${supportSettings.SUPPORT_EMAIL}`,
    `Expires: ${expires.toISOString().slice(0, 10)}T00:00:00.000Z`,
    'Preferred-Languages: en, hi',
    `Canonical: ${serverSettings.PUBLIC_URL}${paths.securityTxt}`,
    '',
  ];
  return new Response(lines.join('\n'), {
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'public, max-age=3600',
    },
  });
}
