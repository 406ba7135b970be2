import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { findEndpoints } from './find-endpoints.server.ts';
import { serve } from './serve.server.ts';
import { serveNotFound } from './serve-not-found.server.ts';

/**
 * The loader and action of everything below `/api/v1`: finds the endpoints of the path, and serves the call.
 */
export function serveProgram(args: LoaderFunctionArgs | ActionFunctionArgs): Promise<Response> {
  const found = findEndpoints(new URL(args.request.url).pathname);
  if (!found) return serveNotFound();
  return serve(...found.endpoints)({ ...args, params: found.params });
}
