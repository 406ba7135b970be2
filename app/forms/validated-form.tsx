import { type FormMetadata, getFormProps } from '@conform-to/react';
import { Form } from '@remix-run/react';
import { type FocusEvent, type FormEvent, type ReactNode, useEffect } from 'react';
import { ServerToast } from '#app/components/toasts.tsx';
import { isCheck } from '#app/connection/sent-form.ts';
import { describeReason, useWaitingForm } from '#app/connection/waiting.ts';
import { afterPress, watchPresses } from './after-press.ts';
import { useClearAfterRedirect } from './clear-after-redirect.ts';
import { FormErrors } from './form-errors.tsx';
import type { FormReply } from './reply.ts';

type CheckedFormProps = {
  // biome-ignore lint/suspicious/noExplicitAny: a form of any schema
  form: FormMetadata<any>;
  reply: FormReply | undefined;
  /** What is said if it could not be carried out, and nobody says why. */
  fallback?: string;
  /** Called when the form is sent, whatever the checks say. */
  onSend?: (form: HTMLFormElement) => void;
  /** How it is sent where it has files. */
  encType?: 'multipart/form-data';
  className?: string;
  children: ReactNode;
};

/** The element of `useValidatedForm`: posts to its own page, and says what is wrong as a whole. */
export function ValidatedForm({
  form,
  reply,
  fallback,
  onSend,
  encType,
  className,
  children,
}: CheckedFormProps) {
  useEffect(watchPresses, []);
  useEffect(() => noteTyped(form.id), [form.id]);
  /** Checks a field that was left. What is said of it already goes when it is typed in. */
  const checkLeft = ({ target }: FocusEvent) => {
    if (!isField(target)) return;
    const { name } = target;
    afterPress(() => {
      const hasFault = form.getFieldset()[name]?.errors?.length;
      if (!hasFault && target.isConnected) form.validate({ name });
    });
  };
  const { onSubmit, ...props } = getFormProps(form);
  const noteSent = useClearAfterRedirect(form.id);
  const waiting = useWaitingForm(form.id);
  const faults = waiting ? [describeReason(waiting)] : form.errors;
  return (
    <Form
      {...props}
      // Of two forms that take turns in one place none is to keep what was typed into the other.
      key={form.id}
      className={className ?? 'grid gap-5'}
      data-fallback={fallback}
      encType={encType}
      method="post"
      onBlur={checkLeft}
      onSubmit={(event: FormEvent<HTMLFormElement>) => {
        if (isSent(event)) onSend?.(event.currentTarget);
        onSubmit(event);
        if (isSent(event) && !event.defaultPrevented) noteSent();
      }}
    >
      <FormErrors id={form.errorId} faults={faults} />
      {children}
      <ServerToast toast={reply?.toast} />
    </Form>
  );
}

/** Tells the form what was typed before its script ran, of which it heard nothing. */
function noteTyped(formId: string): void {
  const form = document.getElementById(formId);
  if (!(form instanceof HTMLFormElement)) return;
  for (const element of form.elements) {
    if (isTyped(element)) element.dispatchEvent(new Event('input', { bubbles: true }));
  }
}

const isTyped = (element: Element) =>
  (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) &&
  element.type !== 'file' &&
  element.value !== element.defaultValue;

const isSent = ({ nativeEvent }: FormEvent) => !isCheck(nativeEvent as SubmitEvent);

type FieldElement = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const isField = (target: EventTarget): target is FieldElement =>
  (target instanceof HTMLInputElement ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement) &&
  target.name !== '';
