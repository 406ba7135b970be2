import { expect, test } from 'vitest';
import { paths } from '#app/paths.ts';
import { dashboardPaths } from '#domain/shared/dashboard-paths.browser.ts';
import { aMember } from '../support/member.ts';
import { sharedWeb } from '../support/shared-web.ts';
import { dataOf } from '../support/visitor.ts';

const web = await sharedWeb();

test.each(Object.entries(dashboardPaths))(
  '/dashboard?tab=%s leads to %s, for pages and for forms',
  async (tab, path) => {
    const { visitor } = await aMember(web.url);
    const old = `/dashboard?tab=${tab}`;
    expect(await visitor.get(old)).toMatchObject({ status: 302, location: path });
    expect(await visitor.get(`${old}&q=a+b`)).toMatchObject({ location: `${path}?q=a+b` });
    expect(await visitor.post(old, { name: 'x' })).toMatchObject({ status: 308, location: path });
    const { html, status } = await visitor.get(path);
    expect([status, html.match(/<h1/g)?.length]).toEqual([200, 1]);
  },
);

test('the message log, a message and the request log are redirected to, with their other parameters', async () => {
  const { visitor } = await aMember(web.url);
  const led = async (search: string) =>
    (await visitor.get(`/dashboard?tab=messages&${search}`)).location;
  expect(await led('state=failed&number=1')).toBe(paths.messages({ state: 'failed', number: '1' }));
  expect(await led('state=failed&message=msg_1')).toBe(paths.message('msg_1', { state: 'failed' }));
  expect(await led('message=..%2Fkeys')).toBe('/dashboard/messages/..%2Fkeys');
  expect(await led('section=refused&after=ref_1')).toBe(paths.requestLog('ref_1'));
});

test('redirects the script of a page that was opened before', async () => {
  const { visitor } = await aMember(web.url);
  const { status, html } = await visitor.get(dataOf('/dashboard?tab=messages'));
  expect([status, html.includes(dashboardPaths.messages)]).toEqual([202, true]);
});

test('a signed-out visitor reaches the screen after the login', async () => {
  const { visitor, user } = await aMember(web.url);
  visitor.jar.clear();
  const led = await visitor.get('/dashboard?tab=messages');
  expect(led.location).toBe(paths.loginThen('/dashboard?tab=messages'));
  const { email, password } = user;
  const back = await visitor.post(led.location ?? '', { email, password });
  expect((await visitor.follow(back)).location).toBe(paths.dashboard('messages'));
});
