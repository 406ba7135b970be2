import { docsPassages } from '#app/content/search/docs-search.server.ts';

/** The texts of the documentation, of which the browser makes its index once somebody searches. */
export function loader() {
  return Response.json(docsPassages(), { headers: { 'cache-control': 'public, max-age=600' } });
}
