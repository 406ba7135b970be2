import { docsPassages } from '#app/content/read-docs.server.ts';

/** Returns the passages of the documentation, from which the browser builds its search index. */
export function loader() {
  return Response.json(docsPassages(), { headers: { 'cache-control': 'public, max-age=600' } });
}
