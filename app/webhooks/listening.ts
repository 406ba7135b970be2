import { useRevalidator } from '@remix-run/react';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Mode } from '#app/dashboard/mode.tsx';
import { paths } from '#app/paths.ts';
import type { EventType } from '#domain/webhooks/contract.browser.ts';
import {
  type ListenedEvent,
  type Listener,
  maxShown,
} from '#domain/webhooks/listening/contract.browser.ts';

/** The limits of one web process on open listening pages: per user, per network and in total. */
export const listenLimits = { perUser: 2, perNetwork: 10, inAll: 100 };

/**
 * The data of a stream: events, some of which the page may already have, and finally the end of listening.
 */
export type StreamedEvents = { events: ListenedEvent[]; isOver?: true };

/** Merges two lists of events without duplicates, newest first, and keeps only the newest events. */
export function mergeEvents(
  one: ListenedEvent[],
  other: ListenedEvent[],
  most = maxShown,
): ListenedEvent[] {
  const byId = new Map([...one, ...other].map((event) => [event._id, event]));
  // Ids begin with the time.
  return [...byId.values()].sort((a, b) => (a._id < b._id ? 1 : -1)).slice(0, most);
}

/** Maximum number of streamed events that are kept, of all types. */
const maxKept = 200;

/** Delay before the stream is opened again, in milliseconds: after its end, and after an error response. */
const reopenMs = { ended: 1_000, refused: 15_000 };

type Listened = {
  mode: Mode;
  /** Null if the account has never listened. */
  listener: (Listener & { lastId: string | null }) | null;
  events: ListenedEvent[];
  /** The type to which the page is filtered. */
  type: EventType | undefined;
};

type Connection = 'connecting' | 'live' | 'refused';

/**
 * The page's events, and those that the stream sends while listening is on. When listening ends, or the server rejects the
 * stream, the hook reloads the page's data.
 */
export function useListenedEvents({ mode, listener, events: loaded, type }: Listened): {
  events: ListenedEvent[];
  connection: Connection;
} {
  const [streamed, setStreamed] = useState<ListenedEvent[]>([]);
  const [connection, setConnection] = useState<Connection>('connecting');
  const [round, setRound] = useState(0);
  const { revalidate } = useRevalidator();
  const isOpen = listener?.isOpen ?? false;
  const events = useMemo(() => {
    const fitting = streamed.filter((event) => type === undefined || event.type === type);
    return mergeEvents(loaded, fitting);
  }, [loaded, streamed, type]);

  // The newest event of any type, regardless of the page's filter.
  const newest = useRef<string | null>(null);
  const ids = [listener?.lastId, streamed[0]?._id].filter((id) => typeof id === 'string');
  const lastId = ids.sort().at(-1) ?? null;
  useEffect(() => {
    newest.current = lastId;
  }, [lastId]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each round opens the stream again
  useEffect(() => {
    if (!isOpen) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const source = new EventSource(paths.webhookStream(mode, newest.current));
    const reopenIn = (ms: number) => {
      source.close();
      timer = setTimeout(() => {
        if (ms === reopenMs.refused) revalidate();
        setRound((before) => before + 1);
      }, ms);
    };
    source.onopen = () => setConnection('live');
    source.onmessage = ({ data }) => {
      const { events: more, isOver }: StreamedEvents = JSON.parse(data);
      setStreamed((before) => mergeEvents(before, more, maxKept));
      if (isOver) revalidate();
    };
    source.addEventListener('end', () => {
      setConnection('connecting');
      reopenIn(reopenMs.ended);
    });
    // The browser reconnects automatically after a lost connection, but not after an error response.
    source.onerror = () => {
      const isRefused = source.readyState === EventSource.CLOSED;
      setConnection(isRefused ? 'refused' : 'connecting');
      if (isRefused) reopenIn(reopenMs.refused);
    };
    return () => {
      clearTimeout(timer);
      source.close();
    };
  }, [isOpen, mode, round, revalidate]);

  return { events, connection };
}
