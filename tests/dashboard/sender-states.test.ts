import { describe, expect, test } from 'vitest';
import { paths } from '#app/paths.ts';
import { markSuspects } from '#domain/delivery/drift/record-drift.ts';
import { readMode } from '#domain/dlt/registry/change-registry.ts';
import { decideHeader } from '#domain/dlt/registry/header-decisions.ts';
import { prisma } from '#platform/db.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { aSendingMember, entity_id, template_id, textAfter } from '../support/dlt-member.ts';
import { signedInLongAgo } from '../support/old-sign-in.ts';
import { invalidHtml, parsePage } from '../support/parsed-page.ts';
import { joinText } from '../support/signed-in.ts';

const web = await sharedWeb();

describe('turning something off', () => {
  const off = { intent: 'header', header: 'ACMEIN', status: 'inactive' };

  test('disables a header, an entity or a template, which can be turned on again', async () => {
    const { visitor, userId } = await aSendingMember(web.url);
    for (const [path, fields] of [
      [paths.senders(), off],
      [paths.senders(), { intent: 'entity', entity_id, status: 'inactive' }],
      [paths.template(template_id), { intent: 'status', status: 'inactive' }],
    ] as const) {
      expect(await textAfter(visitor, path, fields)).toContain('|inactive|');
      expect(await textAfter(visitor, path, { ...fields, status: 'active' })).not.toContain(
        '|inactive|',
      );
    }
    const { status } = await prisma.dltHeader.findFirstOrThrow({ where: { userId } });
    expect(status).toBe('approved');
  });

  test('needs a recent sign-in, and asks for the password after an old sign-in', async () => {
    const { visitor, userId, user } = await aSendingMember(web.url);
    await signedInLongAgo(userId);
    const asked = await visitor.post(paths.senders(), off);
    expect(joinText(asked)).toContain('Confirm that it is you');
    const answer = await visitor.post(paths.senders(), { ...off, confirmPassword: user.password });
    expect(joinText(await visitor.follow(answer))).toContain('|inactive|');
  });

  test('removing a link that was already removed in another tab shows an error', async () => {
    const { visitor } = await aSendingMember(web.url);
    const link = { kind: 'url', value: 'https://acme.example/a' };
    await visitor.post(paths.links(), { intent: 'link', ...link });
    const remove = { intent: 'remove-link', ...link };
    await visitor.post(paths.links(), remove);
    const second = await visitor.follow(await visitor.post(paths.links(), remove));
    expect(second.status).toBe(200);
    expect(joinText(second)).toContain('None yet.');
    expect(second.html).toContain('Failed to save');
  });

  test('a template, a header that is not approved and an unused entity can be removed', async () => {
    const { visitor, userId } = await aSendingMember(web.url);
    const label = 'aria-label="Remove header ACMEIN"';
    expect((await visitor.get(paths.senders())).html).not.toContain(label);
    const header = { intent: 'remove-header', header: 'ACMEIN' };
    const entity = { intent: 'remove-entity', entity_id };
    const titleAfter = async (path: string, fields: Record<string, string>) => {
      const { html } = await visitor.follow(await visitor.post(path, fields));
      return /(Template|Header|Entity) removed|cannot be removed|is in use/.exec(html)?.[0];
    };
    const refusals = [
      await titleAfter(paths.senders(), header),
      await titleAfter(paths.senders(), entity),
    ];
    expect(refusals).toEqual(['cannot be removed', 'is in use']);
    expect(await titleAfter(paths.template(template_id), { intent: 'remove' })).toBe(
      'Template removed',
    );
    expect((await visitor.get(paths.template(template_id))).status).toBe(404);
    await decideHeader(userId, 'ACMEIN', { status: 'declined', reason: 'Wrong' }, 'operator');
    const { html } = await visitor.get(paths.senders());
    expect(html).toContain(label);
    expect(await invalidHtml(html)).toEqual([]);
    expect(await titleAfter(paths.senders(), header)).toBe('Header removed');
    expect(await titleAfter(paths.senders(), entity)).toBe('Entity removed');
    expect(await prisma.dltEntity.count({ where: { userId } })).toBe(0);
  });

  test('a changed DLT mode is saved', async () => {
    const { visitor, userId } = await aSendingMember(web.url);
    const text = await textAfter(visitor, paths.senders(), { intent: 'mode', mode: 'warn' });
    expect(text).toContain('Warn');
    expect(await readMode(userId)).toBe('warn');
  });
});

test('links and chains can be added and removed on the screen', async () => {
  const { visitor } = await aSendingMember(web.url);
  const link = { intent: 'link', kind: 'url_dynamic', value: 'https://acme.example/t' };
  const refused = joinText(await visitor.post(paths.links(), link));
  expect(refused).toContain('A dynamic link begins with http://, https:// or www. and ends with ?');
  const value = 'https://acme.example/t?';
  expect(await textAfter(visitor, paths.links(), { ...link, value })).toContain(value);
  const chain = { intent: 'chain', entity_id, carrier: 'airtel' };
  const ids = '1102000000000000001, 1102000000000000002';
  const text = await textAfter(visitor, paths.links(), { ...chain, telemarketer_ids: ids });
  expect(text).toContain('1102000000000000001 → 1102000000000000002');
  const number = { ...link, kind: 'number', value: '18001234567' };
  expect(await textAfter(visitor, paths.links(), number)).toContain('Dakiya will then reject');
  const remove = { ...link, intent: 'remove-link', value };
  const left = await textAfter(visitor, paths.links(), remove);
  expect(left).toMatch(/Operators may then block messages that contain.*18001234567/s);
  expect(left).not.toContain('Dakiya will then reject');
  const removed = { ...chain, intent: 'remove-chain' };
  expect(await textAfter(visitor, paths.links(), removed)).not.toContain('→');
});

