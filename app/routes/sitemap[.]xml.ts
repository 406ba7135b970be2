import { paths } from '#app/paths.ts';
import { readEventTypes, readOperationGroups } from '#app/reference/read-operations.server.ts';
import { publicPages } from '#app/site/public-pages.ts';
import { serverSettings } from '#platform/server-settings.ts';

/** The sitemap of public pages (https://www.sitemaps.org/protocol.html). */
export async function loader() {
  const groups = await readOperationGroups();
  const operations = groups.flatMap((group) => group.operations.map(({ id }) => id));
  const pages = publicPages([...operations, ...(await readEventTypes())]);
  const urls = [...pages, paths.status].map(
    (path) => `  <url><loc>${escapeXml(serverSettings.PUBLIC_URL + path)}</loc></url>`,
  );
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...urls,
    '</urlset>',
    '',
  ];
  return new Response(lines.join('\n'), {
    headers: {
      'content-type': 'application/xml; charset=utf-8',
      'cache-control': 'public, max-age=3600',
    },
  });
}

const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
