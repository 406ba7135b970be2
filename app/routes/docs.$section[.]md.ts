import type { LoaderFunctionArgs } from '@remix-run/node';
import { readDocsMarkdown } from '#app/content/read-docs.server.ts';

/** A section of the documentation as Markdown. */
export async function loader({ params }: LoaderFunctionArgs) {
  const markdown = await readDocsMarkdown(params.section ?? '');
  if (markdown === null) return new Response('There is no such page.\n', { status: 404 });
  return new Response(markdown, {
    headers: {
      'content-type': 'text/markdown; charset=utf-8',
      'cache-control': 'public, max-age=3600',
    },
  });
}
