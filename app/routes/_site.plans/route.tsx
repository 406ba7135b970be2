import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import type { ReactNode } from 'react';
import { TextLink } from '#app/components/links.tsx';
import { paths } from '#app/paths.ts';
import {
  type FreePlan,
  loadFreePlan,
  loadPlans,
  loadPlanViewer,
} from '#app/plans/load-plans.server.ts';
import { FreeNote, NoPlans, PlanCard, PlansError } from '#app/plans/plan-card.tsx';
import { type PlanViewer, planPageButton } from '#app/plans/plans.ts';
import { publicPageMeta } from '#app/site/meta.ts';
import { PageHeader } from '#app/site/page-header.tsx';
import type { PlanOutput } from '#domain/billing/plans/read-plans.ts';
import { formatCount } from '#domain/shared/format.browser.ts';

export const meta: MetaFunction = (args) =>
  publicPageMeta(
    {
      title: 'Plans and prices',
      description:
        'What Dakiya costs a month in rupees, how many messages and API calls a plan has, and what happens at its limit.',
    },
    args,
  );

export async function loader({ request }: LoaderFunctionArgs) {
  const plans = await loadPlans();
  if (!plans) return data({ plans, viewer: anonymous, free: null }, { status: 503 });
  const [viewer, free] = await Promise.all([loadPlanViewer(request), loadFreePlan()]);
  return data({ plans, viewer, free });
}

const anonymous: PlanViewer = { signedIn: false, currentPlanId: null };

export default function Plans() {
  const { plans, viewer, free } = useLoaderData<typeof loader>();
  return (
    <div className="grid gap-16">
      <PageHeader
        lead="Every plan sends messages and one-time passwords through the same API. They differ in how many."
        title="Choose Your Plan"
      >
        <a className="button-quiet" href="#faq">
          View FAQ
        </a>
      </PageHeader>
      <Offer free={free} plans={plans} viewer={viewer} />
      <Faq free={free} />
    </div>
  );
}

type OfferProps = { plans: PlanOutput[] | null; viewer: PlanViewer; free: FreePlan | null };

function Offer({ plans, viewer, free }: OfferProps) {
  if (!plans) return <PlansError again={paths.plans} />;
  if (plans.length === 0) return <NoPlans />;
  return (
    <>
      <ul className="grid gap-6 md:grid-cols-3">
        {plans.map((plan) => (
          <PlanCard
            contactLabel="Contact Team"
            button={planPageButton(plan, viewer)}
            heading="h2"
            key={plan._id}
            plan={plan}
          />
        ))}
      </ul>
      {free ? <FreeNote free={free} /> : null}
      <Comparison plans={plans} />
    </>
  );
}

const agreed = 'By agreement';

const isNegotiated = ({ numericPrice }: PlanOutput) => numericPrice === 0;

/** The rows of the comparison. A plan without a price also has negotiated limits. */
const rows: { label: string; of: (plan: PlanOutput) => string }[] = [
  {
    label: 'Messages a month',
    of: (plan) => (isNegotiated(plan) ? agreed : formatCount(plan.monthlylimit)),
  },
  {
    label: 'API calls a month',
    of: (plan) => (isNegotiated(plan) ? agreed : formatCount(plan.apiCalls)),
  },
  { label: 'Price of a segment', of: (plan) => (isNegotiated(plan) ? agreed : segmentPrice(plan)) },
];

/** The price per segment if all messages of the month are used. */
const segmentPrice = ({ numericPrice, monthlylimit }: PlanOutput) =>
  monthlylimit === 0
    ? 'none'
    : `about ${Math.round((numericPrice * 100) / monthlylimit)} paise, if all are used`;

const inAll = [
  'One-time passwords with their own priority queue',
  'Batches of up to 1,000 messages a call',
  'A timeline for every message, with each attempt and receipt',
  'Idempotency keys, stored for 24 hours',
  'API keys that can expire or be deactivated within a second',
  'The same API, with an OpenAPI 3.1 document',
];

