import { data } from '@remix-run/node';
import { Form, Link, useLoaderData, useSubmit } from '@remix-run/react';
import { ConsolePage } from '#app/console/console-page.tsx';
import type { ChosenTemplate, ConsoleData, OwnSenders } from '#app/console/contract.ts';
import { ConsoleField, ModeNote, RecipientFields, SendButton } from '#app/console/fields.tsx';
import { valueName } from '#app/console/fill-in.ts';
import { draftOfCall, handleConsoleForm } from '#app/console/handle-console-form.server.ts';
import { loadConsole } from '#app/console/load-console.server.ts';
import type { Console } from '#app/console/use-console.ts';
import { useConsole } from '#app/console/use-console.ts';
import { actOnScreen, loadScreen } from '#app/dashboard/screen.server.ts';
import { screenMeta } from '#app/dashboard/screen-route.tsx';
import type { ScreenHandle } from '#app/dashboard/screens.ts';
import { FieldErrors, FoldedFields } from '#app/forms/field.tsx';
import { paths } from '#app/paths.ts';
import { toClientAddresses } from '#app/session/session.server.ts';
import { invariant } from '#domain/shared/errors.browser.ts';
import { countSegments } from '#domain/sms/segments.browser.ts';

export { ScreenError as ErrorBoundary } from '#app/dashboard/screen-route.tsx';
export const handle: ScreenHandle = { screen: 'message', byMode: true };
export const meta = screenMeta('message');

export const loader = loadScreen(
  'message',
  (signedIn, args) => loadConsole(['send-message'], signedIn, args),
  draftOfCall,
);

/** Sends a message. */
export const action = actOnScreen(
  'message',
  async (signedIn, form, { context }) => {
    const reply = await handleConsoleForm('message', signedIn, form, toClientAddresses(context));
    return data(reply, { status: reply.status });
  },
  { recentSignIn: false, showDraft: draftOfCall },
);

/** The console that sends a message with one of the user's keys and tracks it. */
export default function MessageScreen() {
  const data = useLoaderData<typeof loader>();
  // React's `key` clears the console when the mode changes, so that it never shows messages and responses of the other mode.
  return <MessageConsole data={data} key={String(data.livemode)} />;
}

function MessageConsole({ data }: { data: ConsoleData }) {
  const console = useConsole('message', data);
  const { sending } = console;
  const template = data.calls['send-message'];
  invariant(template, 'the console for messages knows how to send one');
  return (
    <ConsolePage
      above={
        data.senders ? <TemplateSearch chosenKey={data.chosen} senders={data.senders} /> : null
      }
      console={console}
      data={data}
      template={template}
      title="Send a message"
    >
      <RecipientFields console={console} />
      <MessageFields console={console} senders={data.senders} />
      <SendLater console={console} />
      <div className="grid justify-items-start gap-2">
        <SendButton sending={sending}>Send Test Message</SendButton>
        <ModeNote livemode={data.livemode} />
      </div>
    </ConsolePage>
  );
}

type MessageFieldsProps = { console: Console; senders: OwnSenders | null };

/** The sender, and the text or the values of a template, with segments and price. */
function MessageFields({ console, senders }: MessageFieldsProps) {
  const template = senders?.template ?? null;
  return (
    <>
      {senders ? <SenderSelect console={console} senders={senders} /> : null}
      {template ? <Values console={console} template={template} /> : <Text console={console} />}
    </>
  );
}

function SenderSelect({ console, senders }: { console: Console; senders: OwnSenders }) {
  const { typed, set } = console;
  const headers = senders.template?.headers ?? senders.headers;
  return (
    <ConsoleField console={console} label="Sender" name="sender">
      {(input) => (
        <select
          {...input}
          className="input"
          onChange={({ target }) => set({ sender: target.value })}
          value={typed.sender}
        >
          {headers.map((header) => (
            <option key={header} value={header}>
              {header}
            </option>
          ))}
        </select>
      )}
    </ConsoleField>
  );
}

