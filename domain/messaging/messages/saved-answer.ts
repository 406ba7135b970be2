import { query } from '#platform/db.ts';
import type { AcceptedMessageOutput, BatchResult } from './outputs.ts';

/**
 * A response as it is saved for repeats: without the number and the text, which are the message's own. An erasure, which
 * takes them from the message, need not look through saved responses.
 */
export const toSavedAnswer = (answer: AcceptedMessageOutput) => ({
  ...answer,
  recipient: null,
  content: null,
});

export const toSavedAnswers = (answers: BatchResult[]) =>
  answers.map((one) =>
    one.status === 'success' ? { ...one, data: toSavedAnswer(one.data) } : one,
  );

type Saved = ReturnType<typeof toSavedAnswer>;

/** A saved response with number and text again, as the messages have them now. */
export async function restoreAnswer(saved: unknown): Promise<AcceptedMessageOutput> {
  const one = saved as Saved;
  const restore = await readOwn([one]);
  return restore(one);
}

export async function restoreAnswers(saved: unknown): Promise<BatchResult[]> {
  const answers = saved as ReturnType<typeof toSavedAnswers>;
  const restore = await readOwn(
    answers.flatMap((one) => (one.status === 'success' ? one.data : [])),
  );
  return answers.map((one) =>
    one.status === 'success' ? { ...one, data: restore(one.data) } : one,
  );
}

const statement = 'SELECT id, recipient, content FROM messages WHERE id = ANY ($1::text[])';

async function readOwn(answers: Saved[]): Promise<(saved: Saved) => AcceptedMessageOutput> {
  const ids = answers.map(({ _id }) => _id);
  const rows = await query<{ id: string; recipient: string; content: string | null }>(
    'read-own-of-answers',
    statement,
    [ids],
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return (saved) => {
    const { recipient = '', content = null } = byId.get(saved._id) ?? {};
    return { ...saved, recipient, content };
  };
}
