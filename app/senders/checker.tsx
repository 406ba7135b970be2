import { useEffect, useRef, useState } from 'react';
import { TitledCard } from '#app/components/sections.tsx';
import { SubmitLine } from '#app/forms/buttons.tsx';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { Field, TextArea } from '#app/forms/field.tsx';
import { useFormReply, useValidatedForm, ValidatedForm } from '#app/forms/validated-form.tsx';
import { paths } from '#app/paths.ts';
import { errorCatalogue, sentenceForPeople } from '#domain/shared/errors.browser.ts';
import type { CheckedMessage, CheckReply, PostedCheck } from './answer-check.server.ts';
import { checkForm, checkFormId } from './forms.ts';
import { VerdictDetails, VerdictLine } from './verdict.tsx';

type CheckerProps = {
  /** The template to check against; without a template id, the check searches for the matching template. */
  templateId?: string;
  /** Suggested senders. */
  headers: string[];
};

/**
 * A form that checks a message against the registry while the user types. Without JavaScript, submitting the form runs
 * the check.
 */
export function Checker({ templateId, headers }: CheckerProps) {
  const posted = useFormReply<Partial<PostedCheck>>();
  const { checked, problem, isChecking, check } = useLiveCheck(posted?.checked);
  const { form, fields } = useValidatedForm({
    id: checkFormId,
    schema: checkForm,
    defaultValue:
      posted?.typed ?? (templateId ? { template_id: templateId, sender: headers[0] } : {}),
  });
  return (
    <div className="grid gap-6 @4xl:grid-cols-2 @4xl:items-start">
      <TitledCard heading="h2" id="message" title="Message to check">
        <ValidatedForm
          className="grid gap-5 p-5"
          fallback={fallbacks.checkMessage}
          form={form}
          intent="check"
          onType={check}
        >
          <TextArea
            field={fields.text}
            hint="Every character counts, also spaces and newlines."
            label="Text"
            mono
          />
          <div className="grid gap-5 sm:grid-cols-2">
            <Field field={fields.sender} hint="Optional" label="Header" suggestions={headers} />
            {templateId === undefined ? (
              <Field
                field={fields.template_id}
                hint="If empty, the template is found by the text"
                label="Template ID"
              />
            ) : (
              <input name="template_id" type="hidden" value={templateId} />
            )}
          </div>
          <SubmitLine busy="Checking...">Check</SubmitLine>
        </ValidatedForm>
      </TitledCard>
      <TitledCard heading="h2" id="verdict" title="Verdict">
        <div className={`grid gap-4 p-5 ${isChecking ? 'opacity-60' : ''}`}>
          {/* While the user types, screen readers announce only this line. */}
          <div aria-busy={isChecking} aria-live="polite">
            {problem ? <p className="text-sm text-bad">{problem}</p> : null}
            {checked ? <VerdictLine checked={checked} /> : null}
            {checked || problem ? null : (
              <p className="text-sm text-faint">
                Enter a message. Nothing is sent, and nothing is charged.
              </p>
            )}
          </div>
          {checked ? <VerdictDetails checked={checked} /> : null}
        </div>
      </TitledCard>
    </div>
  );
}

/** How long after the last keystroke a message is checked, in milliseconds. */
const pauseMs = 300;

const without = (problem: string): CheckReply => ({ checked: null, problem });

/**
 * Checks a message without leaving the page.
 *
 * @throws DOMException `AbortError` if `signal` aborts
 */
async function postCheck(form: FormData, signal: AbortSignal): Promise<CheckReply> {
  const body = new URLSearchParams();
  for (const [name, value] of form) body.append(name, String(value));
  try {
    const response = await fetch(paths.dltCheck, { method: 'POST', body, signal });
    if (response.status === 401) return without(errorCatalogue.session_expired);
    if (response.status === 429)
      return without(
        sentenceForPeople({ code: 'rate_limited', message: errorCatalogue.rate_limited }),
      );
    if (!response.headers.get('content-type')?.startsWith('application/json')) {
      return without('The message could not be checked. Please press the button to try again.');
    }
    return await response.json();
  } catch (error) {
    if (signal.aborted) throw error;
    return without('We could not reach the server. Check your connection, then continue typing.');
  }
}

/**
 * Checks a message while it is being typed. A new check cancels a running one.
 *
 * @param posted the result of the last posted form
 */
function useLiveCheck(posted: CheckedMessage | undefined) {
  const [live, setLive] = useState<CheckReply | null>(null);
  const [isChecking, setIsChecking] = useState(false);
  const cancel = useRef<() => void>(() => undefined);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a posted form is newer than what was checked before
  useEffect(() => {
    cancel.current();
    setLive(null);
    setIsChecking(false);
  }, [posted]);
  useEffect(() => () => cancel.current(), []);

  function check(form: HTMLFormElement) {
    cancel.current();
    const fields = new FormData(form);
    if (fields.get('text') === '') {
      setLive({ checked: null, problem: null });
      setIsChecking(false);
      return;
    }
    const controller = new AbortController();
    const timer = setTimeout(async () => {
      const reply = await postCheck(fields, controller.signal).catch(ignoreAbort);
      if (reply === null || controller.signal.aborted) return;
      setLive(reply);
      setIsChecking(false);
    }, pauseMs);
    setIsChecking(true);
    cancel.current = () => {
      clearTimeout(timer);
      controller.abort();
    };
  }

  return { ...(live ?? { checked: posted ?? null, problem: null }), isChecking, check };
}

function ignoreAbort(error: unknown): null {
  if (error instanceof DOMException && error.name === 'AbortError') return null;
  throw error;
}
