import { Link } from '@remix-run/react';
import { CopyButton } from '#app/components/copy-button.tsx';
import { TitledCard } from '#app/components/sections.tsx';
import { SubmitButton } from '#app/forms/buttons.tsx';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { Checkbox, Field } from '#app/forms/field.tsx';
import { useValidatedForm, ValidatedForm } from '#app/forms/validated-form.tsx';
import { paths } from '#app/paths.ts';
import { confirmTotpForm } from '#domain/identity/factors/contract.browser.ts';
import type { Shown } from './act.server.ts';

type Props = { enrolment: NonNullable<Shown['enrolment']> };

/** The secret as a QR code and as text, and the form for the first code of the app. */
export function SetUpApp({ enrolment: { secret, enrolment, qr } }: Props) {
  const { form, fields } = useValidatedForm({
    id: 'confirm-app',
    schema: confirmTotpForm,
    defaultValue: { others: 'on' },
  });
  const groups = (secret.match(/.{1,4}/g) ?? []).join(' ');
  return (
    <TitledCard heading="h2" id="set-up-app" title="Set up an authenticator app">
      <div className="grid gap-6 p-5 md:grid-cols-[12rem_1fr]">
        <svg
          aria-label="QR code with the secret"
          className="size-48 rounded-md bg-white"
          role="img"
          shapeRendering="crispEdges"
          viewBox={`0 0 ${qr.size} ${qr.size}`}
        >
          <path d={qr.d} fill="#000" />
        </svg>
        <div className="grid content-start gap-5">
          <ol className="grid list-decimal gap-3 pl-5 text-sm">
            <li>
              Scan the QR code with the app, or enter this secret:
              <span className="mt-1 flex flex-wrap items-center gap-2">
                <code className="font-mono [overflow-wrap:anywhere]" translate="no">
                  {groups}
                </code>
                <CopyButton label="Secret" text={secret} />
              </span>
            </li>
            <li>Enter the code that the app shows.</li>
          </ol>
          <ValidatedForm
            className="grid gap-5"
            fallback={fallbacks.factors}
            form={form}
            intent="confirm-app"
          >
            <input name="enrolment" type="hidden" value={enrolment} />
            <Field autoComplete="one-time-code" field={fields.code} label="Code from the app" />
            <Checkbox field={fields.others}>Log out all my other devices</Checkbox>
            <div className="flex flex-wrap items-center gap-4">
              <SubmitButton busy="Checking...">Turn on</SubmitButton>
              <Link className="link text-sm" to={paths.factors}>
                Cancel
              </Link>
            </div>
          </ValidatedForm>
        </div>
      </div>
    </TitledCard>
  );
}
