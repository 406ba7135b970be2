import { describe, expect, test } from 'vitest';
import { paths } from '#app/paths.ts';
import { markSuspects } from '#domain/messaging/dlt/drift/mark-suspects.server.ts';
import { decideHeader } from '#domain/messaging/dlt/registry/decide-header.server.ts';
import { readEvidence } from '#domain/messaging/dlt/registry/header-evidence.server.ts';
import { findTemplate } from '#domain/messaging/dlt/registry/list-registry.server.ts';
import { readMode } from '#domain/messaging/dlt/registry/registry-mode.server.ts';
import { prisma } from '#platform/db.server.ts';
import {
  aSendingMember,
  aTemplate,
  body,
  category,
  entity_id,
  template_id,
} from '../support/dlt-member.ts';
import { aMember } from '../support/member.ts';
import { signedInLongAgo } from '../support/old-sign-in.ts';
import { invalidHtml, parsePage } from '../support/parsed-page.ts';
import { sharedWeb } from '../support/shared-web.ts';
import { joinText } from '../support/signed-in.ts';
import { until } from '../support/until.ts';
import type { Visitor } from '../support/visitor.ts';

const web = await sharedWeb();

/** What the page after a form says. */
const textAfter = async (visitor: Visitor, path: string, fields: Record<string, string>) => {
  const answer = await visitor.post(path, fields);
  expect(answer.status).toBe(302);
  return joinText(await visitor.follow(answer));
};

const form = (fields: Record<string, string | File>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
};

const pdf = new File(['%PDF-1.7 approval'], 'approval.pdf', { type: 'application/pdf' });

describe('from nothing to a sender of one’s own, without JavaScript', () => {
  test('says what DLT is, and what to do first', async () => {
    const { visitor } = await aMember(web.url);
    const page = await visitor.get(paths.senders());
    expect(page.html).toContain('<title>Senders &amp; templates · Dakiya</title>');
    const text = joinText(page);
    expect(text).toContain('DLT is the register in which India’s operators keep');
    expect(parsePage(page.html).all(`main a[href="${paths.newEntity}"]`)).toHaveLength(1);
    // What belongs to an entity has no link yet.
    expect(parsePage(page.html).all(`main a[href="${paths.newHeader}"]`)).toHaveLength(0);
    expect(await invalidHtml(page.html)).toEqual([]);
    for (const path of [paths.newHeader, paths.newTemplate]) {
      expect(joinText(await visitor.get(path))).toContain('First an entity');
    }
    expect(joinText(await visitor.get(paths.templates()))).toContain('No templates yet');
  });

  test('adds an entity, a header with evidence, and a template', async () => {
    const { visitor, userId } = await aMember(web.url);
    expect(await textAfter(visitor, paths.newEntity, { entity_id, name: 'Acme' })).toContain(
      'Entities|',
    );
    const header = { entity_id, header: 'ACMEIN', category };
    const added = await visitor.post(paths.newHeader, form({ ...header, content: pdf }));
    expect(joinText(await visitor.follow(added))).toContain(
      'Waiting for approval by the operator of this installation.',
    );
    expect((await readEvidence(userId, 'ACMEIN')).name).toBe('approval.pdf');
    await decideHeader(userId, 'ACMEIN', { status: 'declined', reason: 'Not yours' }, 'operator');
    expect(joinText(await visitor.get(paths.senders()))).toContain('Not yours');

    const declined = await visitor.follow(await visitor.post(paths.newHeader, form(header)));
    expect(joinText(declined)).toContain('Add other evidence, and they will look at it again.');
    expect(declined.html).toContain('ACMEIN was declined');
    const again = await visitor.post(paths.newHeader, form({ ...header, content: pdf }));
    expect(joinText(await visitor.follow(again))).toContain('You have added evidence since');

    const template = { template_id, entity_id, name: 'Code', body, category, kind: 'text' };
    const page = await visitor.post(paths.newTemplate, {
      ...template,
      slots: 'var 12, numeric 6',
      headers: 'ACMEIN',
    });
    expect(page.location).toBe(paths.template(template_id));
    const text = joinText(await visitor.follow(page));
    expect(text).toContain('|1: var, up to 12 characters|');
    expect(text).toContain('|2: numeric, up to 6 characters|');
    expect((await findTemplate(userId, template_id))?.headers).toEqual(['ACMEIN']);
  });

  test('keeps newlines as they are on the portal', async () => {
    const { visitor, userId } = await aSendingMember(web.url, []);
    const fields = { entity_id, template_id, name: 'Two lines', category, kind: 'text' };
    // Browsers send a newline as CRLF.
    await visitor.post(paths.newTemplate, { ...fields, body: 'Code {#numeric#}\r\n- ACME' });
    expect((await findTemplate(userId, template_id))?.body).toBe('Code {#numeric#}\n- ACME');
    await until('the web knows the template', async () => {
      const page = await visitor.post(paths.checkMessage, { text: 'Code 1\r\n- ACME' });
      return joinText(page).includes('|ok|');
    });
  });
});

