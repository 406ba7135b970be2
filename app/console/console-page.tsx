import { Form, Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { CodeBlock } from '#app/components/copy-button.tsx';
import { TextLink } from '#app/components/links.tsx';
import { ServerToast } from '#app/components/toasts.tsx';
import { OtherModeNotice } from '#app/dashboard/mode.tsx';
import { EmptyKeys } from '#app/keys/empty-keys.tsx';
import { paths } from '#app/paths.ts';
import { MissingNote, TextWithCode } from '#app/reference/elements.tsx';
import { SampleTabs } from '#app/samples/sample-tabs.tsx';
import {
  type ApiExchange,
  type CallTemplate,
  type ConsoleData,
  type ConsoleFields,
  type ConsoleTab,
  type ConsoleWarning,
  type KeyChoice,
  type Reply,
  type Values,
  withOffset,
} from './contract.ts';
import { DeliveryTracker } from './delivery-tracker.tsx';
import { ConsoleField } from './fields.tsx';
import { fillIn, fillInSample } from './fill-in.ts';
import { type Console, resultsId } from './use-console.ts';

type ConsolePageProps = {
  console: Console;
  data: ConsoleData;
  /** The call that the form makes next, and its title. */
  template: CallTemplate;
  title: string;
  /** Another form, shown above the form of the call. */
  above?: ReactNode;
  children: ReactNode;
};

/** A console: the form, the delivery status and response of its last call, and the same call as code. */
export function ConsolePage({ console, data, template, title, above, children }: ConsolePageProps) {
  const { tab, reply, sent, pageToast, typed, idempotencyKey } = console;
  if (data.keys === null) return <EmptyKeys failed text="" title="" />;
  const values = {
    keyId: typed.key,
    recipient: typed.phone,
    message: typed.message,
    otp: typed.otp,
    service: typed.service,
    sender: typed.sender,
    template: typed.template,
    sendAt: withOffset(typed.sendAt),
    idempotencyKey,
  };
  return (
    <div className="@container">
      {data.ofOtherMode ? (
        <div className="mb-6">
          <OtherModeNotice {...data.ofOtherMode} livemode={data.livemode} />
        </div>
      ) : null}
      {data.missing ? (
        <div className="mb-6">
          <MissingNote {...data.missing} />
        </div>
      ) : null}
      <div className="grid items-start gap-6 @4xl:grid-cols-[minmax(0,21rem)_minmax(0,1fr)]">
        <RequestForm above={above} action={actionOf(tab, typed)} console={console}>
          <KeySelect console={console} keys={data.keys} livemode={data.livemode} />
          {children}
        </RequestForm>
        <div className="@container grid min-w-0 grid-cols-1 gap-6" id={resultsId}>
          {reply?.warnings.length ? (
            <Warnings livemode={data.livemode} warnings={reply.warnings} />
          ) : null}
          {sent ? <DeliveryTracker here={paths.sent(sent._id)} key={sent._id} sent={sent} /> : null}
          {reply?.exchange ? (
            <ResponseCard
              exchange={reply.exchange}
              refusedByDlt={reply.refusedByDlt}
              template={data.calls[reply.exchange.call]}
            />
          ) : null}
          <CodeTabs livemode={data.livemode} template={template} title={title} values={values} />
        </div>
      </div>
      <ServerToast toast={pageToast} />
    </div>
  );
}

/**
 * The address to which a form is posted without JavaScript. It contains the template, so that the page with the reply shows
 * the same template.
 */
const actionOf = (tab: ConsoleTab, { template }: ConsoleFields) =>
  paths.dashboard(tab, tab === 'message' ? { template } : {});

type RequestFormProps = {
  action: string;
  console: Console;
  above: ReactNode;
  children: ReactNode;
};

/** The form of a console. Its idempotency key makes a repeated submit harmless. */
function RequestForm({ action, console, above, children }: RequestFormProps) {
  const { form, send, stage, idempotencyKey } = console;
  return (
    <section aria-labelledby="request-title" className="card min-w-0 @4xl:sticky @4xl:top-6">
      <h2
        className="flex min-h-12 items-center border-b border-line px-5 py-2 text-sm font-medium"
        id="request-title"
      >
        Request
      </h2>
      {above}
      <form action={action} className="grid gap-5 p-5" method="post" onSubmit={send} ref={form}>
        <input name="idempotencyKey" type="hidden" value={idempotencyKey} />
        <input name="stage" type="hidden" value={stage} />
        {children}
      </form>
    </section>
  );
}

type KeySelectProps = { keys: KeyChoice[]; livemode: boolean; console: Console };

/** Selects the API key of the call. Inactive keys are listed but disabled. */
function KeySelect({ keys, livemode, console }: KeySelectProps) {
  const { typed, set } = console;
  const none = !keys.some(({ usable }) => usable);
  return (
    <div className="grid gap-1.5">
      <ConsoleField console={console} label="API key" name="key">
        {(input) => (
          <select
            {...input}
            className="input"
            onChange={({ target }) => set({ key: target.value })}
            value={typed.key}
          >
            {keys.length === 0 ? (
              <option disabled value="">
                No API keys available
              </option>
            ) : none ? (
              <option value="">No active API key</option>
            ) : null}
            {keys.map(({ keyId, name, usable }) => (
              <option disabled={!usable} key={keyId} value={keyId}>
                {`${name || 'Unnamed API'} (${keyId})${usable ? '' : ', inactive'}`}
              </option>
            ))}
          </select>
        )}
      </ConsoleField>
      {none ? (
        <p className="text-xs text-faint">
          {livemode ? 'A call needs an API key.' : 'A call in test mode needs a test key.'}{' '}
          <Link
            className="link"
            to={keys.length === 0 ? paths.newKey(livemode) : paths.dashboard('manage-api')}
          >
            {keys.length === 0 ? 'Create New API' : 'Activate a key'}
          </Link>
        </p>
      ) : null}
    </div>
  );
}

type CodeTabsProps = { template: CallTemplate; values: Values; title: string; livemode: boolean };

/**
 * The form's call as code and as an HTTP request. The tabs are radio buttons, so they work before hydration
 * and keep the typed values.
 */
function CodeTabs({ template, values, title, livemode }: CodeTabsProps) {
  return (
    <section aria-label="The same call as code" className="group/panes card min-w-0">
      <fieldset className="flex border-b border-line px-2">
        <legend className="sr-only">How to test</legend>
        <Tab checked id="code">
          Code Testing
        </Tab>
        <Tab id="no-code">No-Code Test</Tab>
      </fieldset>
      <div className="hidden grid-cols-1 gap-6 p-5 group-has-[[value=code]:checked]/panes:grid">
        <p className="text-sm text-faint">
          The example changes as you fill in the form. Replace the API key placeholder with your own
          key.
        </p>
        <SampleTabs sample={fillInSample(template.sample, values)} title={title} />
        <div className="grid grid-cols-1 gap-3">
          <h2 className="text-sm font-medium">Expected Response</h2>
          <CodeBlock label="Expected Response" {...fillIn(template.expected, 'json', values)} />
        </div>
      </div>
      <div className="hidden grid-cols-1 gap-6 p-5 group-has-[[value=no-code]:checked]/panes:grid">
        <p className="text-sm text-faint">
          Fill in the form and send it: you need no program. The form makes this request,{' '}
          {livemode
            ? 'which counts against your plan like a call from your program.'
            : 'like a call from your program with the test key.'}{' '}
          The API’s response appears above.
        </p>
        <CodeBlock
          label="The request that the form makes"
          {...fillIn(template.request, 'json', values)}
        />
      </div>
    </section>
  );
}

function Tab({ id, checked, children }: { id: string; checked?: boolean; children: string }) {
  return (
    <label className="flex min-h-12 cursor-pointer items-center border-b-2 border-transparent px-3 text-sm text-faint has-checked:border-coral has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-airmail">
      <input className="sr-only" defaultChecked={checked} name="pane" type="radio" value={id} />
      {children}
    </label>
  );
}

type ResponseCardProps = {
  exchange: ApiExchange;
  template: CallTemplate | undefined;
  refusedByDlt: Reply['refusedByDlt'];
};

/** The API's response to the last call, and the request that was sent. */
function ResponseCard({ exchange, template, refusedByDlt }: ResponseCardProps) {
  const { status, requestId, response, values } = exchange;
  return (
    <section aria-labelledby="response-title" className="card min-w-0">
      <div className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-5 py-2">
        <h2 className="text-sm font-medium" id="response-title">
          Response
        </h2>
        <span className={`stamp ${status < 400 ? 'text-good' : 'text-bad'}`}>{status}</span>
        <code className="ml-auto font-mono text-xs break-all text-faint">{requestId}</code>
      </div>
      <div className="grid grid-cols-1 gap-4 p-5">
        {refusedByDlt ? <Comparison values={values} {...refusedByDlt} /> : null}
        <CodeBlock html={response.html} label="Body of the response" text={response.text} />
        {template ? (
          <details>
            <summary className="link inline-block min-h-6 cursor-pointer list-none text-sm">
              The request as it was sent
            </summary>
            <div className="mt-3">
              <CodeBlock
                label="Request as it was sent"
                {...fillIn(template.request, 'json', values)}
              />
            </div>
          </details>
        ) : null}
      </div>
    </section>
  );
}

type WarningsProps = { warnings: ConsoleWarning[]; livemode: boolean };

/** The warnings with which the DLT check accepted the message. */
function Warnings({ warnings, livemode }: WarningsProps) {
  const isRefused = warnings.some(({ isError }) => isError);
  const title = !isRefused
    ? 'The message was accepted, with a warning.'
    : livemode
      ? 'The message was accepted, but operators will probably block it.'
      : 'Test mode accepted the message. Live mode would refuse it.';
  return (
    <section aria-labelledby="warnings-title" className="card border-waiting/50 p-5" role="status">
      <h2 className="text-sm font-medium" id="warnings-title">
        {title}
      </h2>
      <ul className="mt-2 grid gap-1.5 text-sm">
        {warnings.map(({ code, message }) => (
          <li className="[overflow-wrap:anywhere]" key={`${code} ${message}`}>
            <TextWithCode text={message} /> <TextLink to={paths.verdict(code)}>What to do</TextLink>
          </li>
        ))}
      </ul>
    </section>
  );
}

type ComparisonProps = NonNullable<Reply['refusedByDlt']> & { values: Values };

/**
 * Names the template nearest to a text that DLT would reject, with a button that opens the checker, which shows the
 * difference.
 */
const Comparison = ({ nearest, values }: ComparisonProps) => (
  <Form
    action={paths.checkMessage}
    className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm"
    method="post"
  >
    <input name="intent" type="hidden" value="check" />
    <input name="text" type="hidden" value={values.message} />
    <input name="sender" type="hidden" value={values.sender} />
    <input name="template_id" type="hidden" value={values.template || (nearest?.id ?? '')} />
    {nearest ? (
      <p className="min-w-0 [overflow-wrap:anywhere]">
        The nearest template is <TextLink to={paths.template(nearest.id)}>{nearest.name}</TextLink>.
      </p>
    ) : null}
    <button className="button-quiet" type="submit">
      See where the text differs
    </button>
  </Form>
);
