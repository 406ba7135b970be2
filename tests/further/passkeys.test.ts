import type { CDPSession, Page } from 'playwright';
import { expect, test } from 'vitest';
import { paths } from '#app/paths.ts';
import {
  consumeChallenge,
  createRequestOptions,
} from '#domain/identity/factors/passkey-challenges.ts';
import { prisma } from '#platform/db.ts';
import { launchBrowser, localhostUrl, openPage, signIn } from '../harness/browser.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { aUser } from '../support/account.ts';
import { waitForText } from '../support/console-page.ts';
import { signedInLongAgo } from '../support/old-sign-in.ts';
import { press } from '../support/page-controls.ts';
import { aVisitor } from '../support/visitor.ts';

const web = await sharedWeb();
const url = localhostUrl(web);
const browser = await launchBrowser();

type Authenticator = {
  cdp: CDPSession;
  authenticatorId: string;
};

/**
 * Adds a virtual authenticator to a page. The authenticator behaves as if the user touched it at once and passed its
 * check of the user.
 */
async function anAuthenticator(page: Page, { synced = true } = {}): Promise<Authenticator> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable', { enableUI: false });
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
      defaultBackupEligibility: synced,
      defaultBackupState: synced,
    },
  });
  return { cdp, authenticatorId };
}

/** Makes the browser offer no passkeys in the email field, so that a test can press the button. */
const withoutAutofill = (page: Page) =>
  page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false;
  });

/** A user with a passkey in a browser without a session. */
async function aPasskeyOwner({ synced = true, autofill = false } = {}) {
  const user = await aUser();
  const page = await openPage(browser, url);
  if (!autofill) await withoutAutofill(page);
  const authenticator = await anAuthenticator(page, { synced });
  await signIn(page, url, user);
  await page.goto(paths.factors);
  await addPasskey(page);
  await waitForText(page, 'Your recovery codes');
  await prisma.session.deleteMany({ where: { userId: user.userId, kind: 'browser' } });
  return { user, page, ...authenticator };
}

async function addPasskey(page: Page): Promise<void> {
  await press(page, 'Add a passkey');
  await press(page, 'Make the passkey');
}

async function pressSignIn(page: Page): Promise<void> {
  await page.goto('/login');
  await press(page, 'Sign in with a passkey');
}

const refusal = 'This passkey could not be verified.';

const newSession = (userId: string) =>
  prisma.session.findFirst({ where: { userId, kind: 'browser' }, orderBy: { id: 'desc' } });

test('a user makes a passkey, names it, signs in with it alone, and deletes it', async () => {
  const { user, page } = await aPasskeyOwner();
  await pressSignIn(page);
  await page.waitForURL('**/dashboard');
  expect((await newSession(user.userId))?.factors).toEqual(['passkey']);
  await page.goto(paths.factors);
  await page.getByLabel(/^Name of the passkey/).fill('Laptop');
  await press(page, 'Rename');
  await page.getByRole('button', { name: 'Delete the passkey Laptop' }).click();
  await waitForText(page, 'You have no passkey.');
  expect(await prisma.recoveryCode.count({ where: { userId: user.userId } })).toBe(0);
  const mails = await prisma.email.findMany({
    where: { email: user.email, kind: 'factors_changed' },
    orderBy: { id: 'asc' },
  });
  expect(mails.map(({ about }) => about)).toEqual(['passkey_added', 'passkey_deleted']);
});

test('the email field of the login offers the passkey', async () => {
  const { user, page } = await aPasskeyOwner({ autofill: true });
  await page.goto('/login', { waitUntil: 'commit' });
  await page.waitForURL('**/dashboard');
  expect((await newSession(user.userId))?.factors).toEqual(['passkey']);
});

test('after the password, the passkey is the second factor', async () => {
  const { user, page } = await aPasskeyOwner();
  await page.goto('/login');
  await page.getByLabel('Email', { exact: true }).fill(user.email);
  await page.getByLabel('Password', { exact: true }).fill(user.password);
  await press(page, 'Login');
  await page.waitForURL('**/login/factor**');
  await press(page, 'Sign in with a passkey');
  await page.waitForURL('**/dashboard');
});

test('a passkey confirms a sensitive action after an old sign-in', async () => {
  const { user, page } = await aPasskeyOwner();
  await signIn(page, url, user);
  await signedInLongAgo(user.userId);
  await page.goto(paths.factors);
  await press(page, 'Create new codes');
  await press(page, 'Use a passkey');
  await waitForText(page, 'Your recovery codes');
});

test('a device that already has a passkey of the account does not make a second passkey', async () => {
  const { user, page } = await aPasskeyOwner();
  await signIn(page, url, user);
  await page.goto(paths.factors);
  await addPasskey(page);
  await waitForText(page, 'This device has a passkey for your account already.');
});

