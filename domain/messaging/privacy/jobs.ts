import { z } from 'zod';
import type { JobContract } from '#platform/queue.server.ts';

const payload = z.object({ erasureId: z.string() });

/** Erases a portion of a recipient's messages; it runs again until none is left. */
export const eraseRecipientJob: JobContract<z.output<typeof payload>> = {
  queue: 'erasures',
  name: 'erase-recipient',
  payload,
  jobId: ({ erasureId }) => erasureId,
};
