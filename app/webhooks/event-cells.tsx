import type { EventOutput } from '#domain/webhooks/contract.browser.ts';

const colours: Record<EventOutput['status'], string> = {
  pending: 'text-airmail',
  delivered: 'text-good',
  failed: 'text-bad',
  discarded: 'text-faint',
};

/** All states of an event. */
export const eventStates = Object.keys(colours) as EventOutput['status'][];

/** The state of an event as a stamp. */
export const EventStamp = ({ state }: { state: EventOutput['status'] }) => (
  <span className={`stamp ${colours[state]}`}>{state}</span>
);

type AnswerProps = { status: number | null; error: string | null; durationMs: number | null };

/** How an attempt ended, in a line. */
export function Answer({ status, error, durationMs }: AnswerProps) {
  return (
    <>
      {status === null ? null : (
        <code className={`font-mono text-xs ${error === null ? '' : 'text-bad'}`}>{status}</code>
      )}
      {status === null && error !== null ? <span className="text-bad">No answer</span> : null}
      {durationMs === null ? null : (
        <span className="text-faint"> in {durationText(durationMs)}</span>
      )}
    </>
  );
}

/** Formats a duration, such as `87 ms` or `1.4 s`. */
export const durationText = (ms: number): string =>
  ms < 1_000 ? `${ms} ms` : `${(Math.round(ms / 100) / 10).toFixed(1)} s`;
