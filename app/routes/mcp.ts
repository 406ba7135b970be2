import type { LoaderFunctionArgs } from '@remix-run/node';
import type { ApiRequestContext } from '#platform/http/fetch-adapter.ts';

/** Serves agents. The server's code is loaded at the first request, because most installations have no agents. */
export async function loader({ request, context }: LoaderFunctionArgs): Promise<Response> {
  const { serveMcp } = await import('#app/mcp/serve-mcp.server.ts');
  return serveMcp(request, context as ApiRequestContext);
}

export const action = loader;
