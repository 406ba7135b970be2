import { useEffect, useRef } from 'react';
import { ToastCard, useShowToast } from '#app/components/toasts.tsx';
import { describeWaiting, sendWaiting, useWaiting, type Waiting } from './waiting.ts';

/**
 * Says that requests got no answer, and offers to send them again. It stays as long as they wait; what the
 * form says of its own failure is a toast like others.
 */
export function WaitingToasts() {
  const waiting = useWaiting();
  const showToast = useShowToast();
  const shown = useRef(new WeakSet<Waiting>());
  useEffect(() => {
    for (const request of waiting) {
      if (shown.current.has(request)) continue;
      shown.current.add(request);
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
