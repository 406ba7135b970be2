import type { LoaderFunctionArgs } from '@remix-run/node';
import { findAvatar } from '#domain/identity/accounts/update-user.ts';

const fileName = /^([\w-]{24})\.webp$/;

/**
 * Serves a user's picture to anyone who has its unguessable address. The content of an address never changes, so browsers
 * may cache it. Shared caches must not, because the user may replace or remove the picture.
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
      // API clients may show the picture in their own pages.
      'cross-origin-resource-policy': 'cross-origin',
    },
  });
}