test('paging through links or chains keeps the page number of the other list', async () => {
  const { visitor, userId } = await aSendingMember(web.url);
  const numbers = Array.from({ length: 27 }, (_, i) => String(100 + i));
  const createdAt = new Date();
  await prisma.dltLink.createMany({
    data: numbers.map((n) => ({
      userId,
      kind: 'url',
      value: `https://acme.example/${n}`,
      createdAt,
    })),
  });
  const chain = {
    userId,
    entityId: entity_id,
    telemarketerIds: ['1102000000000000001'],
    createdAt,
  };
  await prisma.dltChain.createMany({
    data: numbers.map((n) => ({ ...chain, carrier: `carrier-${n}` })),
  });
  const pagesOf = (html: string, list: string) =>
    new RegExp(`<nav aria-label="Pages of ${list}".*?</nav>`, 's').exec(html)?.[0] ?? '';
  const next = (html: string, list: string) =>
    /href="([^"]*)">Next</.exec(pagesOf(html, list))?.[1]?.replaceAll('&amp;', '&') ?? '';
  const first = await visitor.get(paths.links());
  const ofLinks = await visitor.get(next(first.html, 'links'));
  const ofBoth = await visitor.get(next(ofLinks.html, 'chains'));
  expect(ofBoth.html).toContain('https://acme.example/126');
  expect(ofBoth.html).not.toContain('https://acme.example/100');
  expect(ofBoth.html).toContain('carrier-126');
  expect(ofBoth.html).not.toContain('carrier-100');
  expect(await invalidHtml(ofBoth.html)).toEqual([]);
});

test('the screen warns of a header that operators will soon suspend', async () => {
  const { visitor, userId } = await aSendingMember(web.url);
  const lastUsedAt = new Date(Date.now() - 28 * 86_400_000);
  await prisma.dltHeader.updateMany({ where: { userId }, data: { lastUsedAt } });
  expect(joinText(await visitor.get(paths.senders()))).toContain(
    'idle||||Not used for 28 days: operators suspend the header in 2 days.',
  );
});

test('a header or template that an operator rejected is marked as suspect, unless its owner has turned it off', async () => {
  const { visitor, userId } = await aSendingMember(web.url);
  const sent = { userId, header: 'ACMEIN', templateId: template_id, carrier: 'airtel' };
  await markSuspects([
    { ...sent, verdict: 'dlt_header_inactive', errorCode: '621', rejections: 1 },
    { ...sent, verdict: 'dlt_template_inactive', errorCode: '631', rejections: 1 },
  ]);
  const header = joinText(await visitor.get(paths.senders()));
  expect(header).toContain('suspect||||Reported by airtel: 621. An operator says');
  expect(header).not.toContain('You disabled this header');
  expect(joinText(await visitor.get(paths.templates()))).toMatch(
    /suspect\|+reported by airtel: 631\|/,
  );
  expect(joinText(await visitor.get(paths.template(template_id)))).toMatch(
    /suspect\|+Reported by airtel: 631\./,
  );
  const turn = (path: string, status: string) =>
    textAfter(visitor, path, { intent: 'status', status });
  expect(await turn(paths.template(template_id), 'active')).not.toContain('eported by');
  expect(await turn(paths.template(template_id), 'inactive')).toContain('You disabled this');
  const off = (status: string) =>
    textAfter(visitor, paths.senders(), { intent: 'header', header: 'ACMEIN', status });
  expect(await off('active')).not.toContain('eported by');
  expect(await off('inactive')).toContain('You disabled this');
});

test('an account sees its messages that operators rejected although our check had accepted them', async () => {
  const [{ visitor, userId }, stranger] = await Promise.all([
    aSendingMember(web.url),
    aSendingMember(web.url),
  ]);
  expect(joinText(await visitor.get(paths.rejections))).toContain('Nothing rejected');
  const day = new Date();
  const messageId = 'msg_01M7WW6X3N9KVJHB4XGRXP5GHQ';
  const rejection = {
    ...{ userId, day, header: 'ACMEIN', templateId: template_id, rejections: 12, messageId },
    ...{ verdict: 'dlt_template_not_matched', carrier: 'airtel', errorCode: '633', lastAt: day },
  };
  await prisma.dltDrift.create({ data: rejection });
  const page = await visitor.get(paths.rejections);
  const text = joinText(page);
  for (const part of ['dlt_template_not_matched', '12', 'ACMEIN', 'airtel, code 633']) {
    expect(text).toContain(part);
  }
  for (const link of [paths.template(template_id), paths.message(messageId)]) {
    expect(parsePage(page.html).all(`main a[href="${link}"]`)).toHaveLength(1);
  }
  expect(await invalidHtml(page.html)).toEqual([]);
  expect(joinText(await stranger.visitor.get(paths.rejections))).toContain('Nothing rejected');
});
