import { useRevalidator } from '@remix-run/react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useShowToast } from '#app/components/toasts.tsx';
import { sendForm } from '#app/connection/sent-form.ts';
import { hideWaiting, showWaiting } from '#app/connection/waiting.ts';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { useFormReply } from '#app/forms/use-form-reply.ts';
import type { ConsoleData, ConsoleFields, ConsoleTab, Reply } from './contract.ts';
import { indiaCountryCode } from './countries.ts';
import { pickCall } from './pick-call.ts';
import { postForm } from './post-form.ts';

const blank: ConsoleFields = {
  key: '',
  country: indiaCountryCode,
  phone: '',
  message: '',
  otp: '',
};

/** What is typed in a console, what was answered last, and how its form is sent. */
export function useConsole(tab: ConsoleTab, data: ConsoleData) {
  // What a page answers whose form was sent before its script ran, or without it.
  const answered = useFormReply<Reply>();
  const [reply, setReply] = useState(answered ?? null);
  const [typed, setTyped] = useState(answered?.typed ?? { ...blank, key: data.chosen });
  const [stage, setStage] = useState(answered?.stage ?? 'send');
  // What a refused call comes after goes on being followed.
  const [sent, setSent] = useState(answered?.message ?? data.sent);
  const [sending, setSending] = useState(false);
  const underWay = useRef(false);
  const showToast = useShowToast();
  const { revalidate } = useRevalidator();

  // What got no answer waits to be sent again, as long as the console is open.
  const waiting = useRef({});
  const failures = useRef(0);
  useEffect(() => {
    const key = waiting.current;
    return () => hideWaiting(key);
  }, []);

  // What was typed before the script ran is in the fields, and not known here.
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (!form.current) return;
    const there = new FormData(form.current);
    setTyped((before) => {
      const fields = Object.entries(before).map(([name, value]) => [
        name,
        there.get(name) ?? value,
      ]);
      return Object.fromEntries(fields) as ConsoleFields;
    });
  }, []);

  // To whom cannot see it is said where to go on.
  const wanted = Object.keys(reply?.faults ?? {})[0] ?? (stage === 'verify' ? 'otp' : undefined);
  useEffect(() => {
    if (reply && wanted) document.getElementById(wanted)?.focus();
  }, [reply, wanted]);

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (underWay.current) return;
    underWay.current = true;
    setSending(true);
    hideWaiting(waiting.current);
    const { submitter } = event.nativeEvent as SubmitEvent;
    const sender = { form: event.currentTarget, submitter };
    const body = new FormData(sender.form);
    if (submitter instanceof HTMLButtonElement && submitter.name) {
      body.set(submitter.name, submitter.value);
    }
    const answered = await postForm(tab, body);
    underWay.current = false;
    setSending(false);
    if ('why' in answered) {
      failures.current += 1;
      if (sender.form.isConnected) {
        showWaiting(waiting.current, {
          ...answered,
          isForm: true,
          form: sender.form,
          fallback: fallbacks[pickCall(tab, body)],
          failures: failures.current,
          sendAgain: () => sendForm(sender),
        });
      }
      return;
    }
    failures.current = 0;
    if ('refusal' in answered) {
      showToast(answered.refusal);
      return;
    }
    const got = answered.reply;
    showToast(got.toast);
    setReply(got);
    setStage(got.stage);
    if (got.message) setSent(got.message);
    // What was typed while it was under way stays, unless there is something to empty.
    if (got.toast.type === 'success') setTyped(got.typed);
    if (got.status === 404) revalidate();
  }

  const keys = data.keys ?? [];
  const chosen =
    keys.find(({ keyId, usable }) => usable && keyId === typed.key) ??
    keys.find(({ usable }) => usable);
  return {
    tab,
    form,
    typed: { ...typed, key: chosen?.keyId ?? '' },
    set: (changes: Partial<ConsoleFields>) => setTyped((before) => ({ ...before, ...changes })),
    stage,
    startOver() {
      setStage('send');
      setTyped((before) => ({ ...before, otp: '' }));
      setReply(null);
    },
    reply,
    sent,
    faults: reply?.faults ?? {},
    /** The toast of a page, where no script shows it. */
    pageToast: answered?.toast,
    idempotencyKey: reply?.idempotencyKey ?? data.idempotencyKey,
    sending,
    send,
  };
}

export type Console = ReturnType<typeof useConsole>;
