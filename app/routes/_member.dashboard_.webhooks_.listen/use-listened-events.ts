import { useRevalidator } from '@remix-run/react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { paths } from '#app/paths.ts';
import { mergeEvents, type StreamedEvents } from '#app/webhooks/listening.ts';
import type { ListenedEvent } from '#domain/webhooks/listening/contract.browser.ts';
import type { ListenerView } from './load-listener.server.ts';

/** Maximum number of streamed events that are kept, of all types. */
const maxKept = 200;

/** Delay before the stream is opened again, in milliseconds: after its end, and after an error response. */
const reopenMs = { ended: 1_000, refused: 15_000 };

type Connection = 'connecting' | 'live' | 'refused';

/**
 * The page's events, and those that the stream sends while listening is on. When listening ends, or the server rejects the
 * stream, the hook reloads the page's data.
 */
export function useListenedEvents({ mode, listener, events: loaded, type }: ListenerView): {
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
