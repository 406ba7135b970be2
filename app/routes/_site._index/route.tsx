import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import type { ReactNode } from 'react';
import { PrimaryLink } from '#app/components/links.tsx';
import { highlight } from '#app/content/highlight.server.ts';
import { paths } from '#app/paths.ts';
import { type FreePlan, loadFreePlan, loadPlans } from '#app/plans/load-plans.server.ts';
import { FreeNote, NoPlans, PlanCard, PlansError } from '#app/plans/plan-card.tsx';
import { landingPageButton } from '#app/plans/plans.ts';
import type { RootData } from '#app/root-data.server.ts';
import { type HttpSample, placeholders } from '#app/samples/contract.ts';
import { readHttpSample } from '#app/samples/read-sample.server.ts';
import { findReaderApiId } from '#app/samples/reader-api-id.server.ts';
import { SampleTabs } from '#app/samples/sample-tabs.tsx';
import { getSignedInUser } from '#app/session/session.server.ts';
import { publicPageMeta } from '#app/site/meta.ts';
import { StartBuilding } from '#app/site/page-header.tsx';
import type { PlanOutput } from '#domain/billing/plans/read-plans.ts';
import type { AcceptedMessageOutput } from '#domain/messaging/messages/outputs.ts';
import { structuredData } from './structured-data.ts';

export const meta: MetaFunction<typeof loader> = ({ data, ...args }) => {
  const head = publicPageMeta(
    {
      title: 'Dakiya: SMS and one-time passwords for developers in India',
      description:
        'Send an SMS or a one-time password with one call, and see whether it was delivered.',
    },
    args,
  );
  const root = args.matches.find(({ id }) => id === 'root')?.data as RootData | undefined;
  if (!data || !root) return head;
  return [...head, { 'script:ld+json': structuredData(root.publicUrl, data.plans ?? []) }];
};

/** Loads the plans only for visitors without a session, because only they see prices, as in the specification. */
export async function loader({ request }: LoaderFunctionArgs) {
  const keyId = await findReaderApiId(request);
  const signedIn = (await getSignedInUser(request)) !== null;
  const plans = signedIn ? null : await loadPlans();
  return {
    sample: await readHttpSample('send-message', keyId),
    answer: renderSampleResponse(keyId),
    signedIn,
    plans,
    free: plans && (await loadFreePlan()),
  };
}

export default function Home() {
  const { sample, answer, signedIn, plans, free } = useLoaderData<typeof loader>();
  const start = signedIn ? paths.dashboard() : paths.register;
  return (
    <div className="grid gap-20 sm:gap-28">
      <div className="grid gap-10">
        <Hero start={start} />
        <Postcard answer={answer} sample={sample} />
      </div>
      <Features />
      <Pitfalls />
      {signedIn ? null : <Pricing free={free} plans={plans} />}
      <StartBuilding
        lead="The Free plan needs no card. The sandbox carrier shows you the rest on your own machine."
        title="Send your first message."
        to={start}
      />
    </div>
  );
}

/** The hero: headline, introduction and calls to action. */
function Hero({ start }: { start: string }) {
  return (
    <header className="grid items-end gap-6 lg:grid-cols-2 lg:gap-12">
      <h1 className="font-serif text-2xl leading-none sm:text-3xl">
        Send a text. <br />
        Know it arrived.
      </h1>
      <div className="grid gap-6">
        <p className="max-w-lg text-faint">
          Sophisticated messaging APIs for developers: elegant, reliable and affordable. Dakiya
          sends SMS and one-time passwords to phones in India and reports the real delivery status
          of each one.
        </p>
        <p className="flex flex-wrap gap-3 max-sm:*:grow">
          <PrimaryLink to={start}>Get Started Free</PrimaryLink>
          <Link className="button-quiet min-h-10" to={paths.docs}>
            View Documentation
          </Link>
        </p>
      </div>
    </header>
  );
}

type PricingProps = { plans: PlanOutput[] | null; free: FreePlan | null };

/** The pricing section, for visitors. */
function Pricing({ plans, free }: PricingProps) {
  return (
    <section className="grid gap-8">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <h2 className="font-serif text-2xl leading-none">What it costs</h2>
        <Link className="link text-sm" to={paths.plans}>
          Compare the plans
        </Link>
      </div>
      <Offer plans={plans} />
      {free ? <FreeNote free={free} /> : null}
    </section>
  );
}

