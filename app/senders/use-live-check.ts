import { useEffect, useRef, useState } from 'react';
import type { CheckedMessage, CheckReply } from './contract.ts';
import { postCheck } from './post-check.ts';

/** How long nothing is typed before a message is checked, in milliseconds. */
const pauseMs = 300;

/**
 * Checks a message while it is typed. Only the last check counts: one that is still under way is cancelled.
 *
 * @param posted the result of the form that was posted last
 */
export function useLiveCheck(posted: CheckedMessage | undefined) {
  const [live, setLive] = useState<CheckReply | null>(null);
  const [isChecking, setIsChecking] = useState(false);
  const cancel = useRef<() => void>(() => undefined);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a posted form is newer than what was checked before
  useEffect(() => {
    cancel.current();
    setLive(null);
    setIsChecking(false);
  }, [posted]);
  useEffect(() => () => cancel.current(), []);

  function check(form: HTMLFormElement) {
    cancel.current();
    const fields = new FormData(form);
    if (fields.get('text') === '') {
      setLive({ checked: null, problem: null });
      setIsChecking(false);
      return;
    }
    const controller = new AbortController();
    const timer = setTimeout(async () => {
      const reply = await postCheck(fields, controller.signal).catch(ignoreAbort);
      if (reply === null || controller.signal.aborted) return;
      setLive(reply);
      setIsChecking(false);
    }, pauseMs);
    setIsChecking(true);
    cancel.current = () => {
      clearTimeout(timer);
      controller.abort();
    };
  }

  return { ...(live ?? { checked: posted ?? null, problem: null }), isChecking, check };
}

function ignoreAbort(error: unknown): null {
  if (error instanceof DOMException && error.name === 'AbortError') return null;
  throw error;
}
