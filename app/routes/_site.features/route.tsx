import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { QuietLink } from '#app/components/links.tsx';
import { paths } from '#app/paths.ts';
import { getSignedInUser } from '#app/session/session.server.ts';
import { publicPageMeta } from '#app/site/meta.ts';
import { PageHeader, StartBuilding } from '#app/site/page-header.tsx';

export const meta: MetaFunction = (args) =>
  publicPageMeta(
    {
      title: 'Features',
      description: 'What Dakiya can do for programs that send SMS and one-time passwords in India.',
    },
    args,
  );

export async function loader({ request }: LoaderFunctionArgs) {
  return { signedIn: (await getSignedInUser(request)) !== null };
}

export default function Features() {
  const { signedIn } = useLoaderData<typeof loader>();
  return (
    <div className="grid gap-16">
      <PageHeader lead="Everything here is available today." title="What a message needs">
        <QuietLink to={paths.docs}>View Documentation</QuietLink>
      </PageHeader>
      {categories.map(({ title, lead, cards }) => (
        <section
          className="grid gap-x-10 gap-y-6 border-t border-line pt-6 lg:grid-cols-[1fr_3fr]"
          key={title}
        >
          <div className="grid content-start gap-1">
            <h2 className="font-serif text-xl leading-tight">{title}</h2>
            <p className="text-sm text-faint">{lead}</p>
          </div>
          <ul className="grid gap-x-8 gap-y-8 md:grid-cols-3">
            {cards.map(({ title, text, call }) => (
              <li className="grid content-start gap-2" key={title}>
                <h3 className="font-medium">{title}</h3>
                <p className="text-sm leading-relaxed text-faint">{text}</p>
                {call ? <p className="font-mono text-xs break-words">{call}</p> : null}
              </li>
            ))}
          </ul>
        </section>
      ))}
      <StartBuilding
        lead="An account, an API key, and the first message is one call away."
        title="Try it with your own number."
        to={signedIn ? paths.dashboard() : paths.register}
      />
    </div>
  );
}

type Category = {
  title: string;
  lead: string;
  /** `call`: the request or setting that a card describes. */
  cards: { title: string; text: string; call?: string }[];
};

/** The features page. Every statement must be true of the current product. */
const categories: Category[] = [
  {
    title: 'Core Features',
    lead: 'The calls that your programs make.',
    cards: [
      {
        title: 'Messages',
        text: 'Send a text in any language to a number in any common notation. We validate it, count its segments, store it and respond with 202: from then on it is not lost.',
        call: 'POST /messages/send-message',
      },
      {
        title: 'One-time passwords',
        text: 'A code has four to eight random characters and can be used once. By default it has six digits, and is valid for five minutes and five attempts. Dakiya generates the code, sends it by SMS or email, and verifies it. In live mode the API never returns it.',
        call: 'POST /messages/send-otp',
      },
      {
        title: 'Batches',
        text: 'Up to 1,000 messages per call. Each is accepted or rejected separately with its own result, so one wrong number does not affect the others.',
        call: 'POST /messages/batch',
      },
    ],
  },
  {
    title: 'Developer Tools',
    lead: 'Tools that help you start quickly and run reliably.',
    cards: [
      {
        title: 'Safe to retry',
        text: 'With an Idempotency-Key a repeated request gets the same response for 24 hours and sends nothing twice. A key that is reused for a different request is rejected.',
        call: 'Idempotency-Key: order-4711',
      },
      {
        title: 'Signed webhooks',
        text: 'Your server gets a webhook when the status of a message changes. Webhooks are signed as Standard Webhooks specifies, retried for more than a day, and replayed when you ask for it.',
        call: 'POST /webhooks/endpoints',
      },
      {
        title: 'A sandbox',
        text: 'The sandbox has a carrier that speaks real SMPP, a page of a handset with the received texts, a mailbox, and magic numbers that always fail in the same way. It runs offline on your machine.',
        call: 'npm run demo',
      },
    ],
  },
  {
    title: 'Analytics & Insights',
    lead: 'Delivery status and usage.',
    cards: [
      {
        title: 'The timeline of a message',
        text: 'Shows every attempt and every receipt with the carrier, the time and the carrier’s code, including failures and unknown results.',
        call: 'GET /messages/{id}',
      },
      {
        title: 'Finding messages',
        text: 'Search by status, recipient, key and time, newest first, one page at a time. On the dashboard, search by sender, template and text too. Messages of other accounts are never found.',
        call: 'GET /messages?status=failed',
      },
      {
        title: 'Delivery in figures',
        text: 'See delivery rate, latency and reasons of failure over time, by key, sender, template, category and carrier, and how many one-time passwords were verified. Each figure leads to its messages.',
        call: 'GET /analytics',
      },
    ],
  },
  {
    title: 'Enterprise Features',
    lead: 'For teams that operate and audit messaging.',
    cards: [
      {
        title: 'Several carriers',
        text: 'Carriers are tried in your order. When a carrier is down, throttles, or rejects a text for its own reasons, the next carrier is used, but never for a text that may have been sent.',
        call: 'CARRIERS',
      },
      {
        title: 'Your own servers',
        text: 'Your servers run Dakiya’s two programs, with as many processes of each as you need, and PostgreSQL and Redis. If Redis loses its data, messages are delayed, not lost.',
        call: 'DATABASE_URL, REDIS_URL',
      },
      {
        title: 'Keys under control',
        text: 'API keys can expire, and can be deactivated within a second. They are encrypted with AES-256-GCM, and the encryption key can be rotated without downtime.',
        call: 'npm run rotate-keys',
      },
    ],
  },
];
