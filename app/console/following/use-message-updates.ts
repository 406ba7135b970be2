import { useEffect, useState } from 'react';
import { paths } from '#app/paths.ts';
import { isFinal, type TrackedMessage } from './contract.ts';

/**
 * Follows a message until nothing more becomes of it, or the server ends it after a minute.
 *
 * @param start the message as the page has it
 * @returns the message as it is now, whether news of it come by themselves, and whether the server refused
 *   to send them
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
    // Where the connection broke the browser tries again by itself; where it was refused it does not.
    source.onerror = () => {
      setLive(false);
      setRefused(source.readyState === EventSource.CLOSED);
    };
    return end;
  }, [start, over]);
  return { message, live, refused };
}
