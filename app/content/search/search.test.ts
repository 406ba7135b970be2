import { expect, test } from 'vitest';
import { parsePage, tokenizeMarkdown } from '../parse-page.server.ts';
import { createSearch } from './create-search.ts';
import { markWords, toExcerpt } from './mark-words.ts';
import { toPassages } from './to-passages.ts';

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

test('a page is cut at its headings, with all that it says and no markup', () => {
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
      text: 'Ask for the balance {"left": 7}',
    },
    { path: '/docs/messaging#errors', page: 'Messaging', heading: 'Errors', text: '' },
  ]);
});

test('passages lead to the headings that the page has', () => {
  const ids = parsePage(markdown, { url }).headings.map(({ id }) => id);
  const anchors = passages.map(({ path }) => path.split('#')[1]);
  expect(anchors).toEqual(expect.arrayContaining(ids));
});

test('each error of the catalogue is found by its code and by its sentence', () => {
  const [found] = search('message_too_long');
  expect(found?.path).toBe('/docs/messaging#message_too_long');
  expect(search('segments').map(({ path }) => path)).toContain('/docs/messaging#long-texts');
});

test.each([
  ['a word of the text', 'travels'],
  ['the beginning of a word', 'trav'],
  ['a word with a wrong letter', 'travals'],
  ['capital letters', 'TRAVELS'],
  ['several words, wherever they stand', 'ten gsm travels'],
])('a passage is found by %s', (_, query) => {
  expect(search(query).map(({ path }) => path)).toEqual(['/docs/messaging#long-texts']);
});

test.each(['travels balance', 'xyzzy', '', '  ', '<b>', '\u0000'])('%j finds nothing', (query) => {
  expect(search(query)).toEqual([]);
});

test('a heading counts more than a text', async () => {
  const ranked = await createSearch([
    { path: '/a', page: 'A', heading: 'Other', text: 'webhook webhook' },
    { path: '/b', page: 'B', heading: 'Webhook', text: 'other' },
  ]);
  expect(ranked('webhook').map(({ path }) => path)).toEqual(['/b', '/a']);
});

test('a query of more than eight words is searched for by its first eight', () => {
  const words = 'a text travels in segments ten is the';
  expect(search(`${words} xyzzy`)).toEqual(search(words));
  expect(search(`${words.replace('ten', 'xyzzy')}`)).toEqual([]);
});

test('the words that were found are marked as they are written', () => {
  expect(markWords('GSM-7 and gsm7, Gsm.', ['gsm'])).toEqual([
    { text: 'GSM', marked: true },
    { text: '-7 and gsm7, ', marked: false },
    { text: 'Gsm', marked: true },
    { text: '.', marked: false },
  ]);
  expect(markWords('', ['a'])).toEqual([]);
});

test('an excerpt begins before the first word that was found, and is cut between words', () => {
  const text = `${'before '.repeat(30)}target ${'after '.repeat(60)}`;
  const excerpt = toExcerpt(text, ['target']);
  const whole = excerpt.map((piece) => piece.text).join('');
  expect(whole).toMatch(/^… (before )+target (after )+…$/);
  expect(whole.length).toBeLessThanOrEqual(184);
  expect(excerpt.filter(({ marked }) => marked)).toEqual([{ text: 'target', marked: true }]);
  expect(toExcerpt('All of it.', ['none'])).toEqual([{ text: 'All of it.', marked: false }]);
});

test('a word that is longer than an excerpt is cut', () => {
  const [piece] = toExcerpt('x'.repeat(500), []);
  expect(piece?.text.length).toBeLessThanOrEqual(184);
  expect(piece?.text).toMatch(/^x+ …$/);
});
