import { type DefaultValue, useForm } from '@conform-to/react';
import { useActionData } from '@remix-run/react';
import type { z } from 'zod';
import { constraintsOf, type FormSchema } from './constraints.ts';
import { parseForm } from './parse-form.ts';
import type { FormReply } from './reply.ts';

type Options<S extends FormSchema> = {
  /** Its id on the page, the same as in `submit`. */
  id: string;
  schema: S;
  defaultValue?: DefaultValue<z.input<S>>;
};

/** A form that the browser, this script and the server check by one schema. */
export function useCheckedForm<S extends FormSchema>({ id, schema, defaultValue }: Options<S>) {
  const reply = useFormReply(id);
  const [form, fields] = useForm<z.input<S>, z.output<S>>({
    id,
    lastResult: reply?.result,
    defaultValue,
    constraint: constraintsOf(schema) as Parameters<typeof useForm<z.input<S>>>[0]['constraint'],
    onValidate: ({ formData }) => parseForm(formData, schema),
    shouldValidate: 'onBlur',
    shouldRevalidate: 'onInput',
    defaultNoValidate: false,
  });
  return { form, fields, reply };
}

/** What this form was answered, if it was this one. */
function useFormReply(id: string): FormReply | undefined {
  const answer = useActionData() as Partial<FormReply> | undefined;
  return answer?.formId === id ? (answer as FormReply) : undefined;
}
