import { expect, test } from 'vitest';
import { developmentKeys } from '#platform/key-ring.ts';
import { root } from '#scripts/root.ts';
import { startChild } from '#scripts/services/child.ts';
import { readAllSettings } from '../support/all-settings.ts';

const own = {
  NODE_ENV: 'production',
  HASH_KEY: 'x'.repeat(32),
  ENCRYPTION_KEYS: `k1:${Buffer.alloc(32, 1).toString('base64')}`,
  SMPP_PASSWORD: 'secret',
  SMTP_URL: 'smtps://mail.dakiya.example',
  MAIL_FROM: 'Dakiya <post@dakiya.example>',
  SUPPORT_EMAIL: 'support@dakiya.example',
};

test('no setting is required outside production', () => {
  const env = readAllSettings({ PORT: '' });
  expect(env).toMatchObject({ PORT: 3000, PUBLIC_URL: 'http://localhost:3000' });
  expect(env.carriers).toHaveLength(1);
});

test('production requires confirmed addresses by default', () => {
  expect(readAllSettings({}).REQUIRE_CONFIRMED_EMAIL).toBe(false);
  expect(readAllSettings(own).REQUIRE_CONFIRMED_EMAIL).toBe(true);
  expect(
    readAllSettings({ ...own, REQUIRE_CONFIRMED_EMAIL: 'false' }).REQUIRE_CONFIRMED_EMAIL,
  ).toBe(false);
});

test('one error names all invalid values, in whichever module their settings are defined', () => {
  const values = { PORT: 'x', LOG_LEVEL: 'loud', CARRIERS: '{', GST_RATE: '41' };
  for (const name of Object.keys(values)) {
    expect(() => readAllSettings(values)).toThrow(`\n  ${name}: `);
  }
});

test.each(['server', 'worker', 'migrate', 'seed'])(
  'build/%s.js names the invalid values, and exits before its first step',
  async (program) => {
    const lines: string[] = [];
    const child = await startChild({
      command: process.execPath,
      args: [`build/${program}.js`],
      cwd: root,
      env: { NODE_ENV: 'production', DATABASE_POOL: 'none', DATABASE_URL: 'postgresql://none/x' },
      onLine: (line) => lines.push(line),
    });
    expect(await child.ended).toMatchObject({ ok: false });
    expect(lines.join('\n')).toMatch(
      /Settings that cannot be used:\n\s+(?:.*\n\s+)*DATABASE_POOL: /,
    );
    expect(lines.join('\n')).not.toContain('ENOTFOUND');
  },
);

test('production rejects the secrets and the sender published in the repository', () => {
  const names = ['HASH_KEY', 'ENCRYPTION_KEYS', 'SMPP_PASSWORD', 'MAIL_FROM', 'SUPPORT_EMAIL'];
  for (const name of [...names, 'SMTP_URL']) {
    expect(() => readAllSettings({ NODE_ENV: 'production' })).toThrow(`\n  ${name}: `);
  }
  expect(readAllSettings(own).NODE_ENV).toBe('production');
});

test('production allows automatic header approval only if PUBLIC_URL is a local address', () => {
  const at = (PUBLIC_URL: string) =>
    readAllSettings({ ...own, DLT_HEADER_APPROVAL: 'automatic', PUBLIC_URL });
  for (const address of ['https://dakiya.example', 'https://10.example.in', 'https://8.8.8.8']) {
    expect(() => at(address)).toThrow('\n  DLT_HEADER_APPROVAL: automatic');
    expect(readAllSettings({ ...own, PUBLIC_URL: address }).DLT_HEADER_APPROVAL).toBe('operator');
  }
  for (const address of ['http://localhost:3000', 'http://192.168.1.7:3000', 'http://proxy']) {
    expect(at(address).DLT_HEADER_APPROVAL).toBe('automatic');
  }
});

test('production allows unregistered texts under the installation’s header only with a local PUBLIC_URL or DLT_ALLOW_UNREGISTERED_TEXTS', () => {
  const isAllowed = (PUBLIC_URL: string, more = {}) =>
    readAllSettings({ ...own, PUBLIC_URL, ...more }).DLT_ALLOW_UNREGISTERED_TEXTS;
  const said = { DLT_ALLOW_UNREGISTERED_TEXTS: 'true' };
  expect(isAllowed('https://dakiya.example')).toBe(false);
  expect(isAllowed('https://dakiya.example', said)).toBe(true);
  expect(isAllowed('http://localhost:3000')).toBe(true);
});

