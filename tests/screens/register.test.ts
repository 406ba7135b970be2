import { expect, test } from 'vitest';
import { prisma } from '#platform/db.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { aUser } from '../support/account.ts';
import { joinText } from '../support/signed-in.ts';
import { aVisitor } from '../support/visitor.ts';

const web = await sharedWeb();

const good = {
  name: 'Asha Rao',
  email: 'asha@example.com',
  password: 'correct horse',
  passwordConfirm: 'correct horse',
  terms: 'on',
};

test('a registration redirects to the home page, which confirms it and continues to the login', async () => {
  const visitor = aVisitor(web.url);
  const sent = await visitor.post('/register', { ...good, email: 'new@example.com' });
  expect(sent).toMatchObject({ status: 302, location: '/' });
  const home = await visitor.follow(sent);
  expect(home.html).toContain('Account created successfully');
  expect(home.html).toContain('<meta content="2;url=/login?registered=1" http-equiv="refresh"/>');
  // This text is shown at every visit, unlike the notice that the account was created.
  for (const _time of [1, 2]) {
    const login = await visitor.get('/login?registered=1');
    expect(joinText(login)).toContain('Your account exists, and we have sent you an email.');
  }
  // The notice that the account was created is shown only once.
  expect((await visitor.get('/')).html).not.toContain('Account created successfully');
});

test('each field has its validation attributes', async () => {
  const { html } = await aVisitor(web.url).get('/register');
  const input = (name: string) => html.match(new RegExp(`<input[^>]*name="${name}"[^>]*>`))?.[0];
  for (const name of Object.keys(good)) expect(input(name)).toContain('required=""');
  expect(input('email')).toContain('type="email"');
  expect(input('password')).toMatch(
    /minlength="6".*maxlength="128"|maxlength="128".*minlength="6"/i,
  );
  expect(html).not.toContain('novalidate');
});

test.each([
  ['no name', { name: ' ' }, 'Please enter your name'],
  ['no address', { email: '' }, 'Please enter an email address'],
  ['half an address', { email: 'asha@' }, 'Please enter an email address'],
  [
    'a short password',
    { password: '12345', passwordConfirm: '12345' },
    'Please use at least 6 characters.',
  ],
  [
    'a password of 129 characters',
    { password: 'x'.repeat(129), passwordConfirm: 'x'.repeat(129) },
    'Please use at most 128 characters.',
  ],
  ['two passwords', { passwordConfirm: 'wrong horse' }, 'Passwords do not match'],
  ['terms not accepted', { terms: '' }, 'Please accept the terms'],
])(
  'registering with %s creates no account, and shows the form again with an error and its input',
  async (_what, wrong, sentence) => {
    const fields = { ...good, name: 'Kept <b>Name</b>', ...wrong };
    const page = await aVisitor(web.url).post('/register', fields);
    expect(page.status).toBe(400);
    expect(page.html).toContain(sentence);
    expect(page.html).toContain('aria-invalid="true"');
    if (!('name' in wrong)) expect(page.html).toContain('value="Kept &lt;b&gt;Name&lt;/b&gt;"');
    expect(page.html).not.toContain(fields.password);
    expect(await prisma.user.count({ where: { email: good.email } })).toBe(0);
  },
);

test('each of several errors is shown at its field, without a toast', async () => {
  const page = await aVisitor(web.url).post('/register', {
    ...{ name: ' ', email: 'asha@', password: 'quiet river', passwordConfirm: 'quiet rivers' },
  });
  expect(page.status).toBe(400);
  const sentences = ['Please enter your name', 'Please enter an email address'];
  for (const sentence of [...sentences, 'Passwords do not match', 'Please accept the terms']) {
    expect([sentence, page.html.split(`>${sentence}<`).length]).toEqual([sentence, 2]);
  }
  expect(page.html.match(/aria-invalid="true"/g)).toHaveLength(4);
});

test('an address that an account already has, even in different case, gets an error at its field', async () => {
  const user = await aUser();
  const email = user.email.toUpperCase();
  const page = await aVisitor(web.url).post('/register', { ...good, email });
  expect(page.status).toBe(409);
  // The error is shown only once: at its field, and not in a toast.
  const [shown = ''] = page.html.split('<script');
  expect(shown.split('An account with this email address exists already.')).toHaveLength(2);
  expect(page.html).toContain(`value="${email}"`);
});

test('a name in any writing system, or with markup, is shown as text', async () => {
  const visitor = aVisitor(web.url);
  const name = '<script>alert(1)</script> आशा';
  const email = 'script@example.com';
  await visitor.post('/register', { ...good, name, email });
  const login = await visitor.post('/login', { email, password: good.password });
  const dashboard = await visitor.follow(login);
  expect(dashboard.html).toContain('&lt;script&gt;alert(1)&lt;/script&gt; आशा');
  expect(dashboard.html).not.toContain('<script>alert(1)');
});
