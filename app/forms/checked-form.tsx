import { type FormMetadata, getFormProps } from '@conform-to/react';
import { Form } from '@remix-run/react';
import type { FormEvent, ReactNode } from 'react';
import { AnswerToast } from '#app/components/toasts.tsx';
import { FormFaults } from './form-faults.tsx';
import type { FormReply } from './reply.ts';

type CheckedFormProps = {
  // biome-ignore lint/suspicious/noExplicitAny: a form of any schema
  form: FormMetadata<any>;
  reply: FormReply | undefined;
  /** Called when the form is sent, whatever the checks say. */
  onSend?: (form: HTMLFormElement) => void;
  /** How it is sent where it has files. */
  encType?: 'multipart/form-data';
  className?: string;
  children: ReactNode;
};

/** The element of `useCheckedForm`: posts to its own page, and says what is wrong as a whole. */
export function CheckedForm({
  form,
  reply,
  onSend,
  encType,
  className,
  children,
}: CheckedFormProps) {
  const { onSubmit, ...props } = getFormProps(form);
  return (
    <Form
      {...props}
      className={className ?? 'grid gap-5'}
      encType={encType}
      method="post"
      onSubmit={(event: FormEvent<HTMLFormElement>) => {
        if (isSent(event)) onSend?.(event.currentTarget);
        onSubmit(event);
      }}
    >
      <FormFaults id={form.errorId} faults={form.errors} />
      {children}
      <AnswerToast toast={reply?.toast} />
    </Form>
  );
}

/** Conform checks a field by submitting the form with an intent, which goes nowhere. */
function isSent({ nativeEvent }: FormEvent): boolean {
  const { submitter } = nativeEvent as SubmitEvent;
  return submitter?.getAttribute('name') !== '__intent__';
}
