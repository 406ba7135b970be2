import { useEffect, useRef } from 'react';
import { ToastCard, useShowToast } from '#app/components/toasts.tsx';
import { describeWaiting, sendWaiting, useWaiting, type Waiting } from './waiting.ts';

/**
 * Shows that requests failed, and offers to send them again. It stays as long as they wait; the message of a
 * failed form is an ordinary toast.
 */
export function WaitingToasts() {
  const waiting = useWaiting();
  const showToast = useShowToast();
  const announced = useRef(new WeakSet<Waiting>());
  useEffect(() => {
    for (const request of waiting) {
      if (announced.current.has(request)) continue;
      announced.current.add(request);
      const { why, fallback, trying } = request;
      if (why === 'lost' && fallback && !trying)
        showToast({ type: 'error', title: 'Error', message: fallback });
    }
  }, [waiting, showToast]);
  const last = waiting.at(-1);
  if (!last) return null;
  const failures = waiting.reduce((sum, request) => sum + request.failures, 0);
  return (
    <ToastCard
      action={{
        label: waiting.some(({ trying }) => trying) ? 'Trying...' : 'Try again',
        run: sendWaiting,
      }}
      key={failures}
      toast={{ type: 'error', title: 'Error', message: describeWaiting(last) }}
    />
  );
}
