import { expect, test } from 'vitest';
import { paths } from '#app/paths.ts';
import { entityInput, templateInput } from '#domain/dlt/registry/inputs.browser.ts';
import { registerEntity } from '#domain/dlt/registry/register.ts';
import { registerTemplates } from '#domain/dlt/registry/register-templates.ts';
import { aUser } from '../support/account.ts';
import {
  axeViolationsInBothSchemes,
  findOverflowingWidths,
  launchBrowser,
  openPageAs,
} from '../support/browser.ts';
import { sharedWeb } from '../support/shared-web.ts';

const web = await sharedWeb();
const browser = await launchBrowser();

const entity_id = '1101172974420810001';
const template_id = '1107160000000000001';

async function aPage() {
  const user = await aUser();
  await registerEntity(user.userId, entityInput.parse({ entity_id, name: 'Acme' }));
  const body = 'Dear {#var#}, your code is {#numeric#}. - ACME';
  const category = 'service_implicit';
  const template = templateInput.parse({ template_id, entity_id, name: 'Code', body, category });
  await registerTemplates(user.userId, [template]);
  return openPageAs(user, browser, web.url, { viewport: { width: 1280, height: 800 } });
}

test('a message is checked while it is typed, and only the last check counts', async () => {
  const page = await aPage();
  await page.goto(paths.checkMessage);
  // The answer to what was typed first comes after the one to what was typed last.
  let answerFirst: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    answerFirst = resolve;
  });
  let checks = 0;
  await page.route(`**${paths.dltCheck}`, async (route) => {
    checks += 1;
    if (checks === 1) await held;
    await route.continue().catch(() => undefined);
  });
  const text = page.getByLabel('Text');
  const first = page.waitForRequest(`**${paths.dltCheck}`);
  await text.fill('Dear Asha, your Code is 1. - ACME');
  await first;
  await text.fill('Dear Asha, your code is 12. - ACM');
  await page.getByText('The message ends before the fixed text').waitFor();
  answerFirst();
  expect(await page.locator('mark').allTextContents()).toEqual(['The text ends here↵']);
  await text.fill('Dear Asha, your code is 12. - ACME');
  await page.locator('mark[title="Slot 2, numeric"]').waitFor();
  expect(await page.locator('mark').allTextContents()).toEqual(['Slot 1: Asha', 'Slot 2: 12']);
  expect(await axeViolationsInBothSchemes(page, 'light')).toEqual([]);
  expect(await findOverflowingWidths(page, [360, 768, 1600])).toEqual([]);

  await text.fill('');
  await page.getByText('Nothing is sent, and nothing is charged.').waitFor();
  await page.route(`**${paths.dltCheck}`, (route) => route.abort());
  await text.fill('Dear');
  await page.getByText('We could not reach the server.').waitFor();
});

test('the slots of a template are shown while its text is typed', async () => {
  const page = await aPage();
  await page.goto(paths.newTemplate);
  const text = page.getByLabel('Text', { exact: true });
  await text.fill('Code {#var#}\n{#url#} - ACME');
  const slots = page.locator('mark');
  await slots.first().waitFor();
  await page.getByLabel('Types of the slots').fill('numeric 6');
  await page.getByText('up to 6 characters').waitFor();
  expect(await slots.allTextContents()).toEqual([
    'Slot 1: numeric, up to 6 characters',
    'Slot 2: url, up to 120 characters',
  ]);
  await text.fill('Code {#otp#}');
  await page.getByText('is no slot of DLT').first().waitFor();
  expect(await axeViolationsInBothSchemes(page, 'light')).toEqual([]);

  await page.goto(paths.template(template_id));
  expect(await axeViolationsInBothSchemes(page, 'light')).toEqual([]);
  expect(await findOverflowingWidths(page, [360, 768])).toEqual([]);
});
