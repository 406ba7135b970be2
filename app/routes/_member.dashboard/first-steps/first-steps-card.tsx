import { Form, Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { CodeBlock } from '#app/components/copy-button.tsx';
import { StepMark } from '#app/components/icons.tsx';
import { PrimaryLink, QuietLink } from '#app/components/links.tsx';
import { TitledCard } from '#app/components/sections.tsx';
import { DeliveryTracker } from '#app/console/delivery-tracker.tsx';
import { IntentButton } from '#app/forms/buttons.tsx';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { paths } from '#app/paths.ts';
import type { FirstSteps } from './load-first-steps.server.ts';

/** The steps of a new account to its first live message. */
export function FirstStepsCard({ steps }: { steps: FirstSteps }) {
  const { hasKey, testKeyId, hasSentTest, getsResults, sender, hasSentLive } = steps;
  const all = [hasKey, hasSentTest, getsResults, sender === 'approved', hasSentLive];
  const done = all.filter(Boolean).length;
  return (
    <TitledCard
      aside={
        <Form
          action={paths.dashboard()}
          data-fallback={fallbacks.other}
          method="post"
          preventScrollReset
        >
          <IntentButton value="hide-first-steps">Hide</IntentButton>
        </Form>
      }
      heading="h2"
      id="first-steps"
      text={`${done} of 5 steps done. This list is shown until all steps are done, or until you hide it.`}
      title="First steps"
    >
      <ol className="divide-y divide-line">
        <Step
          done={hasKey}
          number={1}
          text={
            testKeyId
              ? `Your programs call the API with this key. Your test key is ${testKeyId}.`
              : 'Your programs call the API with this key.'
          }
          title="Make an API key"
        >
          {hasKey ? null : (
            <Link className="button-primary justify-self-start" to={paths.newKey(true)}>
              Create New API
            </Link>
          )}
        </Step>
        <Step
          done={hasSentTest}
          number={2}
          text="A test message is handled like a live one, but reaches no phone and costs nothing."
          title="Send a test message"
        >
          <TestMessage steps={steps} />
        </Step>
        <Step
          done={getsResults}
          number={3}
          text="Add a webhook endpoint, and we post each result to it. Or your program can get each message by its ID."
          title="Get the results"
        >
          {getsResults ? null : <ResultLinks />}
        </Step>
        <Step
          done={sender === 'approved'}
          number={4}
          text={
            sender === 'waiting'
              ? 'Your sender waits for the operator of this installation to approve it.'
              : 'The header that phones show, with the entity and the templates that you have registered with DLT.'
          }
          title="Register your sender"
        >
          {sender === 'approved' ? null : (
            <Link className="button-quiet justify-self-start" to={paths.senders()}>
              Senders & templates
            </Link>
          )}
        </Step>
        <LiveMessage hasLiveKey={steps.hasLiveKey} isDone={hasSentLive} />
      </ol>
    </TitledCard>
  );
}

const ResultLinks = () => (
  <p className="flex flex-wrap items-center gap-x-4 gap-y-2">
    <QuietLink to={paths.newWebhook}>Add an endpoint</QuietLink>
    <Link className="link text-sm" to={paths.operation('getMessage')}>
      How to get a message
    </Link>
  </p>
);

function LiveMessage({ hasLiveKey, isDone }: { hasLiveKey: boolean; isDone: boolean }) {
  const text = hasLiveKey
    ? 'For example, send a message to your own phone. It counts against your plan.'
    : 'You need a live key first. Live messages reach phones and count against your plan.';
  return (
    <Step done={isDone} number={5} text={text} title="Send your first live message">
      {isDone ? null : hasLiveKey ? (
        <Form action={paths.mode} method="post">
          <input name="mode" type="hidden" value="live" />
          <input name="to" type="hidden" value={paths.dashboard('message')} />
          <button className="button-quiet" type="submit">
            Open the console in live mode
          </button>
        </Form>
      ) : (
        <Link className="button-quiet justify-self-start" to={paths.newKey(true)}>
          Create a live key
        </Link>
      )}
    </Step>
  );
}

type StepProps = {
  number: number;
  title: string;
  done: boolean;
  /** The purpose of the step, in a sentence. */
  text: ReactNode;
  /** The controls of the step. */
  children?: ReactNode;
};

const Step = ({ number, title, done, text, children }: StepProps) => (
  <li className="flex gap-3 px-5 py-4">
    <StepMark done={done} number={number} />
    <div className="grid min-w-0 flex-1 grid-cols-1 content-start gap-3 pt-0.5">
      <div className="grid gap-0.5">
        <h3 className="text-sm font-medium">
          {title}
          {done ? <span className="sr-only"> (done)</span> : null}
        </h3>
        <p className="max-w-2xl text-xs text-faint [overflow-wrap:anywhere]">{text}</p>
      </div>
      {children}
    </div>
  </li>
);

/** Sends a test message with a button or with curl, and shows the status of the last test message. */
function TestMessage({ steps }: { steps: FirstSteps }) {
  const { hasKey, testKeyId, needsTemplate, curl, sent, hasSentTest, idempotencyKey } = steps;
  if (testKeyId === null) {
    return (
      <Link
        // Without any key, the primary button is that of the step before.
        className={`${hasKey ? 'button-primary' : 'button-quiet'} justify-self-start`}
        to={paths.newKey(false)}
      >
        Create a test key
      </Link>
    );
  }
  if (needsTemplate) {
    return (
      <div className="grid justify-items-start gap-2">
        <p className="text-xs text-faint">
          Messages under your own header need a template that fits them.
        </p>
        <PrimaryLink to={paths.newTemplate}>Register a template</PrimaryLink>
      </div>
    );
  }
  return (
    <>
      <Form
        action={paths.dashboard()}
        data-fallback={fallbacks['send-message']}
        method="post"
        preventScrollReset
      >
        <input name="idempotencyKey" type="hidden" value={idempotencyKey} />
        <button
          className={hasSentTest ? 'button-quiet' : 'button-primary'}
          name="intent"
          type="submit"
          value="send-test"
        >
          {hasSentTest ? 'Send another' : 'Send a test message'}
        </button>
      </Form>
      {sent ? (
        <div className="@container min-w-0">
          <DeliveryTracker
            here={paths.dashboard('home', { sent: sent._id })}
            key={sent._id}
            sent={sent}
          />
        </div>
      ) : null}
      {curl ? <Curl curl={curl} isOpen={!hasSentTest} /> : null}
    </>
  );
}

type CurlProps = { curl: NonNullable<FirstSteps['curl']>; isOpen: boolean };

function Curl({ curl: { text, html, hasSecret }, isOpen }: CurlProps) {
  return (
    <details className="min-w-0" open={isOpen}>
      <summary className="cursor-pointer py-1 text-xs text-faint">Or send it with curl</summary>
      <div className="grid min-w-0 grid-cols-1 gap-2 pt-2">
        <CodeBlock html={html} label="A test message with curl" text={text} />
        {hasSecret ? (
          <p className="text-xs text-faint">
            The command contains your test key. Keep the key secret, like a live key.
          </p>
        ) : (
          <Form
            action={paths.dashboard()}
            className="flex flex-wrap items-center gap-x-3 gap-y-2 text-xs text-faint"
            method="post"
            preventScrollReset
          >
            The key is left out until you confirm that it is you.
            <IntentButton value="fill-in-key">Fill in my test key</IntentButton>
          </Form>
        )}
      </div>
    </details>
  );
}
