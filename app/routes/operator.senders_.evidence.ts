import { loadForOperator } from '#app/operator/operator-route.server.ts';
import { readEvidence } from '#domain/dlt/registry/header-decisions.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import { isStorable } from '#platform/storable-text.browser.ts';

/**
 * The file with which an account proves that it owns a header. It is downloaded, never shown as a page, because strangers
 * uploaded it.
 */
export const loader = loadForOperator('senders.read', async (_, { request }) => {
  const { searchParams } = new URL(request.url);
  const [account = '', header = ''] = ['account', 'header'].map(
    (name) => searchParams.get(name) ?? '',
  );
  if (!isStorable(account + header)) throw new Response(null, { status: 404 });
  try {
    const { name, type, bytes } = await readEvidence(account, header);
    return new Response(new Uint8Array(bytes), {
      headers: {
        'content-type': type,
        // RFC 8187. Stored names have no quotes, slashes and control characters.
        'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
        'cache-control': 'no-store',
        'content-security-policy': "default-src 'none'; sandbox",
      },
    });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    throw new Response(null, { status: 404 });
  }
});