function Offer({ plans }: { plans: PlanOutput[] | null }) {
  if (!plans) return <PlansError again={paths.home} />;
  if (plans.length === 0) return <NoPlans />;
  return (
    <ul className="grid gap-6 md:grid-cols-3">
      {plans.map((plan) => (
        <PlanCard
          contactLabel="Contact with Team"
          button={landingPageButton(plan, false)}
          heading="h3"
          key={plan._id}
          plan={plan}
        />
      ))}
    </ul>
  );
}

const features = [
  {
    title: 'Advanced messaging',
    text: 'Send one message or a thousand per call, in any language, up to ten segments each: as a text, or as a DLT template with its variables. Each message is checked against your registered templates before it is sent.',
  },
  {
    title: 'Real-time delivery',
    text: 'Messages are queued the moment they are stored, and one-time passwords do not wait behind bulk messages. The carrier’s receipt changes the status within moments: on the dashboard, in the API, and in a webhook to your server.',
  },
  {
    title: 'End-to-end encryption',
    text: 'Your calls to the API use TLS, and so do the connections to each carrier that offers TLS. API keys, webhook secrets and one-time passwords are stored encrypted with AES-256-GCM. From the operator to the phone, an SMS has the encryption of the mobile network.',
  },
  {
    title: 'RESTful APIs',
    text: 'JSON over HTTP, one shape for every response, one catalogue of errors. The OpenAPI 3.1 document is generated from the schemas that validate your requests.',
  },
  {
    title: 'Message analytics',
    text: 'See delivery rate, latency and reasons of failure, by key, sender, template, category and carrier: on the dashboard and from the API. Each message has a timeline of its attempts and receipts, with the carrier’s codes explained.',
  },
  {
    title: 'Global infrastructure',
    text: 'Programs call Dakiya from anywhere in the world. Dakiya runs in any region, on your own servers with PostgreSQL and Redis, in as many processes as you need. It sends to mobile numbers in India (+91).',
  },
];

