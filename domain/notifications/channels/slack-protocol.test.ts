import { expect, test } from 'vitest';
import { parseSlackResponse, toSlackText } from './slack-protocol.ts';

const answer = (status: number, text = '') =>
  parseSlackResponse({ status, text, retryAfterSeconds: null });

test.each([
  [200, 'ok', 'sent', undefined, undefined],
  [204, '', 'sent', undefined, undefined],
  [404, 'no_service', 'refused', false, true],
  [410, 'anything at all', 'refused', false, true],
  [403, 'invalid_token', 'refused', false, true],
  [403, 'action_prohibited', 'refused', false, false],
  [400, 'invalid_payload', 'refused', false, false],
  [429, 'rate_limited', 'refused', true, false],
  [500, '', 'refused', true, false],
])('the response %s %s is classified as %s', (status, text, kind, retry, forGood) => {
  const read = answer(status, text);
  expect(read.kind).toBe(kind);
  if (read.kind === 'refused') expect(read).toMatchObject({ retry, forGood });
});

test('the reason of a failure quotes a server’s response only if the response is a single word, like Slack’s error codes', () => {
  expect(answer(500, 'no_team')).toMatchObject({ reason: 'The server answered 500 (no_team).' });
  expect(answer(500, '<b>root:x:0</b>')).toMatchObject({ reason: 'The server answered 500.' });
});

test('Slack markup and links in users’ texts are escaped', () => {
  const content = {
    subject: 'Key <!channel>',
    name: '',
    heading: '',
    paragraphs: ['<https://evil.example|here> & there'],
    action: { label: 'Go', href: 'https://dakiya.example/secret' },
  };
  expect(toSlackText('payment_received', content)).toBe(
    '*Dakiya: Key &lt;!channel&gt;*\n&lt;https://evil.example|here&gt; &amp; there',
  );
  expect(toSlackText('password_changed', content)).toBe('*Dakiya: Key &lt;!channel&gt;*');
});
