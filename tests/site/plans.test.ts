import { expect, onTestFinished, test } from 'vitest';
import { paths } from '#app/paths.ts';
import { planOutput, seedPlans } from '#domain/billing/plans/read-plans.ts';
import { grantSubscription } from '#domain/billing/subscriptions/end-subscriptions.ts';
import { prisma } from '#platform/db.ts';
import { newId } from '#platform/ids.ts';
import { listening, startWebProcess } from '../harness/programs.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { aUser } from '../support/account.ts';
import { signedIn } from '../support/signed-in.ts';
import { aVisitor } from '../support/visitor.ts';

await seedPlans();
const web = await sharedWeb();

/** A signed-in visitor on the given plan, or on the default plan. */
async function aMember(planName?: string) {
  const user = await aUser();
  if (planName) {
    const expiresAt = new Date(Date.now() + 30 * 24 * 3_600_000);
    await grantSubscription({ userId: user.userId, planName, startedAt: new Date(), expiresAt });
  }
  const visitor = await signedIn(web.url, user);
  return visitor;
}

const idOf = async (name: string) => (await prisma.plan.findFirstOrThrow({ where: { name } })).id;

/** The plan cards on a page: the plan's name, the label and target of the button, and the whole text. */
function cardsOf(html: string) {
  const pieces = html.replaceAll('<!-- -->', '').split('<li class="card').slice(1);
  return pieces.map((piece) => {
    const card = piece.slice(piece.indexOf('>') + 1, piece.indexOf('</div></div></li>'));
    const link = card.match(/<a [^>]*href="([^"]*)"[^>]*>([^<]*)</);
    const button = card.match(/<button [^>]*disabled=""[^>]*>([^<]*)</);
    return {
      name: card.match(/<h\d[^>]*>([^<]*)</)?.[1],
      label: link?.[2] ?? button?.[1],
      to: link?.[1] ?? null,
      text: card.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' '),
    };
  });
}

const buttonsOf = (html: string) => cardsOf(html).map(({ name, label, to }) => [name, label, to]);

test('a visitor sees every listed plan on the landing page, each with a link to the login', async () => {
  const { html } = await aVisitor(web.url).get('/');
  const login = '/login?to=%2Fplans';
  expect(buttonsOf(html)).toEqual([
    ['Basic', 'Start Free', login],
    ['Pro', 'Subscribe Now', login],
    ['Enterprise', 'Contact Sales', login],
  ]);
  const [basic, pro, enterprise] = cardsOf(html);
  expect(basic?.text).toContain('₹199 per month');
  expect(basic?.text).not.toContain('Recommended');
  expect(pro?.text).toContain('Recommended');
  expect(enterprise?.text).toContain('Contact with Team');
  expect(enterprise?.text).not.toMatch(/₹|per month/);
});

test('a signed-in user sees no prices on the landing page, but sees a link to the dashboard', async () => {
  const { html } = await (await aMember()).get('/');
  expect(cardsOf(html)).toEqual([]);
  expect(html).not.toContain('"@type":"Offer"');
  for (const label of ['Get Started Free', 'Start Building Now']) {
    expect(html).toMatch(new RegExp(`href="/dashboard"[^>]*>${label}<`));
  }
  const visitors = await aVisitor(web.url).get('/');
  for (const label of ['Get Started Free', 'Start Building Now']) {
    expect(visitors.html).toMatch(new RegExp(`href="/register"[^>]*>${label}<`));
  }
});

test('on the plans page a visitor is redirected to the login and back to the payment', async () => {
  const visitor = aVisitor(web.url);
  const { html, status } = await visitor.get('/plans');
  expect(status).toBe(200);
  expect(html).toContain('Choose Your Plan');
  expect(html).toContain('href="#faq"');
  expect(html).toContain('id="faq"');
  const login = '/login?to=%2Fplans';
  expect(buttonsOf(html)).toEqual([
    ['Basic', 'Start Now', login],
    ['Pro', 'Subscribe Now', login],
    ['Enterprise', 'Contact Sales', login],
  ]);
  expect(cardsOf(html)[2]?.text).toContain('Contact Team');
  const { email, password } = await aUser();
  expect((await visitor.post(login, { email, password })).location).toBe('/plans');
});

