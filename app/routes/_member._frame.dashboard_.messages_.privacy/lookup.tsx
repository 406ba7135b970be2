import { Form } from '@remix-run/react';
import type { ReactNode } from 'react';
import { Disclosure } from '#app/components/disclosure.tsx';
import { Timestamp } from '#app/components/timestamp.tsx';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { FieldErrors } from '#app/forms/field.tsx';
import { paths } from '#app/paths.ts';
import { formatCount } from '#domain/shared/format-number.ts';
import type { LookupView } from './load-privacy.server.ts';

/** Finds what is stored of a number. It is submitted as GET, so that it works without a script. */
export function Lookup({ typed, error, found }: LookupView) {
  return (
    <section aria-labelledby="recipient-title" className="card min-w-0">
      <div className="grid gap-1 border-b border-line px-5 py-3">
        <h2 className="text-sm font-medium" id="recipient-title">
          A recipient’s data
        </h2>
        <p className="text-xs text-faint">
          When somebody asks what you have stored of them, or wants it erased.
        </p>
      </div>
      <Form
        action={paths.recipients()}
        className="flex flex-wrap items-end gap-3 px-5 py-4"
        // Resets the field when a link leads elsewhere.
        key={typed}
        role="search"
      >
        <div className="grid w-full max-w-64 gap-1.5">
          <label className="text-sm font-medium" htmlFor="recipient-number">
            Number
          </label>
          <input
            aria-describedby={error ? 'recipient-number-error' : undefined}
            aria-invalid={error ? true : undefined}
            autoComplete="off"
            className="input"
            defaultValue={typed}
            id="recipient-number"
            inputMode="tel"
            maxLength={40}
            name="number"
            placeholder="98765 43210"
            required
            type="text"
          />
          <FieldErrors errors={error ? [error] : undefined} id="recipient-number-error" />
        </div>
        <button className="button-primary" type="submit">
          Look up
        </button>
      </Form>
      {found ? <Found {...found} /> : null}
    </section>
  );
}

type FoundProps = NonNullable<LookupView['found']>;

function Found({ recipient, messages, isMore, otps, suppressedSince, retainedUntil }: FoundProps) {
  return (
    <div className="grid gap-4 border-t border-line px-5 py-4 text-sm">
      <dl className="grid gap-2">
        <Fact label="Number">
          <code className="font-mono text-xs">{recipient}</code>
        </Fact>
        <Fact label="Messages">
          {formatCount(messages)}
          {isMore ? ' or more' : ''}, one-time passwords included
        </Fact>
        <Fact label="Codes">
          {otps === 0 ? 'None of the last 30 days' : `${formatCount(otps)} of the last 30 days`}
        </Fact>
        <Fact label="Suppressed">
          {suppressedSince ? (
            <>
              Since <Timestamp at={suppressedSince} />
            </>
          ) : (
            'No'
          )}
        </Fact>
      </dl>
      <div className="flex flex-wrap items-center gap-3">
        <a className="button-quiet" download href={paths.recipientFile('json', recipient)}>
          Download as JSON
        </a>
        <a className="button-quiet" download href={paths.recipientFile('csv', recipient)}>
          Download as CSV
        </a>
      </div>
      <Erase recipient={recipient} retainedUntil={retainedUntil} />
    </div>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid gap-0.5 @md:grid-cols-[7rem_1fr] @md:items-baseline @md:gap-3">
      <dt className="text-xs text-faint">{label}</dt>
      <dd className="min-w-0 [overflow-wrap:anywhere]">{children}</dd>
    </div>
  );
}

/** A button that erases the number after a confirmation. */
function Erase({ recipient, retainedUntil }: Pick<FoundProps, 'recipient' | 'retainedUntil'>) {
  return (
    <Disclosure
      summary={<summary className="button-quiet w-fit list-none text-bad">Erase…</summary>}
    >
      <Form
        className="mt-3 grid max-w-xl gap-3 border-l-2 border-bad pl-4"
        data-fallback={fallbacks.erase}
        method="post"
      >
        <input name="intent" type="hidden" value="erase" />
        <input name="recipient" type="hidden" value={recipient} />
        <p>
          Texts and codes are deleted, and a pseudonym takes the place of the number. It cannot be
          undone.
        </p>
        {retainedUntil ? (
          <p>
            Until <Timestamp at={retainedUntil} /> the log keeps that there were messages, as the
            law wants it (DPDP Rules 2025, rule 8).
          </p>
        ) : null}
        <p>
          If it is on your suppression list, it stays there, so that you respect its owner’s choice.
        </p>
        <div>
          <button className="button-quiet text-bad" type="submit">
            Erase {recipient}
          </button>
        </div>
      </Form>
    </Disclosure>
  );
}
