import { useRevalidator } from '@remix-run/react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { type Toast, useShowToast } from '#app/components/toasts.tsx';
import { sendForm } from '#app/connection/sent-form.ts';
import { hideWaiting, showWaiting } from '#app/connection/waiting.ts';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { useFormReply } from '#app/forms/validated-form.tsx';
import { paths } from '#app/paths.ts';
import { errorCatalogue, sentenceForPeople } from '#domain/shared/errors.browser.ts';
import {
  type ChosenTemplate,
  type ConsoleData,
  type ConsoleFields,
  type ConsoleTab,
  indiaCountryCode,
  type OwnSenders,
  pickCall,
  type Reply,
} from './contract.ts';
import { composeText, readValues } from './fill-in.ts';

const blank: ConsoleFields = {
  key: '',
  country: indiaCountryCode,
  phone: '',
  message: '',
  otp: '',
  service: '',
  sender: '',
  template: '',
  sendAt: '',
  values: [],
};

/**
 * The result of posting a console's form: the console's reply, a rejection with a toast, or no usable
 * response.
 */
type ConsoleReply =
  | { reply: Reply }
  | { rejection: Toast }
  | { why: 'lost' | 'unreadable'; message?: string };

const reject = (message: string): ConsoleReply => ({
  rejection: { type: 'error', title: 'Error', message },
});

/** Posts a console's form without leaving the page. */
async function postForm(tab: ConsoleTab, form: FormData): Promise<ConsoleReply> {
  const body = new URLSearchParams();
  for (const [name, value] of form) body.append(name, String(value));
  try {
    const response = await fetch(paths.console(tab), { method: 'POST', body });
    const answer = isJson(response) ? await response.json().catch(unreadable) : unreadable();
    if ('typed' in answer) return { reply: answer };
    if (response.status === 401) return reject(errorCatalogue.session_expired);
    if (response.status === 429)
      return reject(
        sentenceForPeople({ code: 'rate_limited', message: errorCatalogue.rate_limited }),
      );
    const message = typeof answer.message === 'string' ? { message: answer.message } : {};
    return { why: 'unreadable', ...message };
  } catch {
    // It is unknown whether the call was made. The same form may be sent again.
    return { why: 'lost' };
  }
}

/** Handles an unreadable response. Rethrows a TypeError, which means that the connection broke within the body. */
function unreadable(error?: unknown): Record<string, never> {
  if (error instanceof TypeError) throw error;
  return {};
}

const isJson = ({ headers }: Response) =>
  headers.get('content-type')?.startsWith('application/json') ?? false;

