import { Form, Link } from '@remix-run/react';
import { DeliveryTracker } from '#app/console/following/delivery-tracker.tsx';
import { CodeBlock } from '#app/content/code-block.tsx';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { IntentButton } from '#app/forms/intent-button.tsx';
import { paths } from '#app/paths.ts';
import type { FirstSteps } from './load-first-steps.server.ts';

/** Sends a test message, by a button or with curl, and shows how the last one is doing. */
export function TestMessage({ steps }: { steps: FirstSteps }) {
  const { testKeyId, needsTemplate, curl, sent, hasSentTest, idempotencyKey } = steps;
  if (testKeyId === null) {
    return (
      <Link className="button-primary justify-self-start" to={paths.newKey(false)}>
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
        <Link className="button-primary" to={paths.newTemplate}>
          Register a template
        </Link>
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
      <summary className="cursor-pointer py-1 text-xs text-faint">The same with curl</summary>
      <div className="grid min-w-0 grid-cols-1 gap-2 pt-2">
        <CodeBlock html={html} label="A test message with curl" text={text} />
        {hasSecret ? (
          <p className="text-xs text-faint">
            It contains your test key. Keep it to yourself, like a live one.
          </p>
        ) : (
          <Form
            action={paths.dashboard()}
            className="flex flex-wrap items-center gap-x-3 gap-y-2 text-xs text-faint"
            method="post"
            preventScrollReset
          >
            Your last sign-in was more than 15 minutes ago, so the key is left out.
            <IntentButton value="fill-in-key">Fill in my test key</IntentButton>
          </Form>
        )}
      </div>
    </details>
  );
}
