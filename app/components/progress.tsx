import { Link, useRevalidator } from '@remix-run/react';
import { useEffect } from 'react';
import { useHydrated } from '#app/request-context.ts';

/** Loads the page again, for browsers without JavaScript. */
export function ProgressLink() {
  const hydrated = useHydrated();
  if (hydrated) return null;
  return (
    <Link className="link justify-self-start py-0.5 text-sm" reloadDocument to="">
      Show the progress
    </Link>
  );
}

type Progress = {
  /** Whether the task is running. */
  isRunning: boolean;
  /** Interval between two loads, in milliseconds. */
  everyMs: number;
  isIdle: boolean;
  load: () => void;
};

/**
 * Reloads the progress of a running task. Without JavaScript, the visitor uses `ProgressLink`. The timer repeats,
 * because the effect may not run again after a load: if React renders the start and the end of the load together,
 * `isIdle` does not change.
 */
export function useProgress({ isRunning, everyMs, isIdle, load }: Progress): void {
  useEffect(() => {
    if (!isRunning || !isIdle) return;
    const timer = setInterval(load, everyMs);
    return () => clearInterval(timer);
  }, [isRunning, everyMs, isIdle, load]);
}

/** Like `useProgress`, but reloads all data of the page. */
export function usePageProgress(isRunning: boolean, everyMs: number): void {
  const { revalidate, state } = useRevalidator();
  useProgress({ isRunning, everyMs, isIdle: state === 'idle', load: revalidate });
}
