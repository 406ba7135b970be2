import { useActionData, useLoaderData } from '@remix-run/react';

/** The reply to the page's form, or its draft if it was submitted after the session had expired. */
export function useFormReply<T>(): T | undefined {
  const answered = useActionData() as T | undefined;
  const page = useLoaderData() as { draft?: T | null } | undefined;
  return answered ?? page?.draft ?? undefined;
}
