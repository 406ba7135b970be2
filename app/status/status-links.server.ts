import { paths } from '#app/paths.ts';
import { siteSettings } from '#app/site/settings.server.ts';
import { serverSettings } from '#platform/server-settings.ts';

/** The addresses that the status page contains when a web server serves it. The static copy has other addresses. */
export const statusLinks = () => ({
  style: paths.statusStyle,
  feed: paths.statusFeed,
  summary: paths.statusSummary,
  home: paths.home,
  canonical: serverSettings.PUBLIC_URL + paths.status,
  socialImage: `${serverSettings.PUBLIC_URL}/social.png`,
  copy: siteSettings.STATUS_COPY_URL ?? null,
});

/** How long browsers and proxies may reuse a response about the status, in seconds. */
const maxAgeSeconds = 10;

/** The response with a rendered status. It is the same for everyone, and other sites may read it. */
export const statusResponse = (body: string, type: string): Response =>
  new Response(body, {
    headers: {
      'content-type': type,
      'cache-control': `public, max-age=${maxAgeSeconds}`,
      'access-control-allow-origin': '*',
    },
  });

/** The response while this web server has no status, because it has not reached the database yet. */
export const unknownStatusResponse = (body: string, type: string): Response =>
  new Response(body, {
    status: 503,
    headers: { 'content-type': type, 'cache-control': 'no-store', 'retry-after': '10' },
  });
