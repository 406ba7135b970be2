import { expect, test } from 'vitest';
import { parsePage, tokenizeMarkdown, toPassages } from '../parse-page.server.ts';
import { createSearch, markWords, toExcerpt } from './create-search.ts';

const markdown = `# Messaging

What it is about, at {{url}}.

## Long texts

A text travels in [segments](/docs). **Ten** is the most.

| Alphabet | One segment |
| --- | --- |
| GSM-7 | 160 |

- one *item*
- another

### Get \`/balance\`

\`\`\`sample
get-balance: Ask for the balance
\`\`\`

\`\`\`json 200 OK
{"left": 7}
\`\`\`

## Errors

\`\`\`errors
\`\`\`
`;

const url = 'https://x.example';
const page = { title: 'Messaging', path: '/docs/messaging' };
const passages = toPassages(tokenizeMarkdown(markdown, { url }), page);
const search = await createSearch(passages);

test('splits a page at its headings into plain text', () => {
  expect(passages.slice(0, 4)).toEqual([
    {
      path: '/docs/messaging',
      page: 'Messaging',
      heading: 'Messaging',
      text: `What it is about, at ${url}.`,
    },
    {
      path: '/docs/messaging#long-texts',
      page: 'Messaging',
      heading: 'Long texts',
      text: 'A text travels in segments. Ten is the most. Alphabet One segment GSM-7 160 one item another',
    },
    {
      path: '/docs/messaging#get-balance',
      page: 'Messaging',
      heading: 'Get /balance',
      text: 'Ask for the balance',
      code: '{"left": 7}',
    },
    { path: '/docs/messaging#errors', page: 'Messaging', heading: 'Errors', text: '' },
  ]);
});

test('links passages to the anchors of the page', () => {
  const ids = parsePage(markdown, { url }).headings.map(({ id }) => id);
  const anchors = passages.map(({ path }) => path.split('#')[1]);
  expect(anchors).toEqual(expect.arrayContaining(ids));
});

test('finds each error of the catalogue by its code and by its message', () => {
  const [found] = search('message_too_long');
  expect(found?.path).toBe('/docs/messaging#message_too_long');
  expect(search('segments').map(({ path }) => path)).toContain('/docs/messaging#long-texts');
});

test.each([
  ['a word of the text', 'travels'],
  ['a prefix of a word', 'trav'],
  ['a word with a wrong letter', 'travals'],
  ['capital letters', 'TRAVELS'],
  ['several words in any order', 'ten gsm travels'],
])('finds a passage by %s', (_, query) => {
  expect(search(query).map(({ path }) => path)).toEqual(['/docs/messaging#long-texts']);
});

test.each(['travels balance', 'xyzzy', '', '  ', '<b>', '\u0000'])('%j finds nothing', (query) => {
  expect(search(query)).toEqual([]);
});

test('ranks a match in a heading higher than one in the text', async () => {
  const ranked = await createSearch([
    { path: '/a', page: 'A', heading: 'Other', text: 'webhook webhook' },
    { path: '/b', page: 'B', heading: 'Webhook', text: 'other' },
  ]);
  expect(ranked('webhook').map(({ path }) => path)).toEqual(['/b', '/a']);
});

test('lists pages first, then headings, texts, and entries of catalogues', async () => {
  const ranked = await createSearch([
    { path: '/r#webhook_gone', page: 'R', heading: 'webhook_gone', text: '', isReference: true },
    { path: '/t#a', page: 'T', heading: 'Other', text: 'webhook webhook webhook' },
    { path: '/h#webhooks', page: 'H', heading: 'Verify webhook signatures', text: '' },
    { path: '/p', page: 'P', heading: 'All about every webhook that there is', text: '' },
  ]);
  expect(ranked('webhook').map(({ path }) => path)).toEqual([
    '/p',
    '/h#webhooks',
    '/t#a',
    '/r#webhook_gone',
  ]);
  expect(ranked('webhook_gone')[0]?.path).toBe('/r#webhook_gone');
});

test('a heading that is only a name in code is an entry of a catalogue, found first by the whole name', async () => {
  const events =
    '# Events\n\n### `otp.sent`\n\nA code is sent.\n\n## The states of an OTP\n\nSent.\n';
  const ranked = await createSearch(
    toPassages(tokenizeMarkdown(events, { url }), { title: 'Events', path: '/e' }),
  );
  expect(ranked('otp').map(({ path }) => path)).toEqual(['/e#the-states-of-an-otp', '/e#otp-sent']);
  expect(ranked('otp.sent')[0]?.path).toBe('/e#otp-sent');
});

test('finds a passage by a word in its code sample, and leaves the sample out of the excerpt', () => {
  const [found] = search('left');
  expect(found?.path).toBe('/docs/messaging#get-balance');
  expect(found?.excerpt.map(({ text }) => text).join('')).toBe('Ask for the balance');
});

test('uses only the first eight words of a longer query', () => {
  const words = 'a text travels in segments ten is the';
  expect(search(`${words} xyzzy`)).toEqual(search(words));
  expect(search(`${words.replace('ten', 'xyzzy')}`)).toEqual([]);
});

test('marks matching words in their original spelling', () => {
  expect(markWords('GSM-7 and gsm7, Gsm.', ['gsm'])).toEqual([
    { text: 'GSM', marked: true },
    { text: '-7 and gsm7, ', marked: false },
    { text: 'Gsm', marked: true },
    { text: '.', marked: false },
  ]);
  expect(markWords('', ['a'])).toEqual([]);
});

test('starts an excerpt before the first match and cuts it between words', () => {
  const text = `${'before '.repeat(30)}target ${'after '.repeat(60)}`;
  const excerpt = toExcerpt(text, ['target']);
  const whole = excerpt.map((piece) => piece.text).join('');
  expect(whole).toMatch(/^… (before )+target (after )+…$/);
  expect(whole.length).toBeLessThanOrEqual(184);
  expect(excerpt.filter(({ marked }) => marked)).toEqual([{ text: 'target', marked: true }]);
  expect(toExcerpt('All of it.', ['none'])).toEqual([{ text: 'All of it.', marked: false }]);
});

test('cuts a word that is longer than the excerpt', () => {
  const [piece] = toExcerpt('x'.repeat(500), []);
  expect(piece?.text.length).toBeLessThanOrEqual(184);
  expect(piece?.text).toMatch(/^x+ …$/);
});
