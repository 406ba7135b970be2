import { formatDuration } from '#domain/shared/format.browser.ts';
import type { EventOutput } from '#domain/webhooks/contract.browser.ts';

const colours: Record<EventOutput['status'], string> = {
  pending: 'text-airmail',
  delivered: 'text-good',
  failed: 'text-bad',
  discarded: 'text-faint',
};

export const eventStates = Object.keys(colours) as EventOutput['status'][];

type EventStampProps = { event: Pick<EventOutput, 'status' | 'attempts'> };

/**
 * The state of an event as a stamp. If a further attempt is due, the stamp says that the event is being
 * retried.
 */
export const EventStamp = ({ event: { status, attempts } }: EventStampProps) =>
  status === 'pending' && attempts > 0 ? (
    <span className="stamp text-waiting">retrying</span>
  ) : (
    <span className={`stamp ${colours[status]}`}>{status}</span>
  );

type AnswerProps = { status: number | null; error: string | null; durationMs: number | null };

/** The result of an attempt, in one line. */
export function Answer({ status, error, durationMs }: AnswerProps) {
  return (
    <>
      {status === null ? null : (
        <code className={`font-mono text-xs ${error === null ? '' : 'text-bad'}`}>{status}</code>
      )}
      {status === null && error !== null ? <span className="text-bad">No answer</span> : null}
      {durationMs === null ? null : (
        <span className="text-faint"> in {formatDuration(durationMs)}</span>
      )}
    </>
  );
}

/** Control characters other than tab and newline, and characters that change the direction of the following text. */
const hidden =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what it looks for
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Makes text from outside safe to show: U+FFFD replaces invisible characters and those that change the text direction. */
export const visibleText = (text: string): string =>
  text.replaceAll('\r\n', '\n').replace(hidden, '\ufffd');
