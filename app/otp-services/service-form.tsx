import { TextLink } from '#app/components/links.tsx';
import { TitledCard } from '#app/components/sections.tsx';
import { SubmitLine } from '#app/forms/buttons.tsx';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { Field, Select, TextArea } from '#app/forms/field.tsx';
import { useValidatedForm, ValidatedForm } from '#app/forms/validated-form.tsx';
import { paths } from '#app/paths.ts';
import {
  composeText,
  maxRetrieverOctets,
} from '#domain/messaging/otp/services/compose-text.browser.ts';
import { formatCount } from '#domain/shared/format.browser.ts';
import { withLf } from '#domain/shared/text.browser.ts';
import { describeWideCharacter, findWideCharacters } from '#domain/sms/explain-encoding.browser.ts';
import { countSegments, maxSegments } from '#domain/sms/segments.browser.ts';
import { type ServiceFields, serviceForm, serviceFormId } from './forms.ts';

type ServiceFormProps = {
  /** The saved or initial values. */
  service: ServiceFields;
  /** Suggested headers. */
  headers: string[];
  /** The label of the button. */
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
  { value: 'new', label: 'A new code, which replaces the earlier code' },
];

/** The form of a service, beside a preview of the text. */
export function ServiceForm({ service, headers, action }: ServiceFormProps) {
  const { form, fields } = useValidatedForm({
    id: serviceFormId,
    schema: serviceForm,
    defaultValue: service,
  });
  return (
    <div className="grid gap-6 @4xl:grid-cols-[3fr_2fr] @4xl:items-start">
      <section aria-label="Service" className="card min-w-0 p-5">
        <ValidatedForm fallback={fallbacks.otpService} form={form} intent="save">
          <Field
            field={fields.name}
            hint="Your app or brand; replaces {name} in the text"
            label="Name"
            startsHere
          />
          <TextArea
            field={fields.text}
            hint="Must contain {code} once, and may contain {name}. DLT requires a registered template for this text."
            label="Text"
            mono
          />
          <div className="grid gap-5 sm:grid-cols-2">
            <Field
              field={fields.sender_id}
              hint={
                headers.length > 1
                  ? `One of your ${headers.length} senders. Only templates of this sender are used.`
                  : 'Optional if you have only one sender'
              }
              label="Sender"
              suggestions={headers}
            />
            <Field
              field={fields.template_id}
              hint="If empty, the template is found by the text"
              label="Template ID"
            />
            <Select field={fields.length} label="Characters of a code" options={numbers(4, 8)} />
            <Select field={fields.letters} label="Kind of characters" options={kinds} />
            <Field
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
            <legend className="sr-only">Phones that fill in the code</legend>
            <Field
              field={fields.app_hash}
              hint="Optional, 11 characters. With it, your app can read the code from the SMS."
              label="Android app hash"
            />
            <Field
              field={fields.web_domain}
              hint="Optional, such as example.com. Browsers offer the code on this site."
              label="Domain for browsers"
            />
          </fieldset>
          <SubmitLine busy="Saving...">{action}</SubmitLine>
        </ValidatedForm>
      </section>
      <TitledCard
        className="@4xl:sticky @4xl:top-6"
        heading="h2"
        id="preview"
        title="Preview of the SMS"
      >
        <div className="grid gap-4 p-5">
          <Preview
            appHash={fields.app_hash.value ?? ''}
            length={Number(fields.length.value)}
            letters={fields.letters.value === 'true'}
            headers={headers}
            name={fields.name.value ?? ''}
            sender={fields.sender_id.value ?? ''}
            text={fields.text.value ?? ''}
            webDomain={fields.web_domain.value ?? ''}
          />
          <p className="text-xs text-faint">
            When you save the service, its text is checked against your registrations under{' '}
            <TextLink to={paths.senders()}>Senders & templates</TextLink>: once with the smallest
            code and once with the largest.
          </p>
        </div>
      </TitledCard>
    </div>
  );
}

type PreviewProps = {
  name: string;
  sender: string;
  headers: string[];
  text: string;
  /** The number of characters of a code. */
  length: number;
  letters: boolean;
  appHash: string;
  webDomain: string;
};

/** Sample codes, at least as long as the codes of any service. */
const sampleCodes = { digits: '48291370', letters: 'K7M2XQ4R' };

/** The text of a service as it arrives on phones, with a sample code, and its price. */
function Preview({
  name,
  sender,
  headers,
  text,
  length,
  letters,
  appHash,
  webDomain,
}: PreviewProps) {
  const code = (letters ? sampleCodes.letters : sampleCodes.digits).slice(0, length);
  const wording = { name: name.trim() || '{name}', text: withLf(text) };
  const lines = { appHash: appHash.trim() || null, webDomain: webDomain.trim() || null };
  const whole = composeText({ ...wording, ...lines }, code);
  return (
    <>
      <p className="text-xs text-faint">
        From{' '}
        {sender.trim() || headers.length === 1 ? (
          <code className="font-mono">{sender.trim() || headers[0]}</code>
        ) : headers.length === 0 ? (
          'the installation’s sender, because none of yours is approved yet'
        ) : (
          'the sender of its template. You have several senders, so choose one'
        )}
      </p>
      <p
        className="rounded-md border border-line bg-paper px-4 py-3 text-sm whitespace-pre-wrap [overflow-wrap:anywhere]"
        dir="auto"
      >
        {whole}
      </p>
      <Length text={whole} />
      {lines.appHash === null ? null : <Octets text={whole} />}
      {text.split('{code}').length === 2 ? null : (
        <p className="text-sm text-bad">The text must have {'{code}'} once.</p>
      )}
    </>
  );
}

const encodings = {
  gsm7: 'all of them in the alphabet of SMS',
  ucs2: 'in Unicode, as some are not in the alphabet of SMS',
};

function Length({ text }: { text: string }) {
  const { encoding, segments } = countSegments(text);
  const characters = `${formatCount([...text].length)} characters, ${encodings[encoding]}.`;
  if (segments > maxSegments) {
    return <p className="text-sm text-bad">The text is longer than {maxSegments} segments.</p>;
  }
  return (
    <>
      <p className="text-sm">
        <strong className="font-medium">
          {segments === 1 ? '1 segment' : `${segments} segments`}
        </strong>{' '}
        <span className="text-faint">a code: {characters}</span>
      </p>
      <WideCharacters text={text} />
    </>
  );
}

function Octets({ text }: { text: string }) {
  const octets = new TextEncoder().encode(text).length;
  return (
    <p className={`text-sm ${octets > maxRetrieverOctets ? 'text-bad' : 'text-faint'}`}>
      {octets} of the {maxRetrieverOctets} octets that Android’s SMS Retriever reads.
    </p>
  );
}

/**
 * The characters because of which the text needs UCS-2 and so more segments. Shown wherever segments are
 * counted.
 */
function WideCharacters({ text }: { text: string }) {
  const found = findWideCharacters(text);
  if (found.length === 0) return null;
  return (
    <ul className="grid gap-1 border-l-2 border-waiting pl-3 text-sm">
      {found.map((one) => (
        <li key={one.position}>{describeWideCharacter(one)}</li>
      ))}
    </ul>
  );
}