test('the setting of disputed DLT rules accepts only known rules, and rules that it does not name keep their defaults', () => {
  const read = (DLT_RULES: string) => readAllSettings({ ...own, DLT_RULES }).DLT_RULES;
  expect(read('{"nearMatch":"warning","maxCharacters":{"numeric":15}}')).toMatchObject({
    nearMatch: 'warning',
    untagged: 'warning',
    maxCharacters: { numeric: 15, var: 30 },
  });
  for (const wrong of ['near', '{"near":1}', '{"untagged":"off"}', '{"maxCharacters":{"var":0}}']) {
    expect(() => read(wrong)).toThrow('\n  DLT_RULES');
  }
});

test('production accepts a test clock for promotional hours only if PUBLIC_URL is a local address', () => {
  const at = (PUBLIC_URL: string) =>
    readAllSettings({ ...own, PROMOTIONAL_CLOCK: '21:30', PUBLIC_URL });
  expect(() => at('https://dakiya.example')).toThrow('\n  PROMOTIONAL_CLOCK: ');
  expect(at('http://localhost:3000').PROMOTIONAL_CLOCK).toBe('21:30');
});

const carrier = { name: 'one', host: 'smsc.example', port: 2775, systemId: 'dakiya' };

test.each([
  [
    'the development key under another id',
    'ENCRYPTION_KEYS',
    developmentKeys.encryption.replace('dev:', 'mine:'),
  ],
  [
    'the development key behind a new one',
    'ENCRYPTION_KEYS',
    `${own.ENCRYPTION_KEYS},${developmentKeys.encryption}`,
  ],
  ['the development hash key', 'HASH_KEY', developmentKeys.hash],
  [
    'the published password of a remote database',
    'DATABASE_URL',
    'postgresql://me:dakiya@db:5432/x',
  ],
  [
    'the password of a carrier in the list',
    'CARRIERS',
    JSON.stringify([{ ...carrier, password: 'sandbox' }]),
  ],
  ['a public site without TLS', 'PUBLIC_URL', 'http://dakiya.example'],
  ['a payment provider without TLS', 'RAZORPAY_API_URL', 'http://api.razorpay.example'],
  ['an identity provider without TLS', 'GITHUB_TOKEN_URL', 'http://github.example/token'],
  ['an analytics script without TLS', 'ANALYTICS_SCRIPT_URL', 'http://count.example/x.js'],
])('production refuses to start with %s', (_, name, value) => {
  expect(() => readAllSettings({ ...own, [name]: value })).toThrow(name);
  expect(readAllSettings({ [name]: value }).NODE_ENV).toBe('development');
});

test.each([
  ['DATABASE_URL', 'postgresql://dakiya:dakiya@127.0.0.1:5432/dakiya'],
  ['DATABASE_URL', 'postgresql://dakiya:other@db.example:5432/dakiya'],
  ['PUBLIC_URL', 'https://dakiya.example'],
  ['PUBLIC_URL', 'http://localhost:3000'],
  ['PUBLIC_URL', 'http://192.168.1.7:3000'],
  ['RAZORPAY_API_URL', 'http://127.0.0.1:4000/payments'],
])('production accepts the setting %s=%s', (name, value) => {
  expect(readAllSettings({ ...own, [name]: value }).NODE_ENV).toBe('production');
});

test('production rejects the sandbox’s client secrets, and starts if there are no client secrets', () => {
  const names = ['GOOGLE_CLIENT_SECRET', 'GITHUB_CLIENT_SECRET', 'RAZORPAY_KEY_SECRET'];
  for (const name of [...names, 'RAZORPAY_WEBHOOK_SECRET']) {
    expect(() => readAllSettings({ ...own, [name]: 'sandbox' })).toThrow(name);
    expect(readAllSettings({ ...own, [name]: 'mine' }).NODE_ENV).toBe('production');
  }
});

