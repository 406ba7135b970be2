import { useRevalidator } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import type { EventView } from './load-event.server.ts';

/** How often the page asks for an event that is due, in milliseconds, and how many times at most. */
const pollMs = 1_000;
const maxPolls = 30;

/** Loads the page again while an attempt is due or running; not for ever, as an endpoint that fails may be paused. */
export function useEventUpdates({ _id, status, nextAttemptAt, attempts }: EventView['event']) {
  const { revalidate, state } = useRevalidator();
  const polls = useRef({ of: '', count: 0 });
  const place = `${_id} ${attempts}`;
  useEffect(() => {
    if (polls.current.of !== place) polls.current = { of: place, count: 0 };
    const isDue = status === 'pending' && Date.parse(nextAttemptAt ?? '') <= Date.now() + pollMs;
    if (!isDue || state !== 'idle' || polls.current.count >= maxPolls) return;
    const timer = setTimeout(() => {
      polls.current.count += 1;
      revalidate();
    }, pollMs);
    return () => clearTimeout(timer);
  }, [place, status, nextAttemptAt, state, revalidate]);
}
