import { useNavigation } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { useFormReply } from './use-form-reply.ts';

/**
 * Puts a form that was carried out back to what its page holds: where a redirect leads to the page that it was sent
 * from, its fields are the same elements, and passwords would stay in them.
 *
 * @returns what notes that the form is sent
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
