const features = [
  {
    title: 'Advanced messaging',
    text: 'Send one message or a thousand per call, in any script, up to ten segments each. Texts are sent as you wrote them.',
  },
  {
    title: 'Real-time delivery',
    text: 'Messages are queued the moment they are stored. One-time passwords have their own queue and do not wait behind bulk messages.',
  },
  {
    title: 'End-to-end encryption',
    text: 'API calls use TLS. API keys and pending codes are encrypted at rest with AES-256-GCM. SMS itself is not end-to-end encrypted: operators can read it.',
  },
  {
    title: 'RESTful APIs',
    text: 'JSON over HTTP, one shape for every response, one catalogue of errors. The OpenAPI 3.1 document is generated from the schemas that validate your requests.',
  },
  {
    title: 'Message analytics',
    text: 'Find messages by status, number and time. Each has a timeline of its attempts and receipts, with the carrier’s own codes. The dashboard charts the last 30 days.',
  },
  {
    title: 'Global infrastructure',
    text: 'Run it in any region on your own servers and PostgreSQL, with as many processes as you need. Only Indian mobile numbers (+91) are supported.',
  },
];

/** The feature cards, with the titles of the specification. */
export function Features() {
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