test.each([
  ['without user verification', { isBadUV: true }],
  ['with a wrong signature', { isBogusSignature: true }],
])('a sign-in refuses a response %s', async (_, bits) => {
  const { user, page, cdp, authenticatorId } = await aPasskeyOwner();
  await cdp.send('WebAuthn.setResponseOverrideBits', { authenticatorId, ...bits });
  await pressSignIn(page);
  await waitForText(page, refusal);
  expect(await newSession(user.userId)).toBeNull();
});

test('the page says so if the user cancels a sign-in', async () => {
  const { page, cdp, authenticatorId } = await aPasskeyOwner();
  await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
  await pressSignIn(page);
  await waitForText(page, 'the request was cancelled, or timed out');
});

test('a sign-in refuses a deleted passkey', async () => {
  const { user, page } = await aPasskeyOwner();
  await prisma.passkey.deleteMany({ where: { userId: user.userId } });
  await pressSignIn(page);
  await waitForText(page, refusal);
});

test('a sign-in refuses a passkey whose counter goes back; if the passkey is synced, the sign-in succeeds and the user gets an email', async () => {
  for (const synced of [false, true]) {
    const { user, page } = await aPasskeyOwner({ synced });
    const where = { userId: user.userId };
    await prisma.passkey.updateMany({ where, data: { counter: 1_000 } });
    await pressSignIn(page);
    if (synced) await page.waitForURL('**/dashboard');
    else await waitForText(page, refusal);
    const reported = { email: user.email, about: 'passkey_counter' };
    expect(await prisma.email.count({ where: reported })).toBe(synced ? 1 : 0);
  }
});

/** Signs in, but keeps the response from the server. @returns the response and the browser's device cookie */
async function captureResponse(page: Page) {
  const posted = new Promise<string>((resolve) => {
    void page.route('**/login**', async (route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      resolve(new URLSearchParams(route.request().postData() ?? '').get('passkey') ?? '');
      await route.abort();
    });
  });
  await pressSignIn(page);
  const passkey = await posted;
  const device = (await page.context().cookies()).find(({ name }) => name === 'device');
  return { passkey, device: device?.value ?? '' };
}

function aBrowserWith(device: string | null, at = web.url) {
  const visitor = aVisitor(at);
  if (device !== null) visitor.jar.set('device', { value: device, attributes: '' });
  return visitor;
}

const isIn = ({ jar }: { jar: Map<string, unknown> }) => jar.has('sid');

test('a passkey response works only once, and only in the browser that requested it', async () => {
  const { page } = await aPasskeyOwner();
  const { passkey, device } = await captureResponse(page);
  const origin = { origin: web.url };
  const stranger = aBrowserWith(null);
  await stranger.post('/login', { passkey }, origin);
  expect(isIn(stranger)).toBe(false);
  const owner = aBrowserWith(device);
  await owner.post('/login', { passkey }, origin);
  expect(isIn(owner)).toBe(true);
  const replay = aBrowserWith(device);
  await replay.post('/login', { passkey }, origin);
  expect(isIn(replay)).toBe(false);
});

test.each([
  ['origin', { PUBLIC_URL: 'http://localhost:1' }],
  ['domain', { PUBLIC_URL: url, WEBAUTHN_RP_ID: 'example.net' }],
])('a site refuses a response for another %s', async (_, settings) => {
  const other = await sharedWeb(settings);
  const { page } = await aPasskeyOwner();
  const { passkey, device } = await captureResponse(page);
  const visitor = aBrowserWith(device, other.url);
  await visitor.post('/login', { passkey }, { origin: settings.PUBLIC_URL });
  expect(isIn(visitor)).toBe(false);
});

test('a browser refuses passkeys at an address without a domain', async () => {
  const { page } = await aPasskeyOwner();
  await page.goto(`${web.url}/login`);
  await press(page, 'Sign in with a passkey');
  await waitForText(page, 'Passkeys do not work at this address of the site.');
});

test('a challenge is valid only once, and only for its purpose, user and browser', async () => {
  const [{ userId }, other] = await Promise.all([aUser(), aUser()]);
  const asked = { purpose: 'step_up', userId, browser: 'a' } as const;
  const { challenge } = await createRequestOptions(asked, []);
  for (const wrong of [
    { ...asked, purpose: 'sign_in' as const },
    { ...asked, purpose: 'register' as const },
    { ...asked, userId: other.userId },
    { ...asked, userId: null },
    { ...asked, browser: 'b' },
  ]) {
    expect(await consumeChallenge(challenge, wrong)).toBe(false);
  }
  const both = [consumeChallenge(challenge, asked), consumeChallenge(challenge, asked)];
  expect((await Promise.all(both)).sort()).toEqual([false, true]);
  const late = await createRequestOptions(asked, []);
  await prisma.passkeyChallenge.updateMany({ data: { expiresAt: new Date(0) } });
  expect(await consumeChallenge(late.challenge, asked)).toBe(false);
});