/** The feature cards, with the titles of the specification. */
function Features() {
  return (
    <section className="grid gap-8">
      <h2 className="font-serif text-2xl leading-none">What it does</h2>
      <ul className="grid gap-px overflow-hidden rounded-md border border-line bg-line sm:grid-cols-2 lg:grid-cols-3">
        {features.map(({ title, text }) => (
          <li className="grid content-start gap-2 bg-paper p-6" key={title}>
            <h3 className="font-medium">{title}</h3>
            <p className="text-sm leading-relaxed text-faint">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

const pitfalls = [
  {
    title: 'Retries',
    elsewhere: 'A call times out, the program retries, and the customer gets two texts.',
    here: 'Send an Idempotency-Key. We store the response together with the message. A repeated request gets the same response for 24 hours.',
  },
  {
    title: 'Counting',
    elsewhere:
      'The limit is checked first and counted later. A burst exceeds it and ends up on the bill.',
    here: 'Limit and counter are one locked row, so parallel calls can never exceed your plan.',
  },
  {
    title: 'Receipts',
    elsewhere: 'Submitted messages count as delivered, and those without a response as failed.',
    here: 'A message is delivered when the carrier’s receipt says so. If the carrier never responds, the status is unknown, and we do not send the message again.',
  },
  {
    title: 'Login codes',
    elsewhere: 'A user waits for a code that is queued behind a campaign.',
    here: 'Codes have their own queue and a reserved share of every carrier’s window. In live mode they are never returned, logged or listed.',
  },
];

/** Common problems of messaging gateways, and how Dakiya avoids them. */
function Pitfalls() {
  return (
    <section className="grid gap-8">
      <div className="grid gap-3">
        <h2 className="font-serif text-2xl leading-none">Where messages get lost</h2>
        <p className="max-w-xl text-faint">
          Sending is the easy part. These four problems tell a good gateway from a bad one.
        </p>
      </div>
      <ul className="border-b border-line">
        {pitfalls.map(({ title, elsewhere, here }) => (
          <li
            className="grid gap-x-10 gap-y-4 border-t border-line py-6 md:grid-cols-[1fr_2fr_2fr]"
            key={title}
          >
            <h3 className="font-medium">{title}</h3>
            <p className="text-sm leading-relaxed text-faint">
              <span className="mb-1 block font-mono text-xs">often</span>
              {elsewhere}
            </p>
            <p className="text-sm leading-relaxed">
              <span className="mb-1 block font-mono text-xs text-airmail">here</span>
              {here}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

type PostcardProps = { sample: HttpSample /** Highlighted JSON. */; answer: string };

/** An example message: the call, the response and the delivery. */
function Postcard({ sample, answer }: PostcardProps) {
  return (
    <section aria-label="An example message" className="card min-w-0 overflow-hidden">
      <div className="grid lg:grid-cols-[11fr_10fr]">
        <div className="flex min-w-0 flex-col [&_.sample]:rounded-none [&_.sample]:border-0 [&_.sample]:border-b">
          <SampleTabs sample={sample} title="Send a message" />
          <dl className="flex flex-1 flex-col px-4 pb-2 font-mono text-xs">
            <AddressLine name="to">+91 98765 43210</AddressLine>
            <AddressLine name="from">DAKIYA</AddressLine>
            <AddressLine name="postage">1 message, 1 segment</AddressLine>
          </dl>
        </div>
        <div className="min-w-0 border-line max-lg:border-t lg:border-l">
          <p className="flex flex-wrap justify-between gap-x-4 border-b border-line px-4 py-[11px] font-mono text-xs">
            202 Accepted <span className="text-faint">stored and queued for delivery</span>
          </p>
          <section
            aria-label="Response"
            className="overflow-x-auto"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region needs focus
            tabIndex={0}
          >
            <pre className="p-4 font-mono text-xs leading-relaxed">
              {/* biome-ignore lint/security/noDangerouslySetInnerHtml: escaped by the highlighter */}
              <code dangerouslySetInnerHTML={{ __html: answer }} />
            </pre>
          </section>
        </div>
      </div>
      <Journey />
    </section>
  );
}

function AddressLine({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-h-12 flex-1 items-end gap-4 border-b border-line pb-2 last:border-b-0">
      <dt className="w-16 shrink-0 text-faint">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/**
 * The status changes of a successful message with the sandbox carrier, with times from one run. The time at
 * which a worker claims a message is not recorded.
 */
const steps = [
  { state: 'queued', at: '16:21:38.549', note: 'Stored in the database. This is what 202 means.' },
  { state: 'submitting', at: 'in between', note: 'Exactly one worker is sending the message.' },
  {
    state: 'sent',
    at: '16:21:38.613',
    note: 'The carrier accepted the message and gave it an id.',
  },
  { state: 'delivered', at: '16:21:38.870', note: 'The carrier’s receipt: DELIVRD 000.' },
] as const;

/** The delivery steps of an example message. */
function Journey() {
  return (
    <div className="grid gap-6 border-t border-line px-4 pt-4 pb-6">
      <p className="flex flex-wrap justify-between gap-x-4 font-mono text-xs">
        delivery of msg_01M7WW6X…
        <span className="text-faint">an example, with the sandbox carrier</span>
      </p>
      <ol className="grid font-mono text-xs max-md:border-l md:grid-cols-4 md:border-t border-control">
        {steps.map(({ state, at, note }) => (
          <li
            className="relative pr-4 before:absolute before:bg-ink max-md:pb-5 max-md:pl-4 max-md:last:pb-0 max-md:before:top-2 max-md:before:-left-1 max-md:before:h-px max-md:before:w-2 md:pt-4 md:before:-top-1 md:before:left-0 md:before:h-2 md:before:w-px"
            key={state}
          >
            <span className={state === 'delivered' ? 'font-medium text-good' : 'font-medium'}>
              {state}
            </span>
            <span className="block text-faint">{at}</span>
            <span className="mt-1 block font-sans text-faint">{note}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}

const data: AcceptedMessageOutput = {
  _id: 'msg_01M7WW6X3N9KVJHB4XGRXP5GHQ',
  user: 'usr_01M7WVZSNDBQ78B42KJKBV5ABJ',
  apiId: placeholders.keyId,
  requestId: 'req_01M7WW6X3N2B8Y4T6R9QKDHV5C',
  serverNumber: 'DAKIYA',
  recipient: '+919876543210',
  livemode: true,
  kind: 'message',
  content: 'Your order has been shipped.',
  templateId: null,
  entityId: null,
  segments: 1,
  status: 'queued',
  reason: null,
  version: 0,
  createdAt: '2026-11-20T16:21:38.549Z',
  scheduledFor: null,
  sentAt: null,
  settledAt: null,
  warnings: [],
};

/** The response to the sample call as HTML, with the reader's API ID if there is one. */
function renderSampleResponse(keyId: string | null): string {
  const answer = {
    status: 'success',
    message: 'Message sent successfully!',
    data: { ...data, apiId: keyId ?? data.apiId },
  };
  // Joins neighbouring null values into one line, because they do not matter here.
  const text = JSON.stringify(answer, null, 2).replace(/null,\n\s+(?="\w+": null)/g, 'null, ');
  return highlight(text, 'json');
}
