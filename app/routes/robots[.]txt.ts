import { paths } from '#app/paths.ts';
import { serverSettings } from '#platform/server-settings.ts';

/** Private pages and APIs; each line applies to all paths with this prefix. */
const closed = [paths.dashboard(), '/api/', '/auth/', '/payment'];

/** Crawling rules and the address of the sitemap. */
export function loader() {
  const lines = [
    'User-agent: *',
    ...closed.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${serverSettings.PUBLIC_URL}${paths.sitemap}`,
    '',
  ];
  return new Response(lines.join('\n'), {
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'public, max-age=3600',
    },
  });
}