describe('a form that cannot be carried out', () => {
  test.each([
    ['an id in exponents', { template_id: '1.10716E+18' }, 'A spreadsheet has rounded this id'],
    ['an unknown slot', { body: 'Code {#Numeric#} <b>' }, 'Slot 1 of the body is none of'],
    [
      'types of slots that are not there',
      { slots: 'var, numeric, url' },
      'The body has no slot 3.',
    ],
    ['a type that does not exist', { slots: 'text' }, 'Please write slot 1 as one of'],
    ['a header of no such form', { headers: 'ACMEIN, A' }, 'A header has 3 to 6 letters'],
  ])('says what is wrong with %s, and keeps what was typed', async (_what, wrong, said) => {
    const { visitor, userId } = await aSendingMember(web.url, []);
    const fields = { entity_id, template_id, name: 'Mine', body, category, kind: 'unicode' };
    const page = await visitor.post(paths.newTemplate, { ...fields, ...wrong });
    expect(page.status).toBe(400);
    expect(joinText(page)).toContain(said);
    const parsed = parsePage(page.html);
    expect(parsed.only('input[name="name"]', 'value')).toBe('Mine');
    expect(parsed.all('textarea[name="body"]')[0]?.text.trim()).toBe({ ...fields, ...wrong }.body);
    expect(await findTemplate(userId, template_id)).toBeNull();
  });

  test('never changes the text of a known template', async () => {
    const { visitor, userId } = await aSendingMember(web.url);
    const fields = { entity_id, template_id, name: 'Other', category, kind: 'text' };
    const page = await visitor.post(paths.newTemplate, { ...fields, body: 'Other {#numeric#}' });
    expect(page.status).toBe(400);
    expect(joinText(page)).toContain('You have registered this id with another body');
    expect(await findTemplate(userId, template_id)).toMatchObject({ name: 'Code', body });
  });

  test('refuses evidence that is too large or no document, and keeps the header', async () => {
    const { visitor, userId } = await aSendingMember(web.url, []);
    const fields = { entity_id, header: 'ACMENW', category };
    const page = new File(['<html>'], 'a.pdf', { type: 'application/pdf' });
    const refused = await visitor.post(paths.newHeader, form({ ...fields, content: page }));
    expect(joinText(refused)).toContain('Evidence is a PDF, PNG or JPEG file.');
    const large = new File([new Uint8Array(5 * 1024 * 1024 + 1)], 'a.pdf');
    const tooLarge = await visitor.post(paths.newHeader, form({ ...fields, content: large }));
    expect(joinText(tooLarge)).toContain('Please choose a file of at most 5 MiB');
    const added = form({ intent: 'evidence', header: 'ACMENW', content: pdf });
    expect((await visitor.post(paths.senders(), added)).status).toBe(302);
    expect((await readEvidence(userId, 'ACMENW')).name).toBe('approval.pdf');
  });

  test.each([
    ['an unknown intent', { intent: 'nothing' }, 400],
    ['a state that no button has', { intent: 'header', header: 'ACMEIN', status: 'approved' }, 400],
  ])('answers %s with an error', async (_what, fields, status) => {
    const { visitor } = await aSendingMember(web.url);
    expect((await visitor.post(paths.senders(), fields)).status).toBe(status);
  });
});

