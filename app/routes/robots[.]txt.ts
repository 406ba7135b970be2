import { paths } from '#app/paths.ts';
import { serverSettings } from '#platform/server-settings.ts';

/** What is for one person or for programs; each line counts for all that begins with it. */
const closed = [paths.dashboard(), '/api/', '/auth/', '/payment'];

/** Tells search engines what to leave alone, and where the list of pages is. */
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
