import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { paths } from '#app/paths.ts';
import { markSuspects } from '#domain/delivery/drift/record-drift.ts';
import { importOptions } from '#domain/dlt/import/contract.browser.ts';
import { runImport } from '#domain/dlt/import/run-import.ts';
import { startImport } from '#domain/dlt/import/start-import.ts';
import { createKey } from '#domain/identity/api-keys/create-key.ts';
import { createServiceInput } from '#domain/messaging/otp/services/contract.ts';
import { createService } from '#domain/messaging/otp/services/manage-services.ts';
import { requestErasure } from '#domain/messaging/privacy/request-erasure.ts';
import { suppress } from '#domain/messaging/recipients/suppressions.ts';
import { prisma } from '#platform/db.ts';
import { newId } from '#platform/ids.ts';
import { inherited } from '#scripts/environment.ts';
import { axeViolationsAtAllWidths, launchBrowser, openPageAs } from '../harness/browser.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { aUser, type User } from '../support/account.ts';
import { fillLog } from '../support/busy-log.ts';
import { registerBodies, registerSenders } from '../support/dlt.ts';
import { aHook, postJson } from '../support/hooks.ts';
import { insertMessages } from '../support/messages.ts';
import { aNewcomer } from '../support/newcomer.ts';
import { visit } from '../support/wait-for-idle.ts';
import { fillWebhooks } from '../support/webhook-log.ts';

const web = await sharedWeb();
const browser = await launchBrowser();

/** SCREENS_DIR=<folder> stores screenshots of these screens at four widths, light and dark, for visual review. */
const { SCREENS_DIR: folder } = inherited;

async function takePictures(page: Page, name: string): Promise<void> {
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const width of [360, 768, 1280, 1600]) {
      await page.setViewportSize({ width, height: 900 });
      const path = join(folder, `${name}-${width}-${colorScheme}.png`);
      await page.screenshot({ path, fullPage: true, animations: 'disabled' });
    }
  }
}

/** Opens screens one after another in one window. @returns their axe violations at all widths, light and dark */
async function findFaults(user: User, screens: Record<string, string>): Promise<string[]> {
  const page = await openPageAs(user, browser, web.url);
  const faults: string[] = [];
  for (const [name, path] of Object.entries(screens)) {
    await visit(page, path);
    const found = await axeViolationsAtAllWidths(page);
    faults.push(...found.map((fault) => `${name}: ${fault}`));
    await takePictures(page, name);
  }
  return faults;
}

const templateId = '1107160000000000001';
const csv = [
  'Template ID,Header,Category,Content',
  '1107161700000010231,ACMEIN,Service Implicit,{#numeric#} is your Acme login code. - ACME',
  '1107161700000010248,ACMEIN,Service Implicit,"Dear {#var#}, your order has left. - ACME"',
  `${templateId},ACMEIN,Service Implicit,Another text - ACME`,
  '1.10716E+18,ACMEIN,Service Implicit,Rounded',
  '1107161700000010279,ACMEIN,Nothing known,Hello {#numeric#} - ACME',
].join('\n');

type Listed = 'templates' | 'headers';

async function anImport(
  userId: string,
  file: { name: string; bytes: Buffer },
  list: Listed = 'templates',
) {
  const options = importOptions.parse({ create_missing: true, list });
  const { data } = await startImport(userId, file, { options, isDryRun: true });
  await runImport(data.id);
  return data.id;
}