describe('turning off', () => {
  const off = { intent: 'header', header: 'ACMEIN', status: 'inactive' };

  test('a header, an entity and a template can be disabled and enabled', async () => {
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

  test('needs a recent sign-in, and asks for the password', async () => {
    const { visitor, userId, user } = await aSendingMember(web.url);
    await signedInLongAgo(userId);
    const asked = await visitor.post(paths.senders(), off);
    expect(joinText(asked)).toContain('Confirm that it is you');
    const answer = await visitor.post(paths.senders(), { ...off, confirmPassword: user.password });
    expect(joinText(await visitor.follow(answer))).toContain('|inactive|');
  });

  test('what another tab has removed is an error that one can read', async () => {
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

  test('the mode is saved', async () => {
    const { visitor, userId } = await aSendingMember(web.url);
    const text = await textAfter(visitor, paths.senders(), { intent: 'mode', mode: 'warn' });
    expect(text).toContain('Warn');
    expect(await readMode(userId)).toBe('warn');
  });
});

test('links and chains can be added and removed', async () => {
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
  expect(await textAfter(visitor, paths.links(), number)).toContain('are refused from then on.');
  const remove = { ...link, intent: 'remove-link', value };
  const left = await textAfter(visitor, paths.links(), remove);
  expect(left).toMatch(/Operators may block messages that contain.*18001234567/s);
  expect(left).not.toContain('are refused from then on.');
  const removed = { ...chain, intent: 'remove-chain' };
  expect(await textAfter(visitor, paths.links(), removed)).not.toContain('→');
});

test('warns of a header that operators will soon suspend', async () => {
  const { visitor, userId } = await aSendingMember(web.url);
  const lastUsedAt = new Date(Date.now() - 28 * 86_400_000);
  await prisma.dltHeader.updateMany({ where: { userId }, data: { lastUsedAt } });
  expect(joinText(await visitor.get(paths.senders()))).toContain(
    'idle||||Not used for 28 days: operators suspend it in 2 days.',
  );
});

test('a header or template that an operator reported is suspect, and one that its owner disabled is not', async () => {
  const { visitor, userId } = await aSendingMember(web.url);
  const sent = { userId, header: 'ACMEIN', templateId: template_id, carrier: 'airtel' };
  await markSuspects([
    { ...sent, verdict: 'dlt_header_inactive', errorCode: '621', rejections: 1 },
    { ...sent, verdict: 'dlt_template_inactive', errorCode: '631', rejections: 1 },
  ]);
  const header = joinText(await visitor.get(paths.senders()));
  expect(header).toContain('suspect||||Reported by airtel: 621. An operator says');
  expect(header).not.toContain('You disabled it');
  expect(joinText(await visitor.get(paths.templates()))).toMatch(
    /suspect\|+reported by airtel: 631\|/,
  );
  expect(joinText(await visitor.get(paths.template(template_id)))).toMatch(
    /suspect\|+Reported by airtel: 631\./,
  );
  const turn = (path: string, status: string) =>
    textAfter(visitor, path, { intent: 'status', status });
  expect(await turn(paths.template(template_id), 'active')).not.toContain('eported by');
  expect(await turn(paths.template(template_id), 'inactive')).toContain('You disabled it');
  const off = (status: string) =>
    textAfter(visitor, paths.senders(), { intent: 'header', header: 'ACMEIN', status });
  expect(await off('active')).not.toContain('eported by');
  expect(await off('inactive')).toContain('You disabled it');
});

test('shows what operators rejected although our check had passed it, and whose it is', async () => {
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

test('a page of 10,000 templates shows 25 of them, and finds one by its name, text or id', async () => {
  const filler = 'x'.repeat(150);
  const many = Array.from({ length: 10_000 }, (_, i) =>
    aTemplate({
      template_id: `11071${String(i).padStart(14, '0')}`,
      name: `Order ${i}`,
      body: `Order ${i} has left. ${filler}`,
    }),
  );
  const { visitor } = await aSendingMember(web.url, many);
  const first = await visitor.get(paths.templates());
  expect(first.html.length).toBeLessThan(120_000);
  const rows = (html: string) => parsePage(html).all('tbody tr').length;
  expect(rows(first.html)).toBe(25);
  const next = parsePage(first.html).only('nav[aria-label="Pages"] a', 'href');
  const second = await visitor.get(next ?? '');
  expect(joinText(second)).toContain('Order 25|');
  expect(joinText(second)).not.toContain('Order 24|');
  for (const search of ['Order 9876', 'ORDER 9876 HAS', '1107100000000009876']) {
    const found = await visitor.get(paths.templates({ search }));
    expect(rows(found.html)).toBe(1);
    expect(joinText(found)).toContain('Order 9876|');
  }
  const none = await visitor.get(paths.templates({ search: '%' }));
  expect(joinText(none)).toContain('No template has this');
});
