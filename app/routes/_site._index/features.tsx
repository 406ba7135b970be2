const features = [
  {
    title: 'Advanced messaging',
    text: 'One message or a thousand in a call, in any script, up to ten segments each. What you wrote is what is sent: no text is rewritten on the way.',
  },
  {
    title: 'Real-time delivery',
    text: 'A worker gets each message as soon as it is committed, not at the next poll. Login codes have a lane of their own and do not wait behind a backlog.',
  },
  {
    title: 'End-to-end encryption',
    text: 'Where there can be any. Calls travel over TLS in production; API keys and pending codes are encrypted with AES-256-GCM in the database. Texts are stored as they are, and an SMS itself is not encrypted end to end: operators can read it.',
  },
  {
    title: 'RESTful APIs',
    text: 'JSON over HTTP, one shape for every answer, one catalogue of errors. The OpenAPI 3.1 document is made of the schemas that check your requests.',
  },
  {
    title: 'Message analytics',
    text: 'Find messages by status, number and time. Each has a timeline of its attempts and receipts, with the carrier’s own codes. The dashboard charts the last 30 days.',
  },
  {
    title: 'Global infrastructure',
    text: 'It runs anywhere: on your own servers and your own PostgreSQL, in as many processes as you need. It reaches Indian mobile numbers (+91) only, for now.',
  },
];

/** What is marketed, and what exactly is true of it. */
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
