import type { LoaderFunctionArgs } from '@remix-run/node';
import { logger } from '#platform/logger.ts';

type FileOptions = {
  name: string;
  /** The media type of the file; for a text, with its charset. */
  type: string;
  /** The size of the file in bytes, if it is known. */
  size?: number;
};

type Chunks = AsyncGenerator<string | Uint8Array>;

/**
 * Responds with a file that is generated during the download: each chunk is read after the previous chunk was
 * sent.
 */
export function streamFile(
  chunks: Chunks,
  { request, context }: Pick<LoaderFunctionArgs, 'request' | 'context'>,
  { name, type, size }: FileOptions,
): Response {
  return new Response(toStream(chunks, request.signal, context.drained), {
    headers: {
      'content-type': type,
      ...(size !== undefined && { 'content-length': String(size) }),
      'content-disposition': `attachment; filename="${name}"`,
      // Keeps proxies from compressing or buffering the stream.
      'cache-control': 'no-store, no-transform',
    },
  });
}

/** Stops when the client disconnects. */
function toStream(
  chunks: Chunks,
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
          else controller.enqueue(typeof value === 'string' ? encoder.encode(value) : value);
        } catch (error) {
          logger.error({ error }, 'the export of a file failed');
          controller.error(error);
        }
      },
      cancel: async () => {
        await chunks.return(null);
      },
    },
    // The stream must not read ahead of the client.
    { highWaterMark: 0 },
  );
}

/** Responds to a request for a file that cannot be generated. */
export const refuseFile = (text: string): Response =>
  new Response(`${text}\n`, {
    status: 400,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  });
