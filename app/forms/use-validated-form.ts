import type { SubmissionResult } from '@conform-to/react';
import { type DefaultValue, useForm } from '@conform-to/react';
import { useActionData, useLoaderData } from '@remix-run/react';
import type { z } from 'zod';
import type { Toast } from '#app/components/toasts.tsx';
import { type FormSchema, htmlConstraints, parseForm } from './parse-form.ts';

type Options<S extends FormSchema> = {
  /** The id of the form on its page, the same as in `submit`. */
  id: string;
  schema: S;
  defaultValue?: DefaultValue<z.input<S>>;
};

/** A form that browser, script and server validate with the same schema. */
export function useValidatedForm<S extends FormSchema>({ id, schema, defaultValue }: Options<S>) {
  const reply = useOwnReply(id);
  const [form, fields] = useForm<z.input<S>, z.output<S>>({
    id,
    lastResult: reply?.result,
    defaultValue,
    constraint: htmlConstraints(schema) as Parameters<typeof useForm<z.input<S>>>[0]['constraint'],
    onValidate: ({ formData }) => parseForm(formData, schema),
    // `ValidatedForm` validates fields on blur, but not before the click of a pressed button.
    shouldValidate: 'onSubmit',
    shouldRevalidate: 'onInput',
    defaultNoValidate: false,
  });
  return { form, fields, reply };
}

/** The reply to the form with this id; undefined if the page has a reply to another form. */
export function useOwnReply(id: string): FormReply | undefined {
  const answer = useFormReply<Partial<FormReply>>();
  return answer?.formId === id ? (answer as FormReply) : undefined;
}

/** The reply to a form that could not be processed. */
export type FormReply = {
  /** The id of the form on the page. */
  formId: string;
  result: SubmissionResult;
  toast?: Toast;
};

/**
 * The reply to the page's form, or the draft of a form that was submitted after the session had expired.
 */
export function useFormReply<T>(): T | undefined {
  const answered = useActionData() as T | undefined;
  const page = useLoaderData() as { draft?: T | null } | undefined;
  return answered ?? page?.draft ?? undefined;
}
