import { expect, test } from 'vitest';
import { greeting } from './greeting.ts';
import { layOut } from './lay-out.ts';
import { passwordChanged } from './password-changed.ts';
import { resetPasswordLetter } from './reset-password.ts';
import { welcome } from './welcome.ts';

const sender = { site: 'https://dakiya.example', support: 'help@dakiya.example' };
const link = 'https://dakiya.example/confirm-email/token';

test('a letter says the same in text and in HTML', () => {
  const { text, html } = layOut(welcome('Asha Rao', link), sender);
  const sentences = html
    .replace(/<(style|title)>[\s\S]*?<\/\1>/g, '')
    .replace(/<br>/g, '\n')
    .replace(/<[^>]+>/g, '');
  for (const line of text.split('\n').filter(Boolean)) {
    expect(sentences).toContain(line.replace(/:$/, ''));
  }
  expect(html).toContain(`href="${link}"`);
});

test('a name is text, never markup', () => {
  const { html, text } = layOut(welcome('<script>"&\'', link), sender);
  expect(html).toContain('Hello &lt;script&gt;&quot;&amp;&#39;,');
  expect(html).not.toContain('<script');
  expect(text).toContain('Hello <script>"&\',');
});

test.each(['Win at http://evil.example', 'www.evil', 'evil.example', ' \n '])(
  'the name %j is not mailed for whoever chose it',
  (name) => expect(greeting(name)).toBe('Hello,'),
);

test.each(['Asha Rao', 'J. R. R. Tolkien', "Dr. O'Neil", 'आशा राव'])(
  '%s is greeted by name',
  (name) => expect(greeting(name)).toBe(`Hello ${name},`),
);

test('a name stays on its line', () => expect(greeting('Asha\r\n\r\nRao')).toBe('Hello Asha Rao,'));

test('an address that is confirmed gets no link', () => {
  const { text } = layOut(welcome('Asha', null), sender);
  expect(text).not.toContain('/confirm-email/');
});

test('a letter needs no image, script or style sheet from anywhere', () => {
  const letters = [
    welcome('Asha', link),
    resetPasswordLetter('Asha', link),
    passwordChanged('Asha', new Date(), link),
  ];
  for (const content of letters) {
    expect(layOut(content, sender).html).not.toMatch(/<(img|script|link)|url\(|@import/);
  }
});

test('a new password is reset within 30 minutes, and its change is told with the time', () => {
  expect(layOut(resetPasswordLetter('Asha', link), sender).text).toContain('30 minutes');
  const at = new Date('2026-11-20T14:30:00Z');
  expect(layOut(passwordChanged('Asha', at, link), sender).text).toMatch(
    /changed on 20 November 2026.*20:00 \(India time\)/,
  );
});