test('payment webhooks have one secret, and two secrets during a rotation', () => {
  const secretsOf = (secrets: string) =>
    readAllSettings({ RAZORPAY_WEBHOOK_SECRET: secrets }).RAZORPAY_WEBHOOK_SECRET;
  expect(secretsOf('one')).toEqual(['one']);
  expect(secretsOf('new, old')).toEqual(['new', 'old']);
  for (const secrets of ['a,b,c', 'a,', ',']) {
    expect(() => secretsOf(secrets)).toThrow('RAZORPAY_WEBHOOK_SECRET');
  }
  expect(() => readAllSettings({ ...own, RAZORPAY_WEBHOOK_SECRET: 'mine,sandbox' })).toThrow(
    'RAZORPAY_WEBHOOK_SECRET',
  );
});

test('rejects a hard rate limit below the usual rate limit', () => {
  expect(() => readAllSettings({ RATE_LIMIT_PER_SECOND: '1001' })).toThrow(
    'RATE_LIMIT_HARD_PER_SECOND',
  );
  const env = readAllSettings({
    RATE_LIMIT_PER_SECOND: '1001',
    RATE_LIMIT_HARD_PER_SECOND: '1001',
  });
  expect(env.RATE_LIMIT_HARD_PER_SECOND).toBe(1_001);
});

test('the first encryption key is used to encrypt', () => {
  const keys = [1, 2].map((n) => `k${n}:${Buffer.alloc(32, n).toString('base64')}`);
  expect(
    readAllSettings({ ENCRYPTION_KEYS: keys.join(',') }).ENCRYPTION_KEYS.map(({ id }) => id),
  ).toEqual(['k1', 'k2']);
  expect(() => readAllSettings({ ENCRYPTION_KEYS: 'k1:c2hvcnQ=' })).toThrow('32 bytes');
  expect(() => readAllSettings({ ENCRYPTION_KEYS: `${keys[0]},${keys[0]}` })).toThrow('used twice');
});

test('carriers keep their order, get defaults, and must have distinct names', () => {
  const carrier = { host: 'smsc.example', port: 2775, systemId: 'dakiya', password: 'secret' };
  const two = [
    { ...carrier, name: 'first' },
    { ...carrier, name: 'second', window: 5 },
  ];
  const { carriers } = readAllSettings({ CARRIERS: JSON.stringify(two) });
  expect(carriers.map(({ name, window }) => [name, window])).toEqual([
    ['first', 10],
    ['second', 5],
  ]);
  expect(() => readAllSettings({ CARRIERS: JSON.stringify([two[0], two[0]]) })).toThrow(
    'names must differ',
  );
});

test('a seller with a GSTIN needs an address, and a State that matches the GSTIN', () => {
  const seller = { SELLER_GSTIN: '27AAAAA0000A1Z5', SELLER_ADDRESS: '1 Post Office Road, Mumbai' };
  expect(() => readAllSettings({ SELLER_GSTIN: seller.SELLER_GSTIN })).toThrow(
    /SELLER_ADDRESS: must be set.*\n.*SELLER_STATE: must be set/,
  );
  expect(() => readAllSettings({ ...seller, SELLER_STATE: 'Karnataka (29)' })).toThrow(
    'the code 27',
  );
  expect(() => readAllSettings({ ...seller, SELLER_STATE: 'Maharashtra' })).toThrow(
    'State and its code',
  );
  expect(() => readAllSettings({ SELLER_GSTIN: '27aaaaa0000a1z5' })).toThrow('must be a GSTIN');
  expect(() => readAllSettings({ INVOICE_PREFIX: 'DAK' })).toThrow('1 or 2 capital letters');
  expect(readAllSettings({ ...seller, SELLER_STATE: 'Maharashtra (27)' }).GST_RATE).toBe(18);
});

test('hash keys must be long, and the first key is used to hash', () => {
  const [one, two] = ['a', 'b'].map((letter) => letter.repeat(32));
  expect(readAllSettings({ HASH_KEY: `${one}` }).HASH_KEY).toEqual([one]);
  expect(readAllSettings({ HASH_KEY: `${two}, ${one}` }).HASH_KEY).toEqual([two, one]);
  for (const keys of ['short', `${one},short`, `${one},`, `${one},${one}`]) {
    expect(() => readAllSettings({ HASH_KEY: keys })).toThrow('HASH_KEY');
  }
  expect(() =>
    readAllSettings({ ...own, HASH_KEY: `${own.HASH_KEY},${developmentKeys.hash}` }),
  ).toThrow('HASH_KEY');
});
