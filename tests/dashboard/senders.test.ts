import { describe, expect, test } from 'vitest';
import { paths } from '#app/paths.ts';
import { decideHeader, readEvidence } from '#domain/dlt/registry/header-decisions.ts';
import { findTemplate } from '#domain/dlt/registry/list-registry.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { until } from '../harness/until.ts';
import {
  aSendingMember,
  aTemplate,
  body,
  category,
  entity_id,
  template_id,
  textAfter,
} from '../support/dlt-member.ts';
import { aMember } from '../support/member.ts';
import { invalidHtml, parsePage } from '../support/parsed-page.ts';
import { joinText } from '../support/signed-in.ts';

const web = await sharedWeb();

const form = (fields: Record<string, string | File>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
};

const pdf = new File(['%PDF-1.7 approval'], 'approval.pdf', { type: 'application/pdf' });

describe('a new account without JavaScript', () => {
  test('sees what DLT is, and what to do first', async () => {
    const { visitor } = await aMember(web.url);
    const page = await visitor.get(paths.senders());
    expect(page.html).toContain('<title>Senders &amp; templates · Dakiya</title>');
    const text = joinText(page);
    expect(text).toContain('DLT is the register of India’s operators: it has every business');
    expect(parsePage(page.html).all(`main a[href="${paths.newEntity}"]`)).toHaveLength(1);
    // The account has no entity yet, so there are no links to pages that need one.
    expect(parsePage(page.html).all(`main a[href="${paths.newHeader}"]`)).toHaveLength(0);
    expect(await invalidHtml(page.html)).toEqual([]);
    for (const path of [paths.newHeader, paths.newTemplate]) {
      expect(joinText(await visitor.get(path))).toContain('Add an entity first');
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
    expect(joinText(declined)).toContain('the operator will look at the header again.');
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

  test('can register a text that has the same newlines as on the portal', async () => {
    const { visitor, userId } = await aSendingMember(web.url, []);
    const fields = { entity_id, template_id, name: 'Two lines', category, kind: 'text' };
    // Browsers send a newline as CRLF.
    await visitor.post(paths.newTemplate, { ...fields, body: 'Code {#numeric#}\r\n- ACME' });
    expect((await findTemplate(userId, template_id))?.body).toBe('Code {#numeric#}\n- ACME');
    await until('the web server knows the template', async () => {
      const page = await visitor.post(paths.checkMessage, { text: 'Code 1\r\n- ACME' });
      return joinText(page).includes('|ok|');
    });
  });
});

describe('an invalid form', () => {
  test.each([
    ['an id in exponents', { template_id: '1.10716E+18' }, 'A spreadsheet has rounded this id'],
    ['no text', { body: '' }, 'The text is missing. Copy it from your DLT portal.'],
    ['an unknown slot', { body: 'Code {#otp#} - ACME' }, 'is not a DLT slot'],
    [
      'types of slots that are not there',
      { slots: 'var, numeric, url' },
      'The text has no slot 3.',
    ],
    ['a type that does not exist', { slots: 'text' }, 'Please write slot 1 as one of'],
    ['a malformed header', { headers: 'ACMEIN, A' }, 'A header has 3 to 6 letters'],
  ])('shows an error for %s, and keeps the input', async (_what, wrong, said) => {
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

  test('never changes the text of a template that is already registered', async () => {
    const { visitor, userId } = await aSendingMember(web.url);
    const fields = { entity_id, template_id, name: 'Other', category, kind: 'text' };
    const page = await visitor.post(paths.newTemplate, { ...fields, body: 'Other {#numeric#}' });
    expect(page.status).toBe(400);
    expect(joinText(page)).toContain('You have registered this id with another body');
    expect(await findTemplate(userId, template_id)).toMatchObject({ name: 'Code', body });
  });

  test('registers the header, but gets an error if the evidence is too large or not a document', async () => {
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
    ['a state without a button', { intent: 'header', header: 'ACMEIN', status: 'approved' }, 400],
  ])('gets an error for %s', async (_what, fields, status) => {
    const { visitor } = await aSendingMember(web.url);
    expect((await visitor.post(paths.senders(), fields)).status).toBe(status);
  });
});

test('a list of 10,000 templates shows 25 per page, and the search finds a template by name, text or id', async () => {
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
