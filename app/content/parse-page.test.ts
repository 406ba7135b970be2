import { expect, test } from 'vitest';
import { parsePage } from './parse-page.server.ts';

const page = (rest: string) => parsePage(`# Title\n\nWhat it's about.\n\n${rest}`);
const proseOf = (rest: string) =>
  page(rest)
    .blocks.map((block) => (block.kind === 'prose' ? block.html : ''))
    .join('');

test('uses the first paragraph as the description of a page', () => {
  const { title, description } = parsePage('# Title\n\nFirst, *with* `code` & [link](/docs).\n');
  expect(title).toBe('Title');
  expect(description).toBe('First, with code & link.');
});

test('replaces {{placeholders}}, and throws on an unknown placeholder', () => {
  expect(parsePage('# T\n\nAt {{url}}.', { url: 'https://x.example' }).description).toBe(
    'At https://x.example.',
  );
  expect(() => page('{{secret}}')).toThrow('secret');
});

test('links each heading to itself, and lists the headings of the second level', () => {
  const text = '## Get `/balance`\n\nText.\n\n### Deeper\n\nText.';
  expect(page(text).headings).toEqual([{ id: 'get-balance', text: 'Get /balance' }]);
  expect(proseOf(text)).toContain('<h2 id="get-balance"><a class="anchor" href="#get-balance">');
  expect(proseOf(text)).toContain('<h3 id="deeper">');
});

test('throws an error if two headings have the same anchor', () => {
  expect(() => page('## Errors\n\nText.\n\n## Errors\n\nText.')).toThrow('#errors');
});

test('highlights code and takes its title from the text after the language', () => {
  const { blocks } = page('```json 200 OK: the answer\n{"a": "<b>"}\n```\n\n```http\nGET /\n```');
  expect(blocks.slice(1)).toMatchObject([
    { kind: 'code', language: 'json', title: '200 OK: the answer', text: '{"a": "<b>"}' },
    { kind: 'code', language: 'http', title: null, text: 'GET /' },
  ]);
  expect(blocks[1]).toMatchObject({ html: expect.stringContaining('&lt;b&gt;') });
});

test('highlights words of one colour as one element, and nothing else', () => {
  const { blocks } = page('```javascript\nexport default ["<b>", 12]; // in paise\n```');
  expect(blocks[1]).toMatchObject({
    html: [
      '<span class="code-word">export default</span> [',
      '<span class="code-text">&quot;&lt;b&gt;&quot;</span>, ',
      '<span class="code-name">12</span>]; <span class="code-comment">// in paise</span>',
    ].join(''),
  });
});

test('inserts a sample with its title and the error catalogue', () => {
  const { blocks } = page('```sample\nsend-otp: Send: a code\n```\n\n```errors\n```');
  expect(blocks.slice(1)).toEqual([
    { kind: 'sample', name: 'send-otp', title: 'Send: a code' },
    { kind: 'errors' },
  ]);
});

test('adds data-label to cells of wide tables and skips empty headers', () => {
  const html = proseOf('| A | `B` | |\n| - | - | - |\n| 1 | 2 | 3 |');
  expect(html).toContain('<th scope="col">A</th><th scope="col"><code>B</code></th><td></td>');
  expect(html).toContain('<td>1</td><td data-label="B">2</td><td>3</td>');
});

test('uses row headers for a table without column headers', () => {
  const html = proseOf('| | |\n| - | - |\n| Key | value |');
  expect(html).not.toContain('thead');
  expect(html).toContain('<th scope="row">Key</th><td>value</td>');
});
