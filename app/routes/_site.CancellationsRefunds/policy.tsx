const statements = [
  [
    'Cancellation affects only future renewals.',
    'What is paid for already stays yours. Nothing is charged by itself, and you are not reminded to renew.',
  ],
  [
    'Access continues until the end of the period.',
    'Your plan, its limits and your API keys work until its last day. Then your account is on Free.',
  ],
  [
    'Refunds are given only for services not provided.',
    'A payment that was taken twice, or a plan that we could not give you, is refunded. A message that we submitted to a carrier counts as provided, whether or not it was delivered.',
  ],
  [
    'Refunds are processed in 3-5 business days.',
    'We return the money to your original payment method and end the paid period. Your bank may take a few days more to show it.',
  ],
] as const;

/** What holds for every cancellation and every refund. */
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
