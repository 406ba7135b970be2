import { useEffect, useState } from 'react';
import { paths } from '#app/paths.ts';
import { isFinal, type TrackedMessage } from './contract.ts';

/**
 * Subscribes to a message until its status is final, or the server ends the stream after a minute.
 *
 * @param start the message as loaded
 * @returns the current message, whether it is updated live, and whether the server rejected the subscription
 */
export function useMessageUpdates(start: TrackedMessage): {
  message: TrackedMessage;
  live: boolean;
  refused: boolean;
} {
  const [message, setMessage] = useState(start);
  const [live, setLive] = useState(false);
  const [refused, setRefused] = useState(false);
  const over = isFinal(start);
  useEffect(() => {
    setMessage(start);
    setRefused(false);
    if (over) return;
    const source = new EventSource(paths.follow(start._id));
    source.onopen = () => setLive(true);
    source.onmessage = ({ data }) => setMessage(JSON.parse(data));
    const end = () => {
      source.close();
      setLive(false);
    };
    source.addEventListener('end', end);
    // The browser reconnects automatically after a lost connection, but not after an error response.
    source.onerror = () => {
      setLive(false);
      setRefused(source.readyState === EventSource.CLOSED);
    };
    return end;
  }, [start, over]);
  return { message, live, refused };
}
