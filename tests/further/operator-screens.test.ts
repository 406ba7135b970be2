import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { paths } from '#app/paths.ts';
import { addCarrier } from '#domain/delivery/routing/manage-carriers.ts';
import { inherited } from '#scripts/environment.ts';
import {
  axeViolationsAtAllWidths,
  findOverflowingWidths,
  launchBrowser,
  openPage,
  signIn,
} from '../harness/browser.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { aUser } from '../support/account.ts';
import { fillConsole } from '../support/fill-console.ts';
import { anOperator } from '../support/operator.ts';
import { visit } from '../support/wait-for-idle.ts';

const web = await sharedWeb();

/** SCREENS_DIR=<folder> stores screenshots at four widths, light and dark, for visual review. */
const { SCREENS_DIR: folder } = inherited;
const widths = [360, 768, 1280, 1600];

const operator = await anOperator(web.url);
const { visitor, user } = operator;
/** An account that has done nothing yet. */
const newcomer = await aUser();

/** The pages that exist without any data, by the names of their pictures. */
const pages = {
  'operator-now': paths.operator('now'),
  'operator-now-week': paths.operator('now', { range: '7d' }),
  'operator-carriers': paths.operator('carriers'),
  'operator-accounts': paths.operator('accounts'),
  'operator-senders': paths.operator('senders'),
  'operator-drift': paths.operatorDrift,
  'operator-complaints': paths.operatorComplaints(),
  'operator-money': paths.operator('money'),
  'operator-anomalies': paths.operatorAnomalies(),
  'operator-plans': paths.operatorPlans,
  'operator-announcements': paths.operator('announcements'),
  'operator-incidents': paths.operatorIncidents,
  'operator-audit': paths.operator('audit'),
};

/** Opens each page, and looks for axe violations and sideways scrolling at all widths, in both colour schemes. */
async function look(screens: Record<string, string>): Promise<void> {
  const page = await openPage(await launchBrowser(), web.url);
  await signIn(page, web.url, user, ['password', 'totp']);
  for (const [name, path] of Object.entries(screens)) {
    await visit(page, path);
    expect([name, await page.getByText('Dakiya operator').count()]).not.toEqual([name, 0]);
    const faults = await axeViolationsAtAllWidths(page, { everywhere: true });
    expect([name, faults]).toEqual([name, []]);
    expect([name, await findOverflowingWidths(page, widths)]).toEqual([name, []]);
    if (!folder) continue;
    mkdirSync(folder, { recursive: true });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 });
        const file = join(folder, `${name}-${width}-${colorScheme}.png`);
        await page.screenshot({ path: file, fullPage: true, animations: 'disabled' });
      }
    }
  }
}

test('no page of a console without data has axe violations or scrolls sideways', async () => {
  const empty = Object.entries({
    ...pages,
    'operator-account': paths.operatorAccount(newcomer.userId),
    'operator-accounts-not-found': paths.operator('accounts', { q: 'no.one@example.com' }),
  });
  await look(Object.fromEntries(empty.map(([name, path]) => [`${name}-empty`, path])));
}, 300_000);

describe('with a million messages', () => {
  let screens: Record<string, string> = {};
  beforeAll(async () => {
    const filled = await fillConsole(operator);
    screens = {
      ...pages,
      'operator-now-carrier': paths.operator('now', { range: '24h', carrier: 'first' }),
      'operator-carrier': paths.operatorCarrier('first'),
      'operator-unread': paths.operatorUnread('first'),
      'operator-accounts-found': paths.operator('accounts', { q: filled.email }),
      'operator-account': paths.operatorAccount(filled.userId),
      'operator-complaints-found': paths.operatorComplaints({ number: filled.recipient }),
      'operator-complaint': paths.operatorComplaint(filled.complaint),
      'operator-plan': paths.operatorPlan(filled.plan),
      'operator-announcement': paths.operatorAnnouncement(filled.announcement),
      'operator-incident': paths.operatorIncident(filled.incident),
      'operator-maintenance': paths.operatorIncident(filled.maintenance),
    };
  }, 120_000);

  test('the server renders each page of the console within 300 ms', async () => {
    for (const path of Object.values(screens)) {
      const times: number[] = [];
      for (let i = 0; i < 7; i++) {
        const began = performance.now();
        expect([path, (await visitor.get(path)).status]).toEqual([path, 200]);
        times.push(performance.now() - began);
      }
      process.stdout.write(`${path}: ${times.map((ms) => Math.round(ms)).join(' ')} ms\n`);
      expect([path, Math.min(...times) < 300]).toEqual([path, true]);
    }
  });

  test('no page of the console has axe violations or scrolls sideways', async () => {
    await look(screens);
  }, 600_000);

  test('clicking on a carrier or a route shows its settings in the form', async () => {
    const page = await openPage(await launchBrowser(), web.url);
    await signIn(page, web.url, user, ['password', 'totp']);
    await addCarrier({
      ...{ name: 'two-binds', host: 'two.example', port: 2775, systemId: 'two', password: 'x' },
      binds: [{ mode: 'transmitter' }, { mode: 'receiver', host: 'receipts.example' }],
    });
    await visit(page, paths.operatorCarrier('first'));
    // This visit loads no new document, so React could by mistake keep the fields of the first carrier.
    await visit(page, paths.operatorCarrier('two-binds'));
    expect(await page.locator('#change-host').inputValue()).toBe('two.example');
    expect(await page.locator('#change-more').inputValue()).toContain('receipts.example');
    await page.locator('#change-more').fill('{');
    await page.locator('#change-connections').fill('2');
    await page.locator('#change-reason').fill('one bind is enough');
    await page.getByRole('button', { name: 'Change the settings' }).click();
    await page.getByText('This is not JSON.').waitFor();
    // The error disappears while the operator types, and the field stays.
    await page.locator('#change-more').fill('{"longText":"sar"}');
    await page.getByRole('button', { name: 'Change the settings' }).click();
    await page.getByText('2 × transceiver two.example:2775').waitFor();
    expect(await page.locator('#change-reason').inputValue()).toBe('');
    await visit(page, paths.operator('carriers'));
    await page.getByRole('link', { name: 'Change otp' }).click();
    await page.getByRole('heading', { name: 'Change the route otp' }).waitFor();
    expect(await page.locator('#set-route-prefixes').inputValue()).toBe('9198');
  }, 60_000);

  test('no panel that an operator opens makes a page scroll sideways on a phone', async () => {
    const page = await openPage(await launchBrowser(), web.url);
    await signIn(page, web.url, user, ['password', 'totp']);
    await page.setViewportSize({ width: 360, height: 800 });
    const { 'operator-account': account, 'operator-carrier': carrier } = screens;
    const [money, senders] = [paths.operator('money'), paths.operator('senders')];
    for (const path of [account ?? '', carrier ?? '', money, senders]) {
      await page.goto(path);
      const panels = page.locator('main summary');
      expect([path, await panels.count()]).not.toEqual([path, 0]);
      for (const panel of await panels.all()) {
        await panel.click();
        const name = await panel.textContent();
        expect([path, name, await findOverflowingWidths(page, [360])]).toEqual([path, name, []]);
        await panel.evaluate((summary) => summary.parentElement?.removeAttribute('open'));
      }
    }
  }, 120_000);
});