function Text({ console }: { console: Console }) {
  const { typed, set } = console;
  return (
    <div className="grid gap-1.5">
      <ConsoleField console={console} label="Message" name="message">
        {(input) => (
          <textarea
            {...input}
            className="input min-h-28"
            onChange={({ target }) => set({ message: target.value })}
            value={typed.message}
          />
        )}
      </ConsoleField>
      <Count text={typed.message} />
    </div>
  );
}

/** The time of a scheduled message. Collapsed at first, because most messages are sent immediately. */
function SendLater({ console }: { console: Console }) {
  const { typed, set, errors } = console;
  return (
    <FoldedFields
      opens={typed.sendAt !== '' || errors.sendAt !== undefined}
      summary="Send later"
      summaryClassName="link inline-block min-h-6 list-none text-sm"
    >
      <div className="mt-3">
        <ConsoleField
          console={console}
          hint="India’s time (IST), at most 60 days from now. Leave it empty to send at once."
          label="Time"
          name="sendAt"
        >
          {(input) => (
            <input
              {...input}
              className="input"
              onChange={({ target }) => set({ sendAt: target.value })}
              type="datetime-local"
              value={typed.sendAt}
            />
          )}
        </ConsoleField>
      </div>
    </FoldedFields>
  );
}

type ValuesProps = { console: Console; template: ChosenTemplate };

function Values({ console, template }: ValuesProps) {
  const { typed, set, errors } = console;
  const error = errors.message ?? errors.template;
  const change = (at: number, value: string) =>
    set({
      values: template.slots.map((_, i) =>
        i === at ? value : (typed.values[i] ?? template.examples[i] ?? ''),
      ),
    });
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
              value={typed.values[at] ?? template.examples[at] ?? ''}
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

/** The price of a text. */
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

type TemplateSearchProps = { senders: OwnSenders; chosenKey: string };

/** Searches for a message's DLT template. The query is in the URL, so the search works without a script. */
function TemplateSearch({ senders, chosenKey }: TemplateSearchProps) {
  const submit = useSubmit();
  const { templates, template, asked } = senders;
  const isUnclear = asked !== '' && template === null;
  return (
    <Form
      action={paths.dashboard('message')}
      className="grid gap-1.5 border-b border-line p-5"
      method="get"
      preventScrollReset
      replace
      role="search"
    >
      {chosenKey === '' ? null : <input name="key" type="hidden" value={chosenKey} />}
      <label className="text-sm font-medium" htmlFor="find-template">
        DLT template
      </label>
      <div className="flex gap-2">
        <input
          aria-describedby="find-template-hint"
          autoComplete="off"
          className="input min-w-0 flex-1"
          defaultValue={template?.id ?? asked}
          id="find-template"
          key={template?.id ?? asked}
          list="templates"
          name="template"
          onChange={({ currentTarget }) => {
            const isListed = templates.some(({ id }) => id === currentTarget.value);
            if (isListed) submit(currentTarget.form, { preventScrollReset: true, replace: true });
          }}
          placeholder="Name, text or id"
          type="text"
        />
        <button className="button-quiet" type="submit">
          Find
        </button>
      </div>
      <datalist id="templates">
        {templates.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </datalist>
      <div className="grid gap-1 text-xs text-faint" id="find-template-hint">
        {template ? (
          <p className="[overflow-wrap:anywhere]">
            {template.name}.{' '}
            <Link
              className="link"
              preventScrollReset
              replace
              to={paths.dashboard('message', { template: '' })}
            >
              Write the whole text instead
            </Link>
          </p>
        ) : isUnclear ? (
          <Matches {...senders} />
        ) : (
          <p>Choose a template and enter only its values, or write the whole text below.</p>
        )}
      </div>
    </Form>
  );
}

/** The results of a search that does not match exactly one template. */
const Matches = ({ templates }: OwnSenders) =>
  templates.length === 0 ? (
    <p>No approved template has this id, and none has this text in its name or body.</p>
  ) : (
    <>
      <p>Several templates match:</p>
      <ul className="grid gap-1">
        {templates.slice(0, 8).map(({ id, name }) => (
          <li className="[overflow-wrap:anywhere]" key={id}>
            <Link
              className="link"
              preventScrollReset
              replace
              to={paths.dashboard('message', { template: id })}
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
