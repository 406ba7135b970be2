import { type DefaultValue, useForm } from '@conform-to/react';
import { z } from 'zod';
import { type FormSchema, htmlConstraints } from './constraints.ts';
import { parseForm } from './parse-form.ts';
import type { FormReply } from './reply.ts';
import { useFormReply } from './use-form-reply.ts';

// In a browser zod would try whether it may compile its checks, which the content policy refuses.
if (typeof document !== 'undefined') z.config({ jitless: true });

type Options<S extends FormSchema> = {
  /** Its id on the page, the same as in `submit`. */
  id: string;
  schema: S;
  defaultValue?: DefaultValue<z.input<S>>;
};

/** A form that the browser, this script and the server check by one schema. */
export function useValidatedForm<S extends FormSchema>({ id, schema, defaultValue }: Options<S>) {
  const reply = useReplyOf(id);
  const [form, fields] = useForm<z.input<S>, z.output<S>>({
    id,
    lastResult: reply?.result,
    defaultValue,
    constraint: htmlConstraints(schema) as Parameters<typeof useForm<z.input<S>>>[0]['constraint'],
    onValidate: ({ formData }) => parseForm(formData, schema),
    // What is left is checked by `ValidatedForm`, which waits for a button that is pressed.
    shouldValidate: 'onSubmit',
    shouldRevalidate: 'onInput',
    defaultNoValidate: false,
  });
  return { form, fields, reply };
}

/** What this form was answered, if it was this one. */
function useReplyOf(id: string): FormReply | undefined {
  const answer = useFormReply<Partial<FormReply>>();
  return answer?.formId === id ? (answer as FormReply) : undefined;
}
