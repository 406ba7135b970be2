import type { LoaderFunctionArgs } from '@remix-run/node';
import { findAvatar } from '#domain/identity/accounts/stored-avatar.server.ts';

const fileName = /^([\w-]{24})\.webp$/;

/**
 * A user's picture, for whoever has its address, which nobody can guess. Under one address it is always
 * the same, so that a browser need not ask again; what stands in between is not to keep it for when it
 * was replaced or removed.
 */
export async function loader({ params }: LoaderFunctionArgs) {
  const [, name] = fileName.exec(params.file ?? '') ?? [];
  const bytes = name === undefined ? null : await findAvatar(name);
  if (!bytes) throw new Response(null, { status: 404, headers: { 'cache-control': 'no-store' } });
  return new Response(bytes, {
    headers: {
      'content-type': 'image/webp',
      'content-length': String(bytes.byteLength),
      'content-disposition': 'inline',
      'cache-control': 'private, max-age=31536000, immutable',
      // Programs that ask for a user may show the picture in pages of their own.
      'cross-origin-resource-policy': 'cross-origin',
    },
  });
}
