import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { paths } from '#app/paths.ts';

const link = (to: string, text: string) => (
  <Link className="link" to={to}>
    {text}
  </Link>
);

const questions: { question: string; answer: ReactNode }[] = [
  {
    question: 'What counts as a message?',
    answer:
      'Every message that is accepted, one-time passwords included, counts as one, however many segments it takes on the air. The segments are recorded beside it. If no carrier accepts a message, it is credited back to your quota.',
  },
  {
    question: 'What happens at the limit?',
    answer: (
      <>
        The next message is refused with the status 402 and the code{' '}
        <code className="font-mono text-xs">message_limit_reached</code>. You can never exceed your
        plan, so there are no overage charges. In a batch, the first messages that still fit are
        accepted.
      </>
    ),
  },
  {
    question: 'What is an API call?',
    answer:
      'A call that was made with an API key and carried out; a batch is one call. Refused calls, answers that are given again for the same Idempotency-Key, and checks of a one-time password are not counted. At the limit the code is api_call_limit_reached.',
  },
  {
    question: 'When does a month begin?',
    answer:
      'On the day on which your plan began, not on the first of the calendar month. On Free it is counted from the day on which the account was made.',
  },
  {
    question: 'Do unused messages carry over?',
    answer: 'No. Each month of use begins with the limits of the plan, and a counter at zero.',
  },
  {
    question: 'Is there a free plan?',
    answer: (
      <>
        Yes. Every account starts on Free, with 50 messages and 100 API calls a month, until it has
        another plan. No card is asked for. {link(paths.register, 'Create an account')}.
      </>
    ),
  },
  {
    question: 'How do I pay, and do I get an invoice?',
    answer: (
      <>
        Online, by UPI, card, net banking or wallet, through Razorpay. You pay for one month at a
        time, and nothing is charged by itself. Each payment has an invoice in the billing history
        of your dashboard. If something about it must be different, {link(paths.contact, 'ask us')}{' '}
        before you pay.
      </>
    ),
  },
  {
    question: 'How do I renew?',
    answer:
      'In the last seven days of your plan, with the same button as the first time. The month that you pay for follows on what is left, so paying early loses nothing. We remind you by mail. If you do not renew, the account is on Free from the end of the plan.',
  },
  {
    question: 'What happens when I change to another plan?',
    answer:
      'It begins at once, with its own limits and a new month of use. The unused part of the plan before is credited: the share of its price that is left of its time or of its messages and API calls, whichever is smaller. Half a month of Basic with half of its messages, ₹99.50, becomes three more days of Pro. The payment page says it in numbers before you pay.',
  },
  {
    question: 'Can I cancel, and is there a refund?',
    answer: (
      <>
        A cancellation affects only future renewals: you keep the plan until the end of its period.
        You can take it back until then. There are refunds only for services that were not provided.
        Both are done under {link(paths.refunds, 'Cancellations & Refunds')}.
      </>
    ),
  },
];

/** What is asked before a plan is chosen. */
export function Faq() {
  return (
    <section className="grid scroll-mt-8 gap-6" id="faq">
      <h2 className="font-serif text-xl">Questions and answers</h2>
      <div className="border-b border-line">
        {questions.map(({ question, answer }) => (
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
