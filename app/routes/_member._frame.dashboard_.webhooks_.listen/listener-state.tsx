import { Link } from '@remix-run/react';
import { Timestamp } from '#app/components/timestamp.tsx';
import { useHydrated } from '#app/components/use-hydrated.ts';
import { listenLimits } from '#app/webhooks/listening.ts';
import {
  type Listener,
  maxListened,
  maxShown,
  readableMinutes,
} from '#domain/notifications/webhooks/listening/contract.browser.ts';
import { formatCount } from '#domain/shared/format-number.browser.ts';
import type { useListenedEvents } from './use-listened-events.ts';

type ListenerStateProps = {
  listener: Listener;
  connection: ReturnType<typeof useListenedEvents>['connection'];
  /** Events that the page shows. */
  shown: number;
  /** Events that have come since the list was paused; null if it is not. */
  waiting: number | null;
  onPause: (paused: boolean) => void;
  /** The address of the page, to load it again. */
  here: string;
};

/** Whether the account listens and until when, and whether the list grows. */
export function ListenerState(props: ListenerStateProps) {
  const { listener, connection, shown, waiting, onPause, here } = props;
  const hydrated = useHydrated();
  const isLive = listener.isOpen && connection === 'live';
  return (
    <section aria-label="Listening" className="card grid min-w-0 gap-2 px-5 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <div className="grid gap-0.5 text-sm">
          <p>{listener.isOpen ? <Until endsAt={listener.endsAt} /> : <Ended {...listener} />}</p>
          <p className="text-xs text-faint" role="status">
            {countText(shown, waiting)}
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          {hydrated && listener.isOpen ? (
            <button
              className="button-quiet"
              onClick={() => onPause(waiting === null)}
              type="button"
            >
              {waiting === null ? 'Pause' : 'Continue'}
            </button>
          ) : null}
          {isLive ? null : (
            <Link className="button-quiet" preventScrollReset to={here}>
              Refresh
            </Link>
          )}
        </div>
      </div>
      {listener.isOpen && connection === 'refused' ? (
        <p className="text-xs text-faint">
          This page gets no live updates now: at most {listenLimits.perUser} of your pages and{' '}
          {listenLimits.perNetwork} pages on your network can have them at once, or the server
          cannot be reached. It tries again by itself; choose Refresh to see what has happened.
        </p>
      ) : null}
    </section>
  );
}

const Until = ({ endsAt }: Pick<Listener, 'endsAt'>) => (
  <>
    Listening until <Timestamp at={new Date(endsAt)} />, or {formatCount(maxListened)} events.
  </>
);

const Ended = ({ endsAt, isFull }: Pick<Listener, 'endsAt' | 'isFull'>) => (
  <>
    Listening {isFull ? `stopped after ${formatCount(maxListened)} events, ` : 'ended '}
    <Timestamp at={new Date(endsAt)} />. The events stay here for {readableMinutes} minutes.
  </>
);

function countText(shown: number, waiting: number | null): string {
  if (waiting !== null) {
    const some = waiting >= maxShown ? `${maxShown} or more` : String(waiting);
    return `Paused. New events since then: ${some}.`;
  }
  if (shown >= maxShown) return `The newest ${maxShown} events.`;
  return shown === 1 ? '1 event.' : `${shown} events.`;
}
