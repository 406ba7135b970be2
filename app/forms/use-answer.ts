import { useActionData, useLoaderData } from '@remix-run/react';

/**
 * What the page's form was answered; or, where it came too late because the session was over, what
 * the page was left to show instead.
 */
export function useAnswer<T>(): T | undefined {
  const answered = useActionData() as T | undefined;
  const page = useLoaderData() as { unsent?: T | null } | undefined;
  return answered ?? page?.unsent ?? undefined;
}
