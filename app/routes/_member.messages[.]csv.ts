import type { LoaderFunctionArgs } from '@remix-run/node';
import { dateInIndia } from '#app/keys/expiry-day.ts';
import { exportMessagesCsv } from '#app/messages/export-messages-csv.server.ts';
import { loadKeyNames } from '#app/messages/load-key-names.server.ts';
import { readFilter } from '#app/messages/read-filter.ts';
import { requireSignedInUser } from '#app/session/session.server.ts';
import { clock } from '#platform/clock.ts';
import { logger } from '#platform/logger.ts';

/** The messages that the filter leaves, as a file. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { userId } = await requireSignedInUser(request);
  const { narrowed, faults } = readFilter(new URL(request.url).searchParams);
  if (!narrowed) return refusal(Object.values(faults).join('. '));
  const pieces = exportMessagesCsv(userId, narrowed, await loadKeyNames(userId));
  return new Response(toStream(pieces, request.signal, context.drained), {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="dakiya-messages-${dateInIndia(clock.now())}.csv"`,
      // Compressing would collect what is to be passed on piece by piece.
      'cache-control': 'no-store, no-transform',
    },
  });
}

function refusal(text: string): Response {
  return new Response(`${text}.\n`, {
    status: 400,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  });
}

/** Gives out a piece when the one before has left, and none to who has gone. */
function toStream(
  pieces: AsyncGenerator<string>,
  signal: AbortSignal,
  drained: () => Promise<void> = async () => undefined,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          await drained();
          const { value, done } = signal.aborted ? await pieces.return(null) : await pieces.next();
          if (done) controller.close();
          else controller.enqueue(encoder.encode(value));
        } catch (error) {
          logger.error({ error }, 'CSV export aborted');
          controller.error(error);
        }
      },
      cancel: async () => {
        await pieces.return(null);
      },
    },
    // Nothing is read ahead.
    { highWaterMark: 0 },
  );
}
