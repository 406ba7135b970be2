import { Timestamp } from '#app/components/timestamp.tsx';
import { formatExtraTime } from '#app/payments/labels.ts';
import type { PlanOutput } from '#domain/billing/plans/contract.ts';
import type { PeriodPreview } from '#domain/billing/subscriptions/contract.browser.ts';
import { formatRupees } from '#domain/shared/format-number.browser.ts';

type WhatYouGetProps = { plan: PlanOutput; preview: PeriodPreview };

/** The period that a payment made now covers, and how the current plan is credited. */
export function WhatYouGet({ plan, preview }: WhatYouGetProps) {
  return (
    <p className="border-l-2 border-line pl-4 text-sm leading-relaxed">
      <Sentences plan={plan} preview={preview} />
    </p>
  );
}

function Sentences({ plan: { name }, preview }: WhatYouGetProps) {
  const ends = <Timestamp at={preview.endsAt} />;
  if (preview.kind === 'first') return <>Your plan starts immediately and runs until {ends}.</>;
  if (preview.kind === 'renewal') {
    return (
      <>
        This renews {name}: the month that you pay for runs from <Timestamp at={preview.startsAt} />{' '}
        until {ends}. You keep the remaining days of the current month.
      </>
    );
  }
  const { from, creditPaise, creditMs, inRefundPaise } = preview;
  if (inRefundPaise > 0 && creditPaise === 0) {
    return (
      <>
        {name} replaces {from} immediately, and runs until {ends}. You have requested a refund of{' '}
        {from}: its unused part adds days only until the refund is made.
      </>
    );
  }
  if (creditPaise === 0) {
    return (
      <>
        {name} replaces {from} immediately. Nothing of {from} is left to credit; your plan then runs
        until {ends}.
      </>
    );
  }
  return (
    <>
      The unused part of {from}, {formatRupees(creditPaise)}, becomes {formatExtraTime(creditMs)} of{' '}
      {name}; your plan then runs until {ends}. The credit is the smaller of unused time and unused
      messages.
      {inRefundPaise > 0
        ? ' What is left of a payment whose refund you have requested adds days only until the refund is made.'
        : null}
    </>
  );
}
