import type { LoaderFunctionArgs } from '@remix-run/node';
import { dateInIndia } from '#app/keys/expiry-day.ts';
import { exportMessagesCsv } from '#app/messages/export-messages-csv.server.ts';
import { loadKeyNames } from '#app/messages/load-key-names.server.ts';
import { readFilter } from '#app/messages/read-filter.ts';
import { requireSignedInUser } from '#app/session/session.server.ts';
import { clock } from '#platform/clock.ts';
import { logger } from '#platform/logger.ts';

/** Exports the filtered messages as CSV. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { userId } = await requireSignedInUser(request);
  const { narrowed, errors } = readFilter(new URL(request.url).searchParams);
  if (!narrowed) return rejectFilter(Object.values(errors).join('. '));
  const chunks = exportMessagesCsv(userId, narrowed, await loadKeyNames(userId));
  return new Response(toStream(chunks, request.signal, context.drained), {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="dakiya-messages-${dateInIndia(clock.now())}.csv"`,
      // Keeps proxies from compressing or buffering the stream.
      'cache-control': 'no-store, no-transform',
    },
  });
}

function rejectFilter(text: string): Response {
  return new Response(`${text}.\n`, {
    status: 400,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  });
}

/** Streams a chunk once the previous one has been sent, and stops when the client disconnects. */
function toStream(
  chunks: AsyncGenerator<string>,
  signal: AbortSignal,
  drained: () => Promise<void> = async () => undefined,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          await drained();
          const { value, done } = signal.aborted ? await chunks.return(null) : await chunks.next();
          if (done) controller.close();
          else controller.enqueue(encoder.encode(value));
        } catch (error) {
          logger.error({ error }, 'CSV export aborted');
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