/** An account with data on each screen. */
async function fill() {
  const user = await aUser({ name: 'Asha Rao' });
  const { userId } = user;
  await registerSenders(userId, 'ACMEIN', 'ACMEMO', 'ACMEID', '567890');
  const body = '{#numeric#} is your code for Acme. Do not share it with anyone. - ACME';
  await registerBodies(userId, { [templateId]: body }, { name: 'Login code' });
  await registerBodies(userId, { '1107160000000000002': 'Old {#var#} - ACME' });
  const drift = { userId, carrier: 'airtel', rejections: 1 };
  await markSuspects([
    {
      ...{ ...drift, header: 'ACMEMO', templateId: '1107160000000000002' },
      ...{ verdict: 'dlt_header_suspended', errorCode: '625' },
    },
    {
      ...{ ...drift, header: 'ACMEIN', templateId: '1107160000000000002' },
      ...{ verdict: 'dlt_template_inactive', errorCode: '631' },
    },
  ]);
  const at = new Date();
  const daysAgo = (days: number) => new Date(at.getTime() - days * 86_400_000);
  await prisma.dltHeader.update({
    where: { userId_header: { userId, header: 'ACMEID' } },
    data: { lastUsedAt: daysAgo(27) },
  });
  await prisma.dltDrift.createMany({
    data: ['dlt_header_suspended', 'dlt_template_not_matched'].map((verdict, rejections) => ({
      ...{ userId, day: at, header: 'ACMEIN', templateId, verdict, rejections: rejections + 12 },
      ...{ carrier: 'airtel', errorCode: '622', messageId: 'msg_1', lastAt: at },
    })),
  });
  const keys = await Promise.all(
    ['Shop', 'Reminders of the booking service'].map((name) => createKey({ userId, name })),
  );
  await fillLog(
    userId,
    keys.map(({ keyId }) => keyId),
    [templateId, '1107160000000000002'],
  );
  const [undelivered = ''] = await insertMessages(userId, [
    { state: 'undelivered', reason: 'UNDELIV 633: dlt_template_not_matched', at: daysAgo(1) },
    { recipient: '+919876543210', at: daysAgo(2) },
  ]);
  const service = createServiceInput.parse({
    ...{ name: 'Acme', sender_id: 'ACMEID' },
    text: '{code} is your code for {name}. Do not share it with anyone. - ACME',
  });
  const { id } = await createService(userId, service);
  await suppress(userId, ['+919876543210', '+919812345678'], 'Replied STOP');
  await suppress(userId, ['+919876500001'], null);
  await requestErasure(userId, '+919876543219', 'ses_1');
  await prisma.textView.create({
    data: {
      ...{ userId, day: at, viewer: 'ses_1', way: 'page', device: 'Firefox on Linux' },
      ...{ clientAddress: '192.0.2.1', firstAt: daysAgo(1), lastAt: at, views: 2, texts: 12 },
      ...{ oldestId: undelivered, newestId: undelivered },
    },
  });
  const scheduled = {
    ...{
      userId,
      keyId: 'dk_1',
      usagePeriodId: 'use_1',
      livemode: true,
      sender: 'ACMEIN',
      segments: 1,
    },
    ...{ promotional: false, mayWait: false, encoding: 'gsm7' as const, createdAt: at },
  } as const;
  await prisma.scheduledMessage.createMany({
    data: ['Your order has left.', 'Dear Asha, your table is reserved for eight. '.repeat(3)].map(
      (content, i) => {
        const dueAt = daysAgo(-2 - i);
        const recipient = `+91987654321${i}`;
        return { ...scheduled, id: newId('msg', dueAt.getTime()), recipient, content, dueAt };
      },
    ),
  });
  const webhooks = await fillWebhooks(user, undelivered);
  const hook = await aHook(web.url, userId, 'generic', { livemode: true, sendAs: 'text' });
  await aHook(web.url, userId, 'alertmanager', {
    ...{ name: 'Alerts of production', livemode: true, sendAs: 'template', templateId },
    ...{ variables: ['{count}'], recipients: ['9876543210'] },
  });
  const text = '482913 is your code for Acme. Do not share it with anyone. - ACME';
  for (const payload of [
    { to: '9876543210', message: text },
    { to: '12345', message: text },
  ]) {
    await postJson(hook.url, hook.secret, payload);
  }
  const name = 'templates of all portals, with a long name.csv';
  const unclear = await anImport(userId, {
    name: 'columns.csv',
    bytes: Buffer.from('One,Two\n1107161700000010231,Hi'),
  });
  const headers = await anImport(
    userId,
    {
      name: 'headers.csv',
      bytes: Buffer.from(
        'Header,Type,Status\nACMEIN,,Suspended\n600123,,\nACMEUP,Other,\nACME-S,,',
      ),
    },
    'headers',
  );
  const rows = await anImport(userId, { name, bytes: Buffer.from(csv) });
  const screens = {
    'home-filled': paths.dashboard(),
    'messages-filled': paths.dashboard('messages'),
    'messages-failed': paths.messages({ state: 'failed' }),
    'analytics-filled': paths.dashboard('analytics'),
    'keys-filled': paths.dashboard('manage-api'),
    'senders-filled': paths.senders(),
    'templates-filled': paths.templates(),
    'template-suspect': paths.template('1107160000000000002'),
    'links-empty': paths.links(),
    'rejections-filled': paths.rejections,
    'import-headers': paths.import(headers),
    'import-rows': paths.import(rows),
    'import-expired': paths.import(unclear),
    'import-list': paths.importTemplates,
    'otp-services': paths.otpServices,
    'otp-service-warned': paths.otpService(id),
    'privacy-filled': paths.recipients({ number: '98765 43210' }),
    'suppressions-filled': paths.suppressions(),
    'scheduled-filled': paths.scheduled(),
    'message-undelivered': paths.message(undelivered),
    'webhooks-filled': paths.dashboard('webhooks'),
    'webhook-filled': paths.webhook(webhooks.failing),
    'webhook-off': paths.webhook(webhooks.off),
    'webhook-edit': paths.editWebhook(webhooks.failing),
    'webhook-event-failed': paths.webhookEvent(webhooks.failed),
    'webhook-event-message': paths.webhookEvent(webhooks.ofMessage),
    'webhook-listen': paths.listen(),
    'hooks-filled': paths.dashboard('hooks'),
    'hook-new-secret': paths.hook(hook.id, { secret: '1' }),
    'hook-in-use': paths.hook(hook.id),
    'hook-edit': paths.editHook(hook.id),
    'checker-empty': paths.checkMessage,
  };
  return { user, screens };
}