test('the active plan is marked and cannot be chosen, and the other plans link to their payment', async () => {
  const { html } = await (await aMember('Pro')).get('/plans');
  expect(buttonsOf(html)).toEqual([
    ['Basic', 'Start Now', `/payment?plan=${await idOf('Basic')}`],
    ['Pro', 'Active Plan', null],
    ['Enterprise', 'Contact Sales', '/contact'],
  ]);
});

test('a user on Free sees no listed plan marked as active', async () => {
  const { html } = await (await aMember()).get('/plans');
  expect(buttonsOf(html).map(([, label]) => label)).not.toContain('Active Plan');
});

test('changes in the database appear on the pages and in the API, and hidden plans do not appear', async () => {
  const id = newId('pln');
  const data = { description: 'For a class', pricePaise: 12_345_650, messageLimit: 1_234_567 };
  await prisma.plan.create({
    data: { id, name: 'Campus', ...data, apiCallLimit: 5, features: ['A bell'], position: 9 },
  });
  onTestFinished(async () => {
    await prisma.plan.delete({ where: { id } });
  });
  const plans = async () => (await (await fetch(`${web.url}/api/v1/plans`)).json()).data;
  const pages = () => Promise.all(['/', '/plans'].map((path) => aVisitor(web.url).get(path)));
  for (const { html } of await pages()) {
    expect(cardsOf(html)[3]?.text).toMatch(/Campus ₹1,23,456.50 per month For a class A bell/);
  }
  const [, { html } = { html: '' }] = await pages();
  expect(html).toContain('12,34,567');
  expect((await plans())[3]).toEqual({
    _id: id,
    name: 'Campus',
    description: 'For a class',
    price: '₹1,23,456.50',
    numericPrice: 123_456.5,
    period: 'month',
    isActive: true,
    recommended: false,
    contactSales: false,
    apiCalls: 5,
    monthlylimit: 1_234_567,
    features: [{ _id: `${id}_1`, text: 'A bell' }],
  });

  await prisma.plan.update({ where: { id }, data: { isListed: false } });
  for (const { html } of await pages()) expect(html).not.toContain('Campus');
  expect(await plans()).toHaveLength(3);
  const payment = await (await aMember()).get(`/payment?plan=${id}`);
  expect(payment.html).toContain('No Plan Selected');
});

test('GET /plans needs no credentials, keeps the order, and never lists Free', async () => {
  const response = await fetch(`${web.url}/api/v1/plans`);
  const { status, data } = await response.json();
  expect([response.status, status]).toEqual([200, 'success']);
  expect(planOutput.array().safeParse(data).error).toBeUndefined();
  expect(data.map((plan: { name: string }) => plan.name)).toEqual(['Basic', 'Pro', 'Enterprise']);
  expect(data[2]).toMatchObject({ price: '', numericPrice: 0, period: '' });
});

test('if no plan is listed, the pages say that there are no plans', async () => {
  const listed = { isListed: true, isDefault: false };
  const rows = await prisma.plan.findMany({ where: listed });
  const ids = { id: { in: rows.map(({ id }) => id) } };
  await prisma.plan.updateMany({ where: ids, data: { isListed: false } });
  onTestFinished(async () => {
    await prisma.plan.updateMany({ where: ids, data: { isListed: true } });
  });
  for (const path of ['/', '/plans']) {
    const { status, html } = await aVisitor(web.url).get(path);
    expect(status).toBe(200);
    expect(html).toContain('No plans are available right now');
  }
});

