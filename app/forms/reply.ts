import type { SubmissionResult } from '@conform-to/react';
import type { Toast } from '#app/session/toast.ts';

/** What a form that could not be carried out is answered. */
export type FormReply = {
  /** Which of the page's forms it was. */
  formId: string;
  result: SubmissionResult;
  toast?: Toast;
};