/** The state of a console: the typed values, the last reply, and the submission of the form. */
export function useConsole(tab: ConsoleTab, data: ConsoleData) {
  // The reply of a form that was submitted without JavaScript or before hydration.
  const pageReply = useFormReply<Reply>();
  const [reply, setReply] = useState(pageReply ?? null);
  const [typed, setTyped] = useState(
    pageReply?.typed ?? {
      ...blank,
      key: data.chosen,
      service: data.chosenService,
      ...data.initial,
    },
  );
  const [stage, setStage] = useState(pageReply?.stage ?? 'send');
  // Opening another template clears the typed values and the sender, because its slots and headers differ.
  const templateId = data.senders?.template?.id;
  const shownTemplate = useRef(templateId);
  useEffect(() => {
    if (shownTemplate.current === templateId) return;
    shownTemplate.current = templateId;
    setTyped((before) => ({ ...before, sender: '', values: [] }));
  }, [templateId]);
  // A rejected call does not end the tracking of the previous message.
  const [sent, setSent] = useState(pageReply?.message ?? data.sent);
  const [sending, setSending] = useState(false);
  const inFlight = useRef(false);
  const showToast = useShowToast();
  const { revalidate } = useRevalidator();

  // While the console is open, a request without a response waits to be sent again.
  const waiting = useRef({});
  const failures = useRef(0);
  useEffect(() => {
    const key = waiting.current;
    return () => hideWaiting(key);
  }, []);

  // Reads values typed before hydration, which React does not know.
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (!form.current) return;
    const inFields = new FormData(form.current);
    setTyped((before) => {
      const fields = Object.entries(before).map(([name, value]) => [
        name,
        inFields.get(name) ?? value,
      ]);
      return { ...Object.fromEntries(fields), values: readValues(inFields) } as ConsoleFields;
    });
  }, []);

  // For screen readers, moves the focus to the field with an error or the field for the code. If there is none, scrolls to
  // the result of the call.
  const fieldToFocus =
    Object.keys(reply?.errors ?? {})[0] ?? (stage === 'verify' ? 'otp' : undefined);
  useEffect(() => {
    if (!reply) return;
    if (fieldToFocus) document.getElementById(fieldToFocus)?.focus();
    else
      document.getElementById(resultsId)?.firstElementChild?.scrollIntoView({ block: 'nearest' });
  }, [reply, fieldToFocus]);

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (inFlight.current) return;
    inFlight.current = true;
    setSending(true);
    hideWaiting(waiting.current);
    const { submitter } = event.nativeEvent as SubmitEvent;
    const sender = { form: event.currentTarget, submitter };
    const body = new FormData(sender.form);
    if (submitter instanceof HTMLButtonElement && submitter.name) {
      body.set(submitter.name, submitter.value);
    }
    const wasOffline = !navigator.onLine;
    const pageReply = await postForm(tab, body);
    inFlight.current = false;
    setSending(false);
    if ('why' in pageReply) {
      failures.current += 1;
      if (sender.form.isConnected) {
        showWaiting(waiting.current, {
          ...pageReply,
          ...{ isForm: true, wasOffline },
          form: sender.form,
          fallback: fallbacks[pickCall(tab, body)],
          failures: failures.current,
          sendAgain: () => sendForm(sender),
        });
      }
      return;
    }
    failures.current = 0;
    if ('rejection' in pageReply) {
      showToast(pageReply.rejection);
      return;
    }
    const received = pageReply.reply;
    showToast(received.toast);
    setReply(received);
    setStage(received.stage);
    if (received.message) setSent(received.message);
    // Keeps values typed while the request was running, unless a success clears the fields.
    if (received.toast.type === 'success') setTyped(received.typed);
    if (received.status === 404) revalidate();
  }

  const keys = data.keys ?? [];
  const chosen =
    keys.find(({ keyId, usable }) => usable && keyId === typed.key) ??
    keys.find(({ usable }) => usable);
  // The service in the URL may belong to another account, or be deleted.
  const service = data.services.find(({ id }) => id === typed.service) ?? null;
  return {
    tab,
    form,
    typed: {
      ...typed,
      ...{ key: chosen?.keyId ?? '', service: service?.id ?? '' },
      ...toSent(typed, data.senders),
    },
    /** The chosen OTP service; null if no service is chosen. */
    service,
    set: (changes: Partial<ConsoleFields>) => setTyped((before) => ({ ...before, ...changes })),
    stage,
    startOver() {
      setStage('send');
      setTyped((before) => ({ ...before, otp: '' }));
      setReply(null);
    },
    reply,
    sent,
    errors: reply?.errors ?? {},
    /** Whether the requested code is for a test number. */
    isTest: reply?.isTest ?? false,
    /** The toast of a page that was rendered without JavaScript. */
    pageToast: pageReply?.toast,
    idempotencyKey: reply?.idempotencyKey ?? data.idempotencyKey,
    sending,
    send,
  };
}

/** The sender, template and text that the typed values represent. With a template, the text is composed from it. */
function toSent({ sender, message, values }: ConsoleFields, senders: OwnSenders | null) {
  const template = senders?.template ?? null;
  const headers = template?.headers ?? senders?.headers ?? [];
  return {
    sender: headers.includes(sender) ? sender : (headers[0] ?? ''),
    template: template?.id ?? '',
    message: template ? composeText(template.texts, fillGaps(template, values)) : message,
  };
}

/** Replaces missing values with the examples, or with the slot itself if there is no example. */
const fillGaps = ({ slots, examples }: ChosenTemplate, values: readonly string[]) =>
  slots.map((slot, at) => (values[at] ?? examples[at]) || slot);

/** The id of the element with the results of a call, newest first. */
export const resultsId = 'results';

export type Console = ReturnType<typeof useConsole>;
