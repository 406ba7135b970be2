import { describe, expect, test } from 'vitest';
import { paths } from '#app/paths.ts';
import { signedInLongAgo } from '../support/old-sign-in.ts';
import { parsePage } from '../support/parsed-page.ts';
import { aServiceOwner, ends_on, serviceFields, testNumber } from '../support/service-owner.ts';
import { sharedWeb } from '../support/shared-web.ts';
import { joinText } from '../support/signed-in.ts';

const web = await sharedWeb();

const anOwner = (given: Record<string, unknown> = {}) => aServiceOwner(web.url, given);

describe('test numbers', () => {
  test('are added with a code and a last day, marked everywhere, and removed', async () => {
    const { visitor, id, edit, read } = await anOwner();
    const add = { intent: 'add-test-number', ...testNumber };
    const added = await visitor.post(edit, add);
    const text = joinText(await visitor.follow(added));
    expect(text).toMatch(/\|test\|+\+919811199999\|+code \|482913\|+until \d+ [A-Z]/);
    expect((await read())?.testNumbers).toEqual([
      { recipient: '+919811199999', code: '482913', endsOn: ends_on },
    ]);
    expect(joinText(await visitor.get(paths.otpServices))).toContain('1 test');
    expect(joinText(await visitor.get(paths.otpService(id)))).toContain('1 test number');
    // Saving the service leaves them as they are.
    await visitor.post(edit, { ...serviceFields, length: '6' });
    expect((await read())?.testNumbers).toHaveLength(1);
    await visitor.post(edit, { intent: 'remove-test-number', recipient: '+919811199999' });
    expect((await read())?.testNumbers).toEqual([]);
  });

  test.each([
    ['a code of another length', { code: '4829' }, 'code', 'not a code of the service'],
    ['a character that no code has', { code: '48-913' }, 'code', 'not a code of the service'],
    ['letters where there are digits', { code: '48291A' }, 'code', 'not a code of the service'],
    ['a day that is over', { ends_on: '2020-01-01' }, 'ends_on', 'This day is over.'],
    ['no day', { ends_on: '31.3.2035' }, 'ends_on', ''],
    ['no mobile number', { recipient: '12345' }, 'recipient', 'has 5 digits'],
    ['another country’s', { recipient: '+14155550100' }, 'recipient', 'India'],
  ])('cannot have %s', async (_what, wrong, field, said) => {
    const { visitor, edit, read } = await anOwner();
    const page = await visitor.post(edit, { intent: 'add-test-number', ...testNumber, ...wrong });
    expect(page.status).toBe(400);
    const parsed = parsePage(page.html);
    const described = parsed.only(`[name="${field}"]`, 'aria-describedby') ?? '';
    expect(parsed.all(`[id="${described}"]`)[0]?.text).toContain(said);
    expect((await read())?.testNumbers).toEqual([]);
  });

  test('are ten at most, each once, and keep the service from codes that theirs is none of', async () => {
    const numbers = Array.from({ length: 9 }, (_, i) => ({
      ...{ recipient: `981119990${i}`, code: '482913', ends_on },
    }));
    const { visitor, edit, read } = await anOwner({ test_numbers: numbers });
    const add = (recipient: string) =>
      visitor.post(edit, { intent: 'add-test-number', ...testNumber, recipient });
    expect(joinText(await add('9811199900'))).toContain('It is a test number already.');
    expect((await add('9811199909')).status).toBe(302);
    expect(joinText(await add('9811199910'))).toContain('at most 10 test numbers');
    expect((await read())?.testNumbers).toHaveLength(10);
    const page = await visitor.post(edit, { ...serviceFields, length: '8' });
    expect(page.status).toBe(400);
    expect(joinText(page)).toContain('A code is not one of this service.');
  });

  test('that are added and removed at once are all changed', async () => {
    const { visitor, edit, read } = await anOwner({
      test_numbers: [{ recipient: '9811199990', code: '482913', ends_on }],
    });
    const adds = Array.from({ length: 12 }, (_, i) =>
      visitor.post(edit, {
        ...{ intent: 'add-test-number', ...testNumber, recipient: String(9_811_199_900 + (i % 6)) },
      }),
    );
    const remove = { intent: 'remove-test-number', recipient: '+919811199990' };
    const answers = await Promise.all([...adds, visitor.post(edit, remove)]);
    expect(answers.filter(({ status }) => status === 302)).toHaveLength(7);
    const numbers = (await read())?.testNumbers.map(({ recipient }) => recipient).toSorted();
    expect(numbers).toEqual([0, 1, 2, 3, 4, 5].map((i) => `+91981119990${i}`));
  });

  test('can be added only after a recent sign-in', async () => {
    const { visitor, userId, user, edit, read } = await anOwner();
    await signedInLongAgo(userId);
    const add = { intent: 'add-test-number', ...testNumber };
    expect(joinText(await visitor.post(edit, add))).toContain('Confirm that it is you');
    expect((await read())?.testNumbers).toEqual([]);
    await visitor.post(edit, { ...add, confirmPassword: user.password });
    expect((await read())?.testNumbers).toHaveLength(1);
  });
});
