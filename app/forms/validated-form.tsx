import {
  type DefaultValue,
  type FormMetadata,
  getFormProps,
  type SubmissionResult,
  useForm,
} from '@conform-to/react';
import { Form, useActionData, useLoaderData, useNavigation } from '@remix-run/react';
import {
  type ComponentProps,
  type FocusEvent,
  type FormEvent,
  type ReactNode,
  useEffect,
  useRef,
} from 'react';
import type { z } from 'zod';
import { Panel, type PanelProps } from '#app/components/disclosure.tsx';
import { ServerToast, type Toast } from '#app/components/toasts.tsx';
import { isCheck } from '#app/connection/sent-form.ts';
import { describeReason, useWaitingForm } from '#app/connection/waiting.ts';
import { FormIntent } from './buttons.tsx';
import { FormErrors } from './field.tsx';
import { type FormSchema, htmlConstraints, parseForm } from './parse-form.ts';

type Options<S extends FormSchema> = {
  /** The id of the form on its page, the same as in `submit`. */
  id: string;
  schema: S;
  defaultValue?: DefaultValue<z.input<S>>;
};

/** A form with one schema for all validation: by the browser itself, by our script and on the server. */
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
function useOwnReply(id: string): FormReply | undefined {
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

type ValidatedFormProps = {
  // biome-ignore lint/suspicious/noExplicitAny: a form of any schema
  form: FormMetadata<any>;
  /** The form's field `intent`, which distinguishes the forms of a page. */
  intent?: string;
  /** Error message for a failure without a known reason. */
  fallback?: string;
  /** Called on submit, even if the form is invalid. */
  onSend?: (form: HTMLFormElement) => void;
  /** Called on every input event. */
  onType?: (form: HTMLFormElement) => void;
  /** Needed for forms with files. */
  encType?: 'multipart/form-data';
  className?: string;
  children: ReactNode;
};

/**
 * The form element of `useValidatedForm`. Posts to the page of the form, and shows the errors of the form as
 * a whole.
 */
export function ValidatedForm({
  form,
  intent,
  fallback,
  onSend,
  onType,
  encType,
  className,
  children,
}: ValidatedFormProps) {
  useEffect(watchPresses, []);
  useEffect(() => syncTypedValues(form.id), [form.id]);
  /** Validates a field on blur. A displayed error disappears while the user types. */
  const validateOnBlur = ({ target }: FocusEvent) => {
    if (!isField(target)) return;
    const { name } = target;
    afterPress(() => {
      const hasError = form.getFieldset()[name]?.errors?.length;
      if (!hasError && target.isConnected) form.validate({ name });
    });
  };
  const { onSubmit, ...props } = getFormProps(form);
  const recordSubmit = useClearAfterRedirect(form.id);
  const waiting = useWaitingForm(form.id);
  const reply = useOwnReply(form.id);
  const errors = waiting ? [describeReason(waiting)] : form.errors;
  return (
    <Form
      {...props}
      // Two forms that alternate in the same place must not share elements and typed values.
      key={form.id}
      className={className ?? 'grid gap-5'}
      data-fallback={fallback}
      encType={encType}
      method="post"
      onBlur={validateOnBlur}
      onInput={onType && (({ currentTarget }: FormEvent<HTMLFormElement>) => onType(currentTarget))}
      onSubmit={(event: FormEvent<HTMLFormElement>) => {
        if (isSent(event)) onSend?.(event.currentTarget);
        onSubmit(event);
        if (isSent(event) && !event.defaultPrevented) recordSubmit();
      }}
    >
      <FormErrors id={form.errorId} errors={errors} />
      {intent ? <input name="intent" type="hidden" value={intent} /> : null}
      <FormIntent.Provider value={intent}>{children}</FormIntent.Provider>
      <ServerToast toast={reply?.toast} />
    </Form>
  );
}

/** Fires input events for fields that the user filled in before hydration. */
function syncTypedValues(formId: string): void {
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

/**
 * Resets a form after a redirect to the same page. React keeps the field elements, so passwords would stay in
 * the fields.
 *
 * @returns a function that records that the form is being submitted
 */
function useClearAfterRedirect(formId: string): () => void {
  const sent = useRef(false);
  const { state } = useNavigation();
  const isAnswered = useFormReply() !== undefined;
  useEffect(() => {
    if (state !== 'idle' || !sent.current) return;
    sent.current = false;
    if (isAnswered) return;
    const form = document.getElementById(formId);
    if (form instanceof HTMLFormElement) form.reset();
  }, [state, isAnswered, formId]);
  return () => {
    sent.current = true;
  };
}

let pressed = false;
let waiting: (() => void)[] = [];
let watched = false;

/**
 * Runs a function now, or, while a mouse button or finger is pressed, after the release and its click.
 * Pressing a button takes the focus from a field. If validation then inserted an error message, the button
 * would move before the release, and the browser would fire no click.
 */
function afterPress(act: () => void): void {
  if (pressed) waiting.push(act);
  else act();
}

/** Starts tracking whether a pointer is pressed. */
function watchPresses(): void {
  if (watched) return;
  watched = true;
  const down = () => {
    pressed = true;
  };
  // The click fires in the same task as the release.
  const up = () => setTimeout(release);
  const capture = { capture: true, passive: true };
  // After a touch, the browser emulates mouse events, which move the focus.
  for (const type of ['pointerdown', 'mousedown']) window.addEventListener(type, down, capture);
  for (const type of ['mouseup', 'pointercancel', 'dragend'])
    window.addEventListener(type, up, capture);
  window.addEventListener(
    'pointerup',
    ({ pointerType }) => pointerType !== 'mouse' && up(),
    capture,
  );
  // Without `capture`, which would also catch the blur events of fields.
  window.addEventListener('blur', up);
}

function release(): void {
  pressed = false;
  const due = waiting;
  waiting = [];
  for (const act of due) act();
}

type PanelFormProps = PanelProps &
  Pick<
    ComponentProps<typeof ValidatedForm>,
    'form' | 'intent' | 'fallback' | 'encType' | 'children'
  >;

/**
 * A button that opens a panel with a form. After a submit, the panel stays open if the form has a reply.
 */
export function PanelForm({ form, intent, fallback, encType, children, ...panel }: PanelFormProps) {
  const reply = useOwnReply(form.id);
  return (
    <Panel {...panel} keepOpen={reply !== undefined}>
      <ValidatedForm
        className="grid gap-4"
        encType={encType}
        fallback={fallback}
        form={form}
        intent={intent}
      >
        {children}
      </ValidatedForm>
    </Panel>
  );
}
