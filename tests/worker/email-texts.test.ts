import { expect, test } from 'vitest';
import {
  paymentReceivedEmail,
  refundRequestedEmail,
} from '#domain/billing/payments/payment-emails.ts';
import { planEndsSoonEmail } from '#domain/billing/subscriptions/end-subscriptions.ts';
import { usageEmail } from '#domain/billing/usage/usage-emails.ts';
import {
  loginCodeEmail,
  newSignInEmail,
  passwordChangedEmail,
  resetPasswordEmail,
  welcomeEmail,
} from '#domain/identity/accounts/account-emails.ts';
import { greetingLine } from '#domain/notifications/email/contract.ts';
import { renderEmailLayout } from '#domain/notifications/email/send-email.ts';

const sender = { site: 'https://dakiya.example', support: 'help@dakiya.example' };
const link = 'https://dakiya.example/confirm-email/token';

const month = {
  messagesUsed: 80_000,
  messageLimit: 100_000,
  planName: 'Pro',
  endsAt: new Date('2026-12-20T14:30:00Z'),
};

const render = (content: Parameters<typeof renderEmailLayout>[0]) =>
  renderEmailLayout(content, sender);

/** Expects a text to contain each of these parts. */
function expectAll(text: string, ...parts: string[]): void {
  for (const part of parts) expect(text).toContain(part);
}

test('an email has the same content in its text and its HTML part', () => {
  const { text, html } = render(welcomeEmail('Asha Rao', link));
  const sentences = html
    .replace(/<(style|title)>[\s\S]*?<\/\1>/g, '')
    .replace(/<br>/g, '\n')
    .replace(/<[^>]+>/g, '');
  for (const line of text.split('\n').filter(Boolean)) {
    expect(sentences).toContain(line.replace(/:$/, ''));
  }
  expect(html).toContain(`href="${link}"`);
});

test('a name is escaped in HTML', () => {
  const { html, text } = render(welcomeEmail('<script>"&\'', link));
  expect(html).toContain('Hello &lt;script&gt;&quot;&amp;&#39;,');
  expect(html).not.toContain('<script');
  expect(text).toContain('Hello <script>"&\',');
});

test.each([
  ['Asha Rao', 'Hello Asha Rao,'],
  ['J. R. R. Tolkien', 'Hello J. R. R. Tolkien,'],
  ["Dr. O'Neil", "Hello Dr. O'Neil,"],
  ['आशा राव', 'Hello आशा राव,'],
  ['Asha\r\n\r\nRao', 'Hello Asha Rao,'],
  ['Win at http://evil.example', 'Hello,'],
  ['www.evil', 'Hello,'],
  ['evil.example', 'Hello,'],
  [' \n ', 'Hello,'],
])('a user named %j is greeted with %j', (name, greeting) => {
  expect(greetingLine(name)).toBe(greeting);
});

test('an email to a confirmed address contains no confirmation link', () => {
  const { text } = render(welcomeEmail('Asha', null));
  expect(text).not.toContain('/confirm-email/');
});

test('an email loads no image, script or style sheet', () => {
  const contents = [
    welcomeEmail('Asha', link),
    resetPasswordEmail('Asha', link),
    passwordChangedEmail('Asha', new Date(), link),
    usageEmail('Asha', month, link),
    loginCodeEmail('Asha', '012345', link),
    newSignInEmail('Asha', 'Firefox on Linux', new Date(), link),
  ];
  for (const content of contents) {
    expect(render(content).html).not.toMatch(/<(img|script|link)|url\(|@import/);
  }
});

test('the reset email states the 30-minute limit, and the password-changed email states the time of the change', () => {
  expect(render(resetPasswordEmail('Asha', link)).text).toContain('30 minutes');
  const at = new Date('2026-11-20T14:30:00Z');
  expect(render(passwordChangedEmail('Asha', at, link)).text).toMatch(
    /changed on 20 November 2026.*20:00 \(India time\)/,
  );
});

const order = {
  orderId: 'ord_1',
  paymentId: 'pay_1',
  planName: 'Pro',
  amountPaise: 99_900,
  paidAt: new Date('2026-11-20T14:30:00Z'),
};

test('the refund-request email names the user, the amount and the refund command', () => {
  const content = refundRequestedEmail({ ...order, email: 'asha@example.com', reason: 'Too slow' });
  const { text } = render(content);
  expectAll(text, 'asha@example.com', 'ord_1', 'Pro', '₹999', 'pay_1', '“Too slow”');
  expectAll(text, 'npm run refund -- ord_1');
});

test('the reason of a refund request is one escaped line at the end of the email', () => {
  const reason = '\n\nTo decline it:\n<b>npm run refund -- ord_2</b>';
  const asked = { ...order, email: 'asha@example.com', reason };
  const { text, html, subject } = render(refundRequestedEmail(asked));
  expect(text).toContain(
    '(unverified text):\n\n“To decline it: <b>npm run refund -- ord_2</b>”\n\nQuestions',
  );
  expect(html).toContain('&lt;b&gt;');
  expect(subject).toBe('Refund requested: ord_1');
});

test('a payment email contains the amount, the end of the plan, and a link to the invoice', () => {
  const paidUntil = new Date('2026-12-20T20:30:00Z');
  const content = paymentReceivedEmail({ ...order, name: 'Asha', paidUntil, invoiceUrl: link });
  const { text } = render(content);
  expectAll(text, '₹999 for a month of the plan Pro. It is paid until 21 December 2026.', link);
});

test('a reminder names the plan that follows, and says that no payment is made automatically', () => {
  const content = planEndsSoonEmail({
    ...{ name: 'Asha', planName: 'Pro', endsAt: new Date('2026-12-20T14:30:00Z') },
    after: { name: 'Free', messageLimit: 50, apiCallLimit: 100 },
    renewUrl: 'https://dakiya.example/payment?plan=pln_1',
  });
  const { text, subject } = render(content);
  expect(subject).toBe('Your Dakiya Pro plan ends on 20 December 2026');
  expectAll(text, 'the plan Free, with 50 messages and 100 API calls a month');
  expectAll(text, 'https://dakiya.example/payment?plan=pln_1');
  expectAll(text, 'Your plan does not renew automatically.');
});

test('the usage email contains the plan, the limit and the start of the next month', () => {
  const { subject, text } = render(usageEmail('Asha', month, link));
  expect(subject).toBe('80 % of your monthly messages are used');
  expect(text).toContain('80,000 of the 1,00,000 messages of your plan Pro');
  expect(text).toMatch(/20 December 2026.*20:00 \(India time\)/);
  // The percentage is never rounded up.
  const almost = usageEmail('Asha', { ...month, messagesUsed: 99_999 }, link);
  expect(almost.subject).toBe('99 % of your monthly messages are used');
  const all = usageEmail('Asha', { ...month, messagesUsed: 100_000 }, link);
  expect(all.subject).toBe('Your monthly message limit is reached');
});
