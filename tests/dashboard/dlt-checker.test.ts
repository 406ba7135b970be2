import { describe, expect, test } from 'vitest';
import { paths } from '#app/paths.ts';
import { changeEntity } from '#domain/dlt/registry/change-registered.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { aSendingMember, aTemplate, entity_id, template_id } from '../support/dlt-member.ts';
import { aMember } from '../support/member.ts';
import { invalidHtml, parsePage } from '../support/parsed-page.ts';
import { joinText } from '../support/signed-in.ts';
import { dataOf } from '../support/visitor.ts';

const web = await sharedWeb();

describe('the checker', () => {
  test('marks the first character that differs, counted in code points', async () => {
    const { visitor } = await aSendingMember(web.url, [
      aTemplate({ kind: 'unicode', body: '🙂🙂 Code {#numeric#}.' }),
    ]);
    const page = await visitor.post(paths.checkMessage, { text: '🙂🙂 Cude 12.' });
    expect(page.status).toBe(200);
    expect(joinText(page)).toContain('See character 5, “u”.');
    const [found] = parsePage(page.html).all('mark');
    expect(found?.text).toBe('Here: u');
    expect(
      parsePage(page.html).only('a[href="/docs/dlt#dlt_template_not_matched"]', 'href'),
    ).not.toBeNull();
    expect((await visitor.get('/docs/dlt')).html).toContain('id="dlt_template_not_matched"');
    // The form keeps the input, so that the user can correct it.
    expect(parsePage(page.html).all('textarea[name="text"]')[0]?.text.trim()).toBe('🙂🙂 Cude 12.');
    expect(await invalidHtml(page.html)).toEqual([]);
  });

  test('shows the matching template and the values', async () => {
    const { visitor } = await aSendingMember(web.url);
    const page = await visitor.post(paths.checkMessage, {
      text: 'Dear Asha, your code is 4829. - ACME',
      sender: 'ACMEIN',
    });
    const marks = parsePage(page.html).all('mark');
    expect(marks.map(({ text }) => text)).toEqual(['Slot 1: Asha', 'Slot 2: 4829']);
    expect(joinText(page)).toContain('|ok|');
    expect(parsePage(page.html).all(`main a[href="${paths.template(template_id)}"]`)).toHaveLength(
      1,
    );
  });

  test('checks a text against a single template on that template’s page', async () => {
    const { visitor } = await aSendingMember(web.url);
    const page = await visitor.post(paths.template(template_id), {
      intent: 'check',
      template_id,
      text: 'Dear Asha, your code is 48-29. - ACME',
    });
    expect(joinText(page)).toContain('The value of slot 2 is not numeric');
  });

  test('shows an error for a header that the account does not have', async () => {
    const { visitor } = await aSendingMember(web.url);
    const page = await visitor.post(paths.checkMessage, { text: 'Hello', sender: 'HDFCBK' });
    expect(joinText(page)).toContain('This sender is not one of your headers.');
    expect(joinText(page)).toContain('|refused|');
  });

  test('returns JSON to the script of the page, and 401 to a signed-out visitor', async () => {
    const { visitor } = await aSendingMember(web.url);
    const checked = await visitor.post(paths.dltCheck, { text: 'Dear A, your code is 1. - ACME' });
    expect(checked.headers.get('cache-control')).toBe('no-store');
    expect(JSON.parse(checked.html)).toMatchObject({
      problem: null,
      checked: {
        error: null,
        values: [
          { from: 5, to: 6 },
          { from: 21, to: 22 },
        ],
      },
    });
    const long = await visitor.post(paths.dltCheck, { text: 'x'.repeat(2_001) });
    expect(JSON.parse(long.html).problem).toBe('Please enter at most 2,000 characters');
    visitor.jar.clear();
    expect((await visitor.post(paths.dltCheck, { text: 'x' })).status).toBe(401);
  });
});

describe('other accounts', () => {
  test('cannot see an account’s senders and templates', async () => {
    await aSendingMember(web.url);
    const { visitor } = await aMember(web.url);
    for (const path of [paths.template(template_id), dataOf(paths.template(template_id))]) {
      expect((await visitor.get(path)).status).toBe(404);
    }
    const off = { intent: 'status', status: 'inactive' };
    await visitor.post(paths.template(template_id), off);
    for (const id of ['\0', '1', 'x'.repeat(5_000), "'"]) {
      expect((await visitor.get(paths.template(id))).status).toBe(404);
      expect((await visitor.post(paths.template(id), off)).status).toBe(404);
    }
    for (const path of [paths.senders(), paths.templates(), paths.links()]) {
      expect(joinText(await visitor.get(path))).not.toContain('Acme');
    }
  });

  test('cannot inject markup or change the text direction through names or texts', async () => {
    const name = '</bdi><script>alert(1)</script>\u202eemca';
    const { visitor, userId } = await aSendingMember(web.url, [
      aTemplate({ name, kind: 'unicode', body: '"&\u202e שלום {#var#} &lt;' }),
    ]);
    await changeEntity(userId, entity_id, { name });
    for (const path of [paths.senders(), paths.templates(), paths.template(template_id)]) {
      const { html } = await visitor.get(path);
      expect(html).not.toContain('<script>alert');
      expect(html).toContain('&lt;/bdi&gt;&lt;script&gt;');
      expect(await invalidHtml(html)).toEqual([]);
    }
  });
});
