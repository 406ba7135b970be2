import fc from 'fast-check';

/** The maximum body size of `batch` (1 MiB), and of every other endpoint (64 KiB). */
const mebibyte = 1024 * 1024;
const usual = 64 * 1024;

/** The sizes of the bodies: both limits, and one byte above each limit. */
const sizes = fc.constantFrom(usual, usual + 1, usual, mebibyte, mebibyte, mebibyte + 1);

const fill = (piece: string, bytes: number) =>
  piece.repeat(Math.max(1, Math.floor(bytes / Buffer.byteLength(piece))));

const nested = (open: string, close: string, depth: number) =>
  `${open.repeat(depth)}1${close.repeat(depth)}`;

/** Returns an object whose field names are all different, so that V8 cannot reuse a hidden class. */
function manyFields(bytes: number): string {
  const fields = Array.from({ length: Math.floor(bytes / 12) }, (_, i) => `"k${i.toString(36)}":0`);
  return `{${fields
    .join(',')
    .slice(0, bytes)
    .replace(/,[^,]*$/, '')}}`;
}

/** JSON texts that are expensive to parse or validate, relative to their size. */
const costly: ((bytes: number) => string)[] = [
  (bytes) => `[${fill('[],', bytes - 4)}1]`,
  (bytes) => `[${fill('{},', bytes - 4)}1]`,
  (bytes) => `[${fill('0,', bytes - 3)}1]`,
  (bytes) => `[${fill('1.5e-300,', bytes - 12)}1]`,
  (bytes) => `[${fill('"",', bytes - 4)}1]`,
  (bytes) => nested('[', ']', (bytes - 1) >> 1),
  (bytes) => nested('{"a":', '}', Math.floor((bytes - 1) / 6)),
  manyFields,
  (bytes) => `{"messages":${manyFields(bytes - 14)}}`,
  (bytes) => `{"messages":[${fill('{"a":1},', bytes - 32)}{}]}`,
  (bytes) => `{"messages":[{"message":${manyFields(bytes - 40)}}]}`,
  (bytes) => `{"message":"${fill('न', bytes - 16)}"}`,
  (bytes) => `{"message":"${fill('\\u0928', bytes - 16)}"}`,
  (bytes) => `{"message":"${fill('\\n', bytes - 16)}"}`,
  (bytes) => `{"message":"${fill(' ', bytes - 16)}"}`,
  (bytes) => `{"recipient":"${fill('9', bytes - 18)}"}`,
  (bytes) => `{"recipient":${fill('9', bytes - 16)}}`,
  (bytes) => `{"email":"${fill('a@', bytes - 14)}","password":"${fill('x', 128)}"}`,
  (bytes) => `{"email":"${fill('a.', bytes - 20)}@b.c"}`,
  (bytes) => fill(' ', bytes),
  (bytes) => `"${fill('x', bytes - 2)}"`,
];

/** Expensive JSON bodies around both size limits. */
export const costlyJson: fc.Arbitrary<string> = fc
  .tuple(fc.constantFrom(...costly), sizes)
  .map(([write, bytes]) => write(bytes));

const hindi = 'नमस्ते, आपका ऑर्डर भेज दिया गया है। '.repeat(50);

/**
 * Texts whose segments are expensive to count: texts in other writing systems than Latin, and graphemes with many code
 * points.
 */
const costlyTexts = fc.constantFrom(
  ...[330, 670, 1_530].map((length) => hindi.slice(0, length)),
  ...[`न${'\u0301'.repeat(669)}`, `न${'\u0301'.repeat(65)}`.repeat(10), '👨‍👩‍👧‍👦'.repeat(60)],
  ...['🇮🇳'.repeat(160), '[]{}'.repeat(190), 'x'.repeat(1_530), ' '.repeat(1_000)],
);

const costlyRecipients = fc.constantFrom(
  ...['9876543210', '9876543210', '12345', '+1 212 555 0100', '9'.repeat(40), ' ()-'.repeat(10)],
  '',
);

/** Batches of similar items, up to the maximum body size. */
export const costlyBatches: fc.Arbitrary<Record<string, unknown>> = fc
  .record({
    recipient: costlyRecipients,
    message: costlyTexts,
    most: fc.constantFrom(1_000, 1_000, 1_001, 100),
    beside: fc.constantFrom<Record<string, unknown>>(
      {},
      {},
      { ['x'.repeat(60)]: 1 },
      { sender_id: 'DAKIYA', template_id: '1'.repeat(25) },
      { sender_id: null, template_id: [], unknown: {} },
      Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`f${i}`, i])),
      { message: [[[[]]]], recipient: {} },
    ),
  })
  .map(({ recipient, message, most, beside }) => {
    const text = (i: number) => `${i} ${message}`.slice(0, message.length);
    const item = (i: number) => ({ recipient, message: text(i), ...beside });
    const bytes = Buffer.byteLength(JSON.stringify(item(1_000))) + 1;
    const count = Math.min(most, Math.floor((mebibyte - 20) / bytes));
    return { messages: Array.from({ length: Math.max(1, count) }, (_, i) => item(i)) };
  });

/** Form bodies that are expensive to parse. */
export const costlyForms: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom<(bytes: number) => string>(
      (bytes) => fill('a=&', bytes),
      (bytes) => fill('&', bytes),
      (bytes) => fill('%41', bytes),
      (bytes) => `message=${fill('%E0%A4%A8', bytes - 10)}`,
      (bytes) => `email=${fill('a%40', bytes - 10)}`,
      (bytes) => `a${fill('[0]', bytes - 4)}=1`,
      (bytes) => `a${fill('.b', bytes - 4)}=1`,
      (bytes) =>
        Array.from({ length: Math.floor(bytes / 10) }, (_, i) => `k${i.toString(36)}=1`).join('&'),
    ),
    sizes,
  )
  .map(([write, bytes]) => write(bytes));
