import type { SubmissionResult } from '@conform-to/react';
import { useActionData, useLoaderData } from '@remix-run/react';
import type { Toast } from '#app/session/toast.ts';

/** The reply to a form that could not be processed. */
export type FormReply = {
  /** The id of the form on the page. */
  formId: string;
  result: SubmissionResult;
  toast?: Toast;
};

/** The reply to the page's form, or its draft if it was submitted after the session had expired. */
export function useFormReply<T>(): T | undefined {
  const answered = useActionData() as T | undefined;
  const page = useLoaderData() as { draft?: T | null } | undefined;
  return answered ?? page?.draft ?? undefined;
}
