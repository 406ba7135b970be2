type Category = {
  title: string;
  lead: string;
  /** `call`: the request or setting that the card speaks of. */
  cards: { title: string; text: string; call?: string }[];
  /** What is not there yet. */
  planned?: string;
};

/** What the features page shows. Each sentence is to be true of the product as it is. */
export const categories: Category[] = [
  {
    title: 'Core Features',
    lead: 'What programs call.',
    cards: [
      {
        title: 'Messages',
        text: 'A number as people type it, a text in any script. It is checked, counted in segments, stored, and answered with 202: from then on it is not lost.',
        call: 'POST /messages/send-message',
      },
      {
        title: 'One-time passwords',
        text: 'Four to six random digits, good for five minutes, five tries, once. Dakiya makes the code, sends it and checks it. It never shows it to anybody but the phone.',
        call: 'POST /messages/send-otp',
      },
      {
        title: 'Batches',
        text: 'Up to 1,000 messages in a call. Each is accepted or refused on its own, and says which it was, so one wrong number spoils nothing.',
        call: 'POST /messages/batch',
      },
    ],
  },
  {
    title: 'Developer Tools',
    lead: 'Tools that help you start quickly and run reliably.',
    cards: [
      {
        title: 'Safe to repeat',
        text: 'With an Idempotency-Key the same request gives the same answer for 24 hours, and sends nothing twice. A key that comes with another request is refused.',
        call: 'Idempotency-Key: order-4711',
      },
      {
        title: 'One description',
        text: 'The OpenAPI 3.1 document and the API reference are made of the schemas that check your requests. What they say is what is checked.',
        call: 'GET /openapi.json',
      },
      {
        title: 'A sandbox',
        text: 'A carrier over real SMPP, a handset that shows what phones got, a mailbox, and magic numbers that always fail in the same way. It runs on your machine, offline.',
        call: 'npm run demo',
      },
    ],
    planned:
      'webhooks, which call you when a message changes its state. Until then, ask for the message by its id.',
  },
  {
    title: 'Analytics & Insights',
    lead: 'What became of it, and what it used.',
    cards: [
      {
        title: 'The timeline of a message',
        text: 'Every attempt and every receipt, with carrier, time, and the code that the carrier gave. Including failures and unknown results.',
        call: 'GET /messages/{id}',
      },
      {
        title: 'Finding messages',
        text: 'By status, recipient and time, newest first, a page at a time. Somebody else’s messages are not found, as if they did not exist.',
        call: 'GET /messages?status=failed',
      },
      {
        title: 'Exact usage',
        text: 'Messages and API calls are counted under one lock, before the answer is given. What is left is a number to rely on, not an estimate that settles overnight.',
        call: 'GET /balance',
      },
    ],
    planned: 'figures by key and by template, and a call that returns them.',
  },
  {
    title: 'Enterprise Features',
    lead: 'For teams that operate and audit messaging.',
    cards: [
      {
        title: 'Several carriers',
        text: 'They are tried in your order. When one is down, throttles or refuses for reasons of its own, the next is used, but never for a text that may have been sent.',
        call: 'CARRIERS',
      },
      {
        title: 'Your own servers',
        text: 'Two programs, PostgreSQL and Redis, as many processes of each as you need. Redis may be lost at any time; messages are then late, not gone.',
        call: 'DATABASE_URL, REDIS_URL',
      },
      {
        title: 'Keys under control',
        text: 'API keys can expire, and be turned off within a second. They are encrypted with AES-256-GCM, and the encryption key can be rotated without downtime.',
        call: 'npm run rotate-keys',
      },
    ],
  },
];
