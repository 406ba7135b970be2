import { useNavigation } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { useFormReply } from './form-reply.ts';

/**
 * Resets a form after a redirect to its own page: React keeps its field elements, and passwords would stay in
 * them.
 *
 * @returns a function that records that the form is being submitted
 */
export function useClearAfterRedirect(formId: string): () => void {
  const sent = useRef(false);
  const { state } = useNavigation();
  const isAnswered = useFormReply() !== undefined;
  useEffect(() => {
    if (state !== 'idle' || !sent.current) return;
    sent.current = false;
    if (isAnswered) return;
    const form = document.getElementById(formId);
    if (form instanceof HTMLFormElement) form.reset();
  }, [state, isAnswered, formId]);
  return () => {
    sent.current = true;
  };
}
