import type { LoaderFunctionArgs } from '@remix-run/node';
import { toClientAddresses } from '#app/session/to-client-addresses.ts';
import type { SignedInUser } from '#domain/identity/sessions/contract.ts';
import { describeUserAgent } from '#domain/identity/sessions/describe-user-agent.ts';
import type { Viewer } from '#domain/messaging/text-views/contract.ts';

/** A signed-in member, for the record of who has read texts: on a page, or in a file. */
export function toViewer(
  { userId, sessionId }: SignedInUser,
  { request, context }: Pick<LoaderFunctionArgs, 'request' | 'context'>,
  way: Viewer['way'],
): Viewer {
  const { clientAddress } = toClientAddresses(context);
  const device = describeUserAgent(request.headers.get('user-agent') ?? '');
  return { userId, id: sessionId, way, device, clientAddress };
}
