import { FieldErrors } from '#app/forms/field.tsx';
import { countSegments } from '#domain/sms/segments.browser.ts';
import type { ChosenTemplate, OwnSenders } from './contract.ts';
import { valueName } from './fill-in.ts';
import type { Console } from './use-console.ts';

type MessageFieldsProps = { console: Console; senders: OwnSenders | null };

/** The sender, and the text or the values of a template, with what it comes to. */
export function MessageFields({ console, senders }: MessageFieldsProps) {
  const template = senders?.template ?? null;
  return (
    <>
      {senders ? <SenderSelect console={console} senders={senders} /> : null}
      {template ? <Values console={console} template={template} /> : <Text console={console} />}
    </>
  );
}

function SenderSelect({ console, senders }: { console: Console; senders: OwnSenders }) {
  const { typed, set, errors } = console;
  const headers = senders.template?.headers ?? senders.headers;
  return (
    <div className="grid gap-1.5">
      <label className="text-sm font-medium" htmlFor="sender">
        Sender
      </label>
      <select
        aria-describedby={errors.sender ? 'sender-error' : undefined}
        aria-invalid={errors.sender ? true : undefined}
        className="input"
        id="sender"
        name="sender"
        onChange={({ target }) => set({ sender: target.value })}
        value={typed.sender}
      >
        {headers.map((header) => (
          <option key={header} value={header}>
            {header}
          </option>
        ))}
      </select>
      <FieldErrors errors={errors.sender ? [errors.sender] : undefined} id="sender-error" />
    </div>
  );
}

function Text({ console }: { console: Console }) {
  const { typed, set, errors } = console;
  return (
    <div className="grid gap-1.5">
      <label className="text-sm font-medium" htmlFor="message">
        Message
      </label>
      <textarea
        aria-describedby={errors.message ? 'message-error' : undefined}
        aria-invalid={errors.message ? true : undefined}
        className="input min-h-28"
        id="message"
        name="message"
        onChange={({ target }) => set({ message: target.value })}
        value={typed.message}
      />
      <FieldErrors errors={errors.message ? [errors.message] : undefined} id="message-error" />
      <Count text={typed.message} />
    </div>
  );
}

type ValuesProps = { console: Console; template: ChosenTemplate };

function Values({ console, template }: ValuesProps) {
  const { typed, set, errors } = console;
  const error = errors.message ?? errors.template;
  const change = (at: number, value: string) =>
    set({ values: template.slots.map((_, i) => (i === at ? value : (typed.values[i] ?? ''))) });
  return (
    <fieldset className="grid gap-3" id="message" tabIndex={-1}>
      <legend className="mb-1.5 text-sm font-medium">Values</legend>
      <input name="template" type="hidden" value={template.id} />
      {template.slots.map((slot, at) => {
        const id = valueName(at);
        return (
          <div className="grid gap-1.5" key={id}>
            <label className="text-xs text-faint" htmlFor={id}>
              {at + 1}. <code className="font-mono">{slot}</code>
            </label>
            <input
              aria-describedby={error ? 'message-error' : undefined}
              autoComplete="off"
              className="input"
              id={id}
              name={id}
              onChange={({ target }) => change(at, target.value)}
              type="text"
              value={typed.values[at] ?? ''}
            />
          </div>
        );
      })}
      <FieldErrors errors={error ? [error] : undefined} id="message-error" />
      <div className="grid gap-1.5 rounded-md border border-line p-3">
        <p className="text-sm whitespace-pre-wrap [overflow-wrap:anywhere]">{typed.message}</p>
        <Count text={typed.message} />
      </div>
    </fieldset>
  );
}

/** What a text costs. */
function Count({ text }: { text: string }) {
  if (text === '') return null;
  const { encoding, segments } = countSegments(text);
  const characters = [...text].length;
  return (
    <p className="text-xs text-faint">
      {`${characters} ${characters === 1 ? 'character' : 'characters'}, `}
      {Number.isFinite(segments)
        ? `${segments} ${segments === 1 ? 'segment' : 'segments'}${encoding === 'ucs2' ? ' (Unicode)' : ''}`
        : 'too long for a message'}
    </p>
  );
}
