import { expect, test } from 'vitest';
import { describeChanges } from '#app/audit/event-table.tsx';
import { paths } from '#app/paths.ts';
import { recordAudit, writeRefused } from '#domain/audit/record-audit.ts';
import { checkPassword } from '#domain/identity/accounts/change-password.ts';
import { createKey } from '#domain/identity/api-keys/create-key.ts';
import { query, transaction } from '#platform/db.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { ownProgram } from '../support/account.ts';
import { aMember } from '../support/member.ts';

const web = await sharedWeb();

/** The visible text of a page. */
const textOf = (html: string) =>
  html
    .replaceAll(/<script.*?<\/script>|<!--.*?-->/gs, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ');

test('the audit trail lists what the member did, with filters and pages that work without JavaScript', async () => {
  const { visitor, userId } = await aMember(web.url);
  for (let i = 0; i < 30; i += 1) await createKey({ userId, name: `Shop ${i}` });
  const first = await visitor.get(paths.auditTrail());
  expect(first.status).toBe(200);
  expect(textOf(first.html)).toContain('Shop 29');
  expect(textOf(first.html)).not.toContain('Shop 1,');
  const older = /href="([^"]*after=[^"]*)"/.exec(first.html)?.[1]?.replaceAll('&amp;', '&') ?? '';
  expect(textOf((await visitor.get(older)).html)).toContain('Shop 1,');
  const none = await visitor.get(paths.auditTrail({ action: 'webhook.create' }));
  expect(textOf(none.html)).toContain('No event matches this filter.');
  const odd = await visitor.get(paths.auditTrail({ action: "' OR 1=1", from: 'x', after: '%00' }));
  expect(odd.status).toBe(200);
  expect([first, none].map(({ html }) => html.includes('Download as CSV'))).toEqual([true, false]);
});

test('changes are described in words, amounts in rupees', () => {
  const after = {
    messageLimit: 500,
    pricePaise: 49_900,
    isActive: true,
    entity_id: '1101',
    apiId: null,
  };
  const update = (details: Parameters<typeof describeChanges>[0]['details']) =>
    describeChanges({ action: 'plan.update', details });
  expect(update({ before: { messageLimit: 100 }, after })).toEqual([
    'message limit: 100 → 500',
    'price: empty → ₹499.00',
    'is active: empty → yes',
    'entity ID: empty → 1101',
    'API ID: empty → empty',
  ]);
  expect(update({ before: null, after: { includesText: false, livemode: true, url: '' } })).toEqual(
    ['includes text: no', 'live mode: yes', 'URL: empty'],
  );
});

test('pages show times in the visitor’s time zone, and the downloaded file contains the times as stored', () => {
  const event = {
    action: 'announcement.update',
    details: {
      before: { startsAt: '2026-12-01T19:12:21.612Z', text: '2026-99-99T99:99:99.999Z' },
      after: { startsAt: null, text: '2026' },
    },
  };
  expect(describeChanges(event, 'Asia/Kolkata')).toEqual([
    'starts at: 2 Dec 2026, 00:42 → empty',
    'text: 2026-99-99T99:99:99.999Z → 2026',
  ]);
  expect(describeChanges(event)[0]).toBe('starts at: 2026-12-01T19:12:21.612Z → empty');
});

test('a created or deleted object is described without its empty fields', () => {
  const fields = { name: 'Shop', isActive: false, messages: 0, expiresOn: null, templates: [] };
  const words = ['name: Shop', 'is active: no', 'messages: 0'];
  expect(
    describeChanges({ action: 'key.create', details: { before: null, after: fields } }),
  ).toEqual(words);
  expect(
    describeChanges({ action: 'key.delete', details: { before: fields, after: null } }),
  ).toEqual(words);
});

test('an account sees neither events of other accounts nor the name of an operator', async () => {
  const [one, other] = [await aMember(web.url), await aMember(web.url)];
  await createKey({ userId: other.userId, name: 'Theirs' });
  await transaction((tx) =>
    recordAudit(tx, {
      accountId: one.userId,
      action: 'account.update',
      actor: { kind: 'operator', id: 'usr_operator', label: 'asha@dakiya.example' },
      reason: 'Asked by phone',
    }),
  );
  for (const path of [paths.auditTrail(), paths.auditFile()]) {
    const { html } = await one.visitor.get(path);
    expect(html).toContain('Dakiya operator');
    expect(html).toContain('Asked by phone');
    expect(html).not.toMatch(/asha@dakiya|usr_operator|Theirs/);
  }
});

test('the CSV file has each event with its number and hash, and the download is recorded', async () => {
  const { visitor, userId } = await aMember(web.url);
  await createKey({ userId, name: 'Shop' });
  const { html: file } = await visitor.get(paths.auditFile({ action: 'key.create' }));
  const [event] = await query<{ seq: number; hash: string }>(
    'event-of-key',
    `SELECT seq, encode(hash, 'hex') AS hash FROM audit.events WHERE account_id = $1 AND action = 'key.create'
     ORDER BY seq DESC LIMIT 1`,
    [userId],
  );
  expect(file).toContain(`${userId},${event?.seq},${event?.hash}`);
  const list = await visitor.get(paths.auditTrail());
  expect(textOf(list.html)).toContain('Audit trail downloaded');
});

test('a wrong password is recorded in the trail, without locking the stream of the account', async () => {
  const { visitor, userId } = await aMember(web.url);
  await checkPassword(userId, 'wrong', ownProgram).catch(() => undefined);
  await writeRefused();
  expect(textOf((await visitor.get(paths.auditTrail())).html)).toContain(
    'Password confirmed Refused',
  );
  const rows = await query(
    'streams',
    `SELECT stream FROM audit.events WHERE account_id = $1 AND stream = 'refused'`,
    [userId],
  );
  expect(rows).toHaveLength(1);
});