test('if the database is down, the plans page shows an error, and the landing page works', async () => {
  const away = await startWebProcess(
    { DATABASE_URL: 'postgresql://dakiya:dakiya@127.0.0.1:1/none' },
    listening,
  );
  onTestFinished(async () => {
    await away.stop();
  });
  const visitor = aVisitor(away.url);
  const page = await visitor.get('/plans');
  expect(page.status).toBe(503);
  expect(page.html).toContain('Failed to fetch plans');
  expect(page.html).toMatch(/href="\/plans"[^>]*>Try again</);
  const home = await visitor.get('/');
  expect(home.status).toBe(200);
  expect(home.html).toContain('Failed to fetch plans');
  expect((await visitor.get('/payment?plan=pln_x')).status).toBe(503);
});

test.each([
  ['no plan', ''],
  ['an unknown plan', '?plan=pln_unknown'],
])('the payment page with %s says that no plan is selected', async (_what, query) => {
  const { status, html } = await aVisitor(web.url).get(`/payment${query}`);
  expect(status).toBe(200);
  expect(html).toContain('No Plan Selected');
  expect(html).toContain('Please select a plan to proceed with payment');
  expect(html).toMatch(/<meta name="robots" content="noindex"/);
});

test('the payment page shows the chosen plan and how to pay; if this plan is already active, the page offers no payment', async () => {
  const path = `/payment?plan=${await idOf('Pro')}`;
  const { html } = await (await aMember('Basic')).get(path);
  for (const text of [
    'Pro',
    '₹999',
    'month',
    'Priority support',
    'not available on this installation',
  ]) {
    expect(html).toContain(text);
  }
  expect(html).toContain('?subject=Subscribe%20to%20Pro"');
  const own = await (await aMember('Pro')).get(path);
  expect(own.html).toContain('This plan is already active');
  expect(own.html).not.toContain('mailto:');
});

test('structured data contains the prices of the plans in rupees', async () => {
  const { html } = await aVisitor(web.url).get('/');
  const [, json = '{}'] = html.match(/<script type="application\/ld\+json">(.*?)<\/script>/) ?? [];
  const graph: { '@type': string; offers?: unknown }[] = JSON.parse(json)['@graph'];
  expect(graph.map((thing) => thing['@type'])).toEqual([
    'Organization',
    'WebSite',
    'SoftwareApplication',
  ]);
  expect(graph[2]?.offers).toMatchObject([
    { name: 'Basic', price: 199, priceCurrency: 'INR' },
    { name: 'Pro', price: 999, priceCurrency: 'INR' },
  ]);
});

test('the features page has four categories of three features, and its links depend on whether the user is signed in', async () => {
  const { html } = await aVisitor(web.url).get('/features');
  for (const title of ['Core Features', 'Developer Tools', 'Enterprise Features']) {
    expect(html).toContain(`>${title}</h2>`);
  }
  expect(html).toContain('>Analytics &amp; Insights</h2>');
  expect(html.match(/<h3 class="font-medium">/g)).toHaveLength(12);
  expect(html).toMatch(/href="\/register"[^>]*>Start Building Now</);
  const signedIn = await (await aMember()).get('/features');
  expect(signedIn.html).toMatch(/href="\/dashboard"[^>]*>Start Building Now</);
});

test('the questions about plans and the cancellation form show the limits of the default plan', async () => {
  const where = { id: await idOf('Free') };
  const { messageLimit, apiCallLimit } = await prisma.plan.findUniqueOrThrow({ where });
  await prisma.plan.update({ where, data: { messageLimit: 123_456, apiCallLimit: 77 } });
  onTestFinished(async () => {
    await prisma.plan.update({ where, data: { messageLimit, apiCallLimit } });
  });
  const visitor = await aMember('Basic');
  for (const path of [paths.plans, paths.cancelPlan]) {
    const { html } = await visitor.get(path);
    expect(html.replaceAll('<!-- -->', '')).toContain(
      'on Free, with 1,23,456 messages and 77 API calls a month',
    );
  }
});
