import { useRevalidator } from '@remix-run/react';
import { useEffect, useState } from 'react';
import { loadWaiting } from '#app/connection/waiting.ts';

/** In milliseconds. */
const everyMs = 2_000;
const maxDurationMs = 3 * 60_000;

/**
 * Reloads the page's data at intervals while `enabled`.
 *
 * @returns whether it is polling; it gives up after three minutes, and the page has a link to refresh
 */
export function usePolling(enabled: boolean): boolean {
  const { revalidate } = useRevalidator();
  const [isPolling, setIsPolling] = useState(false);
  useEffect(() => {
    if (!enabled) return;
    const until = Date.now() + maxDurationMs;
    setIsPolling(true);
    const timer = setInterval(() => {
      // If a load is waiting for the connection, it is retried instead of starting another.
      if (Date.now() < until) loadWaiting() || revalidate();
      else {
        clearInterval(timer);
        setIsPolling(false);
      }
    }, everyMs);
    return () => {
      clearInterval(timer);
      setIsPolling(false);
    };
  }, [enabled, revalidate]);
  return isPolling;
}