const filled = await fill();

/** Timeout for all screens of a test in milliseconds: five times the duration on an idle machine. */
const timeLimitMs = 240_000;

test('no screen with data has axe violations', { timeout: timeLimitMs }, async () => {
  expect(await findFaults(filled.user, filled.screens)).toEqual([]);
});

test('a finding of the DLT checker has no axe violations', async () => {
  const page = await openPageAs(filled.user, browser, web.url);
  await page.goto(paths.checkMessage);
  await page
    .getByLabel('Text')
    .fill('482913 is your Code for Acme. Do not share it with anyone. - ACME');
  await page.getByText('dlt_template_near_match').waitFor();
  expect(await axeViolationsAtAllWidths(page)).toEqual([]);
  await takePictures(page, 'checker-filled');
});

test('the result of uploading a suppression list has no axe violations', async () => {
  const page = await openPageAs(filled.user, browser, web.url);
  await page.goto(paths.suppressions());
  await page.getByLabel('File').setInputFiles({
    name: 'opted-out.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('Mobile\n9876543210\n9.87E+09\nnobody\n9876543217'),
  });
  await page.getByRole('button', { name: 'Upload' }).click();
  await page.getByText('Row 3:').waitFor();
  expect(await axeViolationsAtAllWidths(page)).toEqual([]);
  await takePictures(page, 'suppressions-uploaded');
});

const starter = await aNewcomer();
const [testMessage = ''] = await insertMessages(starter.userId, [
  { keyId: starter.testKey.keyId, livemode: false, recipient: '+919999900000', at: new Date() },
]);

test('no screen of a new account in test mode has axe violations', {
  timeout: timeLimitMs,
}, async () => {
  const screens = {
    'home-first-steps': paths.dashboard('home', { sent: testMessage }),
    'console-test-mode': paths.dashboard('message'),
    'otp-test-mode': paths.dashboard('OTPVerification'),
    'messages-test-mode': paths.dashboard('messages'),
    'message-test-mode': paths.message(testMessage),
    'webhooks-test-mode': paths.dashboard('webhooks'),
    'keys-test': paths.dashboard('manage-api'),
  };
  expect(await findFaults(starter, screens)).toEqual([]);
});

const newcomer = await aUser({ name: 'Asha Rao' });

test('no screen of a new user has axe violations', { timeout: timeLimitMs }, async () => {
  const screens = {
    'templates-empty': paths.templates(),
    'rejections-empty': paths.rejections,
    'import-empty': paths.importTemplates,
    'privacy-empty': paths.recipients(),
    'scheduled-empty': paths.scheduled(),
    'suppressions-empty': paths.suppressions(),
    'webhook-new': paths.newWebhook,
    'webhook-listen-not-yet': paths.listen(),
    'hooks-empty': paths.dashboard('hooks'),
    'hook-kinds': paths.newHook(),
    'hook-new': paths.newHook('generic'),
    'hook-new-alerts': paths.newHook('alertmanager'),
  };
  expect(await findFaults(newcomer, screens)).toEqual([]);
});
