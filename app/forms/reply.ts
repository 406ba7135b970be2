import type { SubmissionResult } from '@conform-to/react';
import type { Toast } from '#app/session/toast.ts';

/** The reply to a form that could not be processed. */
export type FormReply = {
  /** The id of the form on the page. */
  formId: string;
  result: SubmissionResult;
  toast?: Toast;
};