/** The plans side by side. On a phone each row becomes a list of the plans. */
function Comparison({ plans }: { plans: PlanOutput[] }) {
  return (
    <section className="grid gap-6">
      <h2 className="font-serif text-xl">Side by side</h2>
      <table className="w-full text-left text-sm max-md:block">
        <thead className="max-md:sr-only">
          <tr>
            <td className="w-1/4" />
            {plans.map(({ _id, name }) => (
              <th className="w-1/4 py-3 pl-4 font-medium" key={_id} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="max-md:grid max-md:gap-6">
          {rows.map(({ label, of }) => (
            <tr className="border-t border-line max-md:block" key={label}>
              <th className="py-3 font-normal text-faint max-md:block" scope="row">
                {label}
              </th>
              {plans.map((plan) => (
                <td
                  className="py-3 pl-4 tabular-nums max-md:flex max-md:justify-between max-md:gap-4 max-md:border-t max-md:border-line max-md:py-2 max-md:pl-0 max-md:before:content-[attr(data-plan)]"
                  data-plan={plan.name}
                  key={plan._id}
                >
                  {of(plan)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="text-sm text-faint">
        A quota unit is one segment: a text of three segments uses three messages. A segment holds
        160 characters of English, or 70 of Hindi and other scripts. In longer texts, a segment
        holds 153 or 67.
      </p>
      <div className="grid gap-3 text-sm">
        <h3 className="font-medium">In every plan, Free included</h3>
        <ul className="grid gap-x-8 text-faint sm:grid-cols-2">
          {inAll.map((text) => (
            <li className="border-t border-line py-2" key={text}>
              {text}
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

const link = (to: string, text: string) => <TextLink to={to}>{text}</TextLink>;

type Question = { question: string; answer: ReactNode };

/** @param free null while it could not be loaded */
const listQuestions = (free: FreePlan | null): Question[] => [
  {
    question: 'What counts as a message?',
    answer:
      'Each segment of an accepted message counts as one message, also for one-time passwords. A segment holds 160 characters of English, or 70 of Hindi and other scripts. If no carrier accepts a message, it is credited back to your quota.',
  },
  {
    question: 'What happens at the limit?',
    answer: (
      <>
        The next message fails with status 402 and the code{' '}
        <code className="font-mono text-xs">message_limit_reached</code>. You can never exceed your
        plan, so there are no overage charges. In a batch, the first messages that still fit are
        accepted.
      </>
    ),
  },
  {
    question: 'What is an API call?',
    answer:
      'A successful call with an API key; a batch is one call. Failed calls, repeated responses for the same Idempotency-Key, and verifications of a one-time password are not counted. At the limit, calls fail with the code api_call_limit_reached.',
  },
  {
    question: 'When does a month begin?',
    answer:
      'On the day of the month on which your plan started, not on the first. On Free, a month begins on the day of the month on which the account was created.',
  },
  {
    question: 'Do unused messages carry over?',
    answer: 'No. Each usage month starts with the limits of the plan and counters at zero.',
  },
  {
    question: 'Is there a free plan?',
    answer: (
      <>
        Yes. Every account starts on {free?.name ?? 'Free'}
        {free
          ? `, with ${formatCount(free.messages)} messages and ${formatCount(free.apiCalls)} API calls a month,`
          : ''}{' '}
        until it has another plan. No card is needed. {link(paths.register, 'Create an account')}.
      </>
    ),
  },
  {
    question: 'How do I pay, and do I get an invoice?',
    answer: (
      <>
        Online, by UPI, card, net banking or wallet, through Razorpay. You pay for one month at a
        time, and nothing is charged automatically. Each payment has an invoice in the billing
        history of your dashboard. If you need a different invoice, {link(paths.contact, 'ask us')}{' '}
        before you pay.
      </>
    ),
  },
  {
    question: 'How do I renew?',
    answer:
      'In the last seven days of your plan, with the same button as the first time. The new month starts when the current one ends, so paying early loses nothing. We remind you by email. If you do not renew, your account moves to Free when the plan ends.',
  },
  {
    question: 'What happens when I change to another plan?',
    answer:
      'The new plan starts immediately, with its own limits and a new usage month. The unused part of the previous plan is credited. The credit is the smallest of three shares: unused time, unused messages and unused API calls. For example, half a month of Basic with half of its messages is worth ₹99.50, which becomes three more days of Pro. The payment page shows the amounts before you pay.',
  },
  {
    question: 'Can I cancel, and is there a refund?',
    answer: (
      <>
        A cancellation affects only future renewals: you keep the plan until the end of its period.
        You can withdraw the cancellation until then. Refunds are given only for services that were
        not provided. You can cancel a plan or request a refund under{' '}
        {link(paths.refunds, 'Cancellations & Refunds')}.
      </>
    ),
  },
];

/** Frequently asked questions about the plans. */
function Faq({ free }: { free: FreePlan | null }) {
  return (
    <section className="grid scroll-mt-8 gap-6" id="faq">
      <h2 className="font-serif text-xl">Questions and answers</h2>
      <div className="border-b border-line">
        {listQuestions(free).map(({ question, answer }) => (
          <details className="group/question border-t border-line" key={question}>
            <summary className="flex min-h-12 cursor-pointer list-none items-center justify-between gap-4 py-3 font-medium">
              {question}
              <span aria-hidden="true" className="font-mono text-faint group-open/question:hidden">
                +
              </span>
              <span
                aria-hidden="true"
                className="hidden font-mono text-faint group-open/question:inline"
              >
                −
              </span>
            </summary>
            <p className="max-w-2xl pb-5 text-sm leading-relaxed text-faint">{answer}</p>
          </details>
        ))}
      </div>
    </section>
  );
}
