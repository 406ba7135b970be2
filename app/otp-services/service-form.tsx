import { Link } from '@remix-run/react';
import { TitledCard } from '#app/components/titled-card.tsx';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { Field, Select, TextArea } from '#app/forms/field.tsx';
import { SubmitButton } from '#app/forms/submit-button.tsx';
import { useValidatedForm } from '#app/forms/use-validated-form.ts';
import { ValidatedForm } from '#app/forms/validated-form.tsx';
import { paths } from '#app/paths.ts';
import { type ServiceFields, serviceForm, serviceFormId } from './forms.ts';
import { Preview } from './preview.tsx';

type ServiceFormProps = {
  /** As it is saved, or as it begins. */
  service: ServiceFields;
  /** Headers that are suggested. */
  headers: string[];
  /** What the button says. */
  action: string;
};

const numbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => ({
    value: String(from + i),
    label: String(from + i),
  }));

const kinds = [
  { value: 'false', label: 'Digits' },
  { value: 'true', label: 'Capitals and digits' },
];

const resends = [
  { value: 'same', label: 'The same code' },
  { value: 'new', label: 'A new code in its place' },
];

/** The form of a service, beside its text as it will be sent. */
export function ServiceForm({ service, headers, action }: ServiceFormProps) {
  const { form, fields, reply } = useValidatedForm({
    id: serviceFormId,
    schema: serviceForm,
    defaultValue: service,
  });
  return (
    <div className="grid gap-6 @4xl:grid-cols-[3fr_2fr] @4xl:items-start">
      <section aria-label="Service" className="card min-w-0 p-5">
        <ValidatedForm fallback={fallbacks.otpService} form={form} intent="save" reply={reply}>
          <Field
            autoComplete="off"
            field={fields.name}
            hint="Your app or brand; {name} in the text"
            label="Name"
          />
          <TextArea
            field={fields.text}
            hint="With {code} once, and {name} if you like. With DLT it must be a registered template."
            label="Text"
            mono
          />
          <div className="grid gap-5 sm:grid-cols-2">
            <Field
              autoComplete="off"
              field={fields.sender_id}
              hint="Optional while you have only one"
              label="Header"
              suggestions={headers}
            />
            <Field
              autoComplete="off"
              field={fields.template_id}
              hint="Optional: it is found by the text"
              label="Template ID"
            />
            <Select field={fields.length} label="Characters of a code" options={numbers(4, 8)} />
            <Select field={fields.letters} label="Kind of characters" options={kinds} />
            <Field
              autoComplete="off"
              field={fields.ttl_seconds}
              hint="60 to 3,600: 300 is five minutes"
              label="Valid for, in seconds"
            />
            <Select
              field={fields.max_attempts}
              label="Wrong attempts that end a code"
              options={numbers(1, 5)}
            />
            <Select field={fields.resend} label="A resend sends" options={resends} />
          </div>
          <fieldset className="grid gap-5 border-t border-line pt-5 sm:grid-cols-2">
            <legend className="sr-only">Filled in by the phone</legend>
            <Field
              autoComplete="off"
              field={fields.app_hash}
              hint="Optional, 11 characters: the app reads the code itself"
              label="Android app hash"
            />
            <Field
              autoComplete="off"
              field={fields.web_domain}
              hint="Optional, such as example.com: browsers offer the code there"
              label="Domain for browsers"
            />
          </fieldset>
          <div>
            <SubmitButton busy="Saving...">{action}</SubmitButton>
          </div>
        </ValidatedForm>
      </section>
      <TitledCard
        className="@4xl:sticky @4xl:top-6"
        heading="h3"
        id="preview"
        title="As it will be sent"
      >
        <div className="grid gap-4 p-5">
          <Preview
            appHash={fields.app_hash.value ?? ''}
            length={Number(fields.length.value)}
            letters={fields.letters.value === 'true'}
            name={fields.name.value ?? ''}
            sender={fields.sender_id.value ?? ''}
            text={fields.text.value ?? ''}
            webDomain={fields.web_domain.value ?? ''}
          />
          <p className="text-xs text-faint">
            When you save it, it is checked against what you have registered under{' '}
            <Link className="link" to={paths.senders()}>
              Senders & templates
            </Link>
            , with the smallest and the largest code.
          </p>
        </div>
      </TitledCard>
    </div>
  );
}
