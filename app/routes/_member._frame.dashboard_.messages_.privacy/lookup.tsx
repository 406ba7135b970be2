import { Form } from '@remix-run/react';
import { Detail } from '#app/components/detail.tsx';
import { Disclosure } from '#app/components/disclosure.tsx';
import { Timestamp } from '#app/components/timestamp.tsx';
import { TitledCard } from '#app/components/titled-card.tsx';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { FieldErrors } from '#app/forms/field.tsx';
import { paths } from '#app/paths.ts';
import { formatCount } from '#domain/shared/format-number.browser.ts';
import type { LookupView } from './load-privacy.server.ts';

/** Finds what is stored of a number. It is submitted as GET, so that it works without a script. */
export function Lookup({ typed, error, found }: LookupView) {
  return (
    <TitledCard
      heading="h2"
      id="recipient"
      text="When somebody asks what you have stored of them, or wants it erased."
      title="A recipient’s data"
    >
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
    </TitledCard>
  );
}

type FoundProps = NonNullable<LookupView['found']>;

function Found({ recipient, messages, isMore, otps, suppressedSince, retainedUntil }: FoundProps) {
  return (
    <div className="grid gap-4 border-t border-line px-5 py-4 text-sm">
      <dl className="grid gap-2">
        <Detail label="Number">
          <code className="font-mono text-xs">{recipient}</code>
        </Detail>
        <Detail label="Messages">
          {formatCount(messages)}
          {isMore ? ' or more' : ''}, one-time passwords included
        </Detail>
        <Detail label="Codes">
          {otps === 0 ? 'None of the last 30 days' : `${formatCount(otps)} of the last 30 days`}
        </Detail>
        <Detail label="Suppressed">
          {suppressedSince ? (
            <>
              Since <Timestamp at={suppressedSince} />
            </>
          ) : (
            'No'
          )}
        </Detail>
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
            Until <Timestamp at={retainedUntil} /> the log still shows that there were messages, as
            the law requires (DPDP Rules 2025, rule 8).
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
