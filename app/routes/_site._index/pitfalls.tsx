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
    here: 'Codes have their own queue and a reserved share of every carrier’s window. They are never returned, logged or listed.',
  },
];

/** Common problems of messaging gateways, and how Dakiya avoids them. */
export function Pitfalls() {
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
