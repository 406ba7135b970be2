import { useActionData, useLoaderData } from '@remix-run/react';

/**
 * What the page's form was answered; or, where it came too late because the session was over, its draft.
 */
export function useFormReply<T>(): T | undefined {
  const answered = useActionData() as T | undefined;
  const page = useLoaderData() as { draft?: T | null } | undefined;
  return answered ?? page?.draft ?? undefined;
}
