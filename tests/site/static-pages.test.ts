import { expect, test } from 'vitest';
import { launchBrowser, localhostUrl, openPage } from '../harness/browser.ts';
import { startWeb, stopAfterTest } from '../harness/programs.ts';
import { stopAfterFile } from '../harness/stop-after-file.ts';
import { aVisitor } from '../support/visitor.ts';

const web = await stopAfterFile(startWeb({ SUPPORT_EMAIL: 'help@dakiya.example' }));
const browser = await launchBrowser();

const read = async (path: string) => {
  const { status, html } = await aVisitor(web.url).get(path);
  expect([path, status]).toEqual([path, 200]);
  return html;
};

const pages = {
  '/terms-of-service': 'Terms of Service',
  '/privacy-policy': 'Privacy Policy',
  '/cookie-policy': 'Cookie Policy',
  '/CancellationsRefunds': 'Cancellations &amp; Refunds',
  '/about': 'About',
  '/contact': 'Contact',
  '/blog': 'Blog',
  '/careers': 'Careers',
};

test('each page exists, with its headline', async () => {
  for (const [path, headline] of Object.entries(pages)) {
    expect(await read(path)).toMatch(new RegExp(`<h1[^>]*>${headline}</h1>`));
  }
});

test.each(['/terms-of-service', '/privacy-policy'])('%s is dated April 5, 2024', async (path) => {
  const html = await read(path);
  expect(html).toMatch(/Last updated: (?:<!-- -->)?April 5, 2024/);
  expect(html).toContain('href="mailto:help@dakiya.example"');
});

test('the cookie policy is dated today, names the location of the company, and lists every cookie', async () => {
  const today = new Date().toLocaleDateString('en-US', {
    dateStyle: 'long',
    timeZone: 'Asia/Kolkata',
  });
  const html = await read('/cookie-policy');
  expect(html).toMatch(new RegExp(`Last updated: (?:<!-- -->)?${today}`));
  expect(html).toContain('Alwar, Rajasthan, India');
  expect(html).toContain('href="mailto:help@dakiya.example"');
  const names = [
    'sid',
    'flash',
    'sign-in',
    'pending',
    'trusted',
    'theme',
    'language',
    'zone',
    'sidebar',
    'mode',
    'consent',
  ];
  for (const name of names) {
    expect(html).toContain(`<td><code>${name}</code></td>`);
  }
});

const policy = [
  'Cancellation affects only future renewals.',
  'Access continues until the end of the period.',
  'Refunds are given only for services not provided.',
  'Refunds are processed in 3-5 business days.',
];

test.each([
  ['/CancellationsRefunds', 'Request Refund', 'Refund%20request'],
  ['/CancellationsRefunds?tab=refund', 'Request Refund', 'Refund%20request'],
  ['/CancellationsRefunds?tab=nonsense', 'Request Refund', 'Refund%20request'],
  ['/CancellationsRefunds?tab=cancel', 'Cancel Plan', 'Cancel%20my%20plan'],
])(
  '%s opens the tab %s, with the policy and a link that sends the request by email',
  async (path, label, subject) => {
    const html = await read(path);
    expect(html.match(/<a aria-current="page"[^>]*>(Request Refund|Cancel Plan)<\/a>/)?.[1]).toBe(
      label,
    );
    for (const tab of ['refund', 'cancel']) {
      expect(html).toContain(`href="/CancellationsRefunds?tab=${tab}"`);
    }
    expect(html).toContain(`href="mailto:help@dakiya.example?subject=${subject}&amp;body=`);
    for (const statement of policy) expect(html).toContain(statement);
  },
);

test('the contact page shows every contact and a map image from our own site', async () => {
  const html = await read('/contact');
  expect(html).toContain('href="mailto:help@dakiya.example?subject=');
  expect(html).toContain('Alwar, Rajasthan, India');
  expect(html).toContain('href="https://razorpay.com/support/"');
  for (const label of ['GitHub', 'LinkedIn', 'X']) {
    expect(html).toMatch(new RegExp(`rel="noopener">${label}</a>`));
  }
  expect(html).toContain('https://www.openstreetmap.org/?mlat=27.553&amp;mlon=76.6346');
  expect(html).not.toContain('<iframe');
});

test('the links to social accounts show the names of their sites, and are omitted if none are configured', async () => {
  const links = 'https://www.github.com/one,https://social.example.org/@two';
  const some = await stopAfterTest(startWeb({ SOCIAL_LINKS: links }));
  const { html } = await aVisitor(some.url).get('/contact');
  expect(html).toContain('>GitHub</a>');
  expect(html).toContain('>social.example.org</a>');
  const none = await stopAfterTest(startWeb({ SOCIAL_LINKS: 'none' }));
  expect((await aVisitor(none.url).get('/contact')).html).not.toContain('Elsewhere');
});

test('copying the address shows a notice', async () => {
  const page = await openPage(browser, localhostUrl(web));
  await page.goto('/contact');
  await page.getByRole('button', { name: 'Copy Email' }).click();
  await page.getByText('Copied!', { exact: true }).waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('help@dakiya.example');
});

test('the terms on the registration page can be opened without ticking the checkbox', async () => {
  const page = await openPage(browser, localhostUrl(web));
  await page.goto('/register');
  const box = page.getByRole('checkbox', { name: /I agree to the Terms of Service/ });
  const [opened] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('link', { name: 'Terms of Service' }).click(),
  ]);
  await opened.getByRole('heading', { name: 'Terms of Service', level: 1 }).waitFor();
  expect(await box.isChecked()).toBe(false);
  await page.getByText('I agree to the').click({ position: { x: 5, y: 5 } });
  expect(await box.isChecked()).toBe(true);
});
