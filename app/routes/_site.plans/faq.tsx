import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { paths } from '#app/paths.ts';
import type { FreePlan } from '#app/plans/load-plans.server.ts';
import { formatCount } from '#domain/shared/format-number.browser.ts';

const link = (to: string, text: string) => (
  <Link className="link" to={to}>
    {text}
  </Link>
);

type Question = { question: string; answer: ReactNode };

/** @param free null while it could not be loaded */
const listQuestions = (free: FreePlan | null): Question[] => [
  {
    question: 'What counts as a message?',
    answer:
      'Each segment of an accepted message counts as one, one-time passwords included. A segment holds 160 characters of English, or 70 of Hindi and other scripts. If no carrier accepts a message, it is credited back to your quota.',
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
      'A successful call with an API key; a batch is one call. Failed calls, repeated responses for the same Idempotency-Key, and verifications of a one-time password are not counted. At the limit the code is api_call_limit_reached.',
  },
  {
    question: 'When does a month begin?',
    answer:
      'On the day of the month on which your plan started, not on the first. On Free it is the day on which the account was created.',
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
      'It starts immediately, with its own limits and a new usage month. The unused part of the previous plan is credited: the unused share of its time or of its messages and API calls, whichever is smaller. Half a month of Basic with half of its messages, ₹99.50, becomes three more days of Pro. The payment page shows the amounts before you pay.',
  },
  {
    question: 'Can I cancel, and is there a refund?',
    answer: (
      <>
        A cancellation affects only future renewals: you keep the plan until the end of its period.
        You can withdraw it until then. Refunds are given only for services that were not provided.
        Do both under {link(paths.refunds, 'Cancellations & Refunds')}.
      </>
    ),
  },
];

/** Frequently asked questions about the plans. */
export function Faq({ free }: { free: FreePlan | null }) {
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
