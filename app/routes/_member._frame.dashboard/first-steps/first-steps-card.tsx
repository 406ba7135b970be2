import { Form, Link } from '@remix-run/react';
import { TitledCard } from '#app/components/titled-card.tsx';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { IntentButton } from '#app/forms/intent-button.tsx';
import { paths } from '#app/paths.ts';
import type { FirstSteps } from './load-first-steps.server.ts';
import { Step } from './step.tsx';
import { TestMessage } from './test-message.tsx';

/** The way of a new account to its first live message. */
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
      text={`${done} of 5 done. They stay here until all are, or you hide them.`}
      title="First steps"
    >
      <ol className="divide-y divide-line">
        <Step
          done={hasKey}
          number={1}
          text={
            testKeyId
              ? `Your programs call the API with it. Your test key is ${testKeyId}.`
              : 'Your programs call the API with it.'
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
          text="It is handled like a live one, but reaches no phone and costs nothing."
          title="Send a test message"
        >
          <TestMessage steps={steps} />
        </Step>
        <Step
          done={getsResults}
          number={3}
          text="Add a webhook endpoint, to which we post each result, or let your program ask for a message by its ID."
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
    <Link className="button-quiet" to={paths.newWebhook}>
      Add an endpoint
    </Link>
    <Link className="link text-sm" to={paths.operation('getMessage')}>
      How to ask for a message
    </Link>
  </p>
);

function LiveMessage({ hasLiveKey, isDone }: { hasLiveKey: boolean; isDone: boolean }) {
  const text = hasLiveKey
    ? 'To your own phone, for example. It counts against your plan.'
    : 'It needs a live key, which reaches phones and counts against your plan.';
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
