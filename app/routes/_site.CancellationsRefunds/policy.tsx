const statements = [
  [
    'Cancellation affects only future renewals.',
    'You keep what you have already paid for. Nothing is charged automatically. Once you have cancelled, we send no reminder to renew.',
  ],
  [
    'Access continues until the end of the period.',
    'You have your plan and its limits until its last day. After that your account is on Free, and your API keys go on working within its limits.',
  ],
  [
    'Refunds are given only for services not provided.',
    'We refund a payment that was charged twice, or a plan that we could not provide. A message that we submitted to a carrier counts as provided, whether or not it was delivered.',
  ],
  [
    'Refunds are processed in 3-5 business days.',
    'We return the money to your original payment method and end the paid period. Your bank may take a few days more to show it.',
  ],
] as const;

/** The refund and cancellation policy. */
export function Policy() {
  return (
    <section aria-labelledby="policy" className="grid content-start gap-4">
      <h2 className="text-lg leading-snug font-medium" id="policy">
        Our policy
      </h2>
      <ul className="divide-y divide-line border-y border-line">
        {statements.map(([rule, meaning]) => (
          <li className="grid gap-1 py-4" key={rule}>
            <p className="font-medium">{rule}</p>
            <p className="text-sm text-faint">{meaning}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
