import type { LoaderFunctionArgs } from '@remix-run/node';
import { dateInIndia } from '#app/keys/expiry-day.ts';
import { paths } from '#app/paths.ts';
import { requireSignedInUser } from '#app/session/session.server.ts';
import { redirectWithToast } from '#app/session/toast.server.ts';
import { openArchive } from '#domain/messaging/account-data/export/read-archive.server.ts';
import { DomainError } from '#domain/shared/errors.ts';
import { safeText } from '#domain/shared/text.ts';
import { logger } from '#platform/logger.ts';

/** An invalid id is treated as unknown. */
const exportName = safeText.max(64).catch('');

/** The archive of a user's own export; leads to its page if it is over, or the sign-in is not recent. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const signedIn = await requireSignedInUser(request);
  try {
    const archive = await openArchive(signedIn, exportName.parse(params.exportId));
    const name = `dakiya-account-${dateInIndia(archive.createdAt)}.zip`;
    return new Response(toStream(archive.chunks, request.signal, context.drained), {
      headers: {
        'content-type': 'application/zip',
        'content-length': String(archive.size),
        'content-disposition': `attachment; filename="${name}"`,
        'cache-control': 'no-store, no-transform',
      },
    });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const message = error.message;
    return redirectWithToast(paths.exportData, { type: 'error', title: 'Not downloaded', message });
  }
}

/** Streams a chunk once the previous one has been sent, and stops when the client disconnects. */
function toStream(
  chunks: AsyncGenerator<Uint8Array>,
  signal: AbortSignal,
  drained: () => Promise<void> = async () => undefined,
): ReadableStream<Uint8Array> {
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          await drained();
          const { value, done } = signal.aborted ? await chunks.return(null) : await chunks.next();
          if (done) controller.close();
          else controller.enqueue(value);
        } catch (error) {
          logger.error({ error }, 'download of an export aborted');
          controller.error(error);
        }
      },
      cancel: async () => {
        await chunks.return(null);
      },
    },
    // Do not read ahead.
    { highWaterMark: 0 },
  );
}
