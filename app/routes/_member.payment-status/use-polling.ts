import { useRevalidator } from '@remix-run/react';
import { useEffect, useState } from 'react';
import { loadWaiting } from '#app/connection/waiting.ts';

/** Times in milliseconds. */
const everyMs = 2_000;
const longestMs = 3 * 60_000;

/**
 * Asks for the page's data again and again, as long as there is something to wait for.
 *
 * @returns whether it does; after a few minutes it has given up, and the page has a link to refresh it
 */
export function usePolling(awaited: boolean): boolean {
  const { revalidate } = useRevalidator();
  const [looking, setLooking] = useState(false);
  useEffect(() => {
    if (!awaited) return;
    const until = Date.now() + longestMs;
    setLooking(true);
    const timer = setInterval(() => {
      // What got no answer goes on, instead of being asked for once more.
      if (Date.now() < until) loadWaiting() || revalidate();
      else {
        clearInterval(timer);
        setLooking(false);
      }
    }, everyMs);
    return () => {
      clearInterval(timer);
      setLooking(false);
    };
  }, [awaited, revalidate]);
  return looking;
}
