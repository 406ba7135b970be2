import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { screens } from '#app/dashboard/screens.ts';
import { paths } from '#app/paths.ts';
import { createKey } from '#domain/identity/api-keys/create-key.ts';
import { dashboardPaths } from '#domain/shared/dashboard-paths.browser.ts';
import { formatMoment, indiaZone } from '#domain/shared/format.browser.ts';
import { prisma } from '#platform/db.ts';
import { root } from '#scripts/root.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { registerBodies, registerSenders } from '../support/dlt.ts';
import { aMember } from '../support/member.ts';
import { parsePage } from '../support/parsed-page.ts';
import { aServiceOwner } from '../support/service-owner.ts';
import { dataOf, hrefTo } from '../support/visitor.ts';
import { logEvents } from '../support/webhook-log.ts';
import { anEndpoint } from '../support/webhooks.ts';

const web = await sharedWeb();

test('the former address of each screen redirects to the screen, for pages and for forms', async () => {
  const { visitor } = await aMember(web.url);
  const { html: home } = await visitor.get(paths.dashboard());
  for (const [tab, path] of Object.entries(dashboardPaths)) {
    expect(home).toContain(hrefTo(path));
    const old = `/dashboard?tab=${tab}`;
    expect(await visitor.get(old)).toMatchObject({ status: 302, location: path });
    expect(await visitor.get(`${old}&q=a+b`)).toMatchObject({ location: `${path}?q=a+b` });
    expect(await visitor.post(old, { name: 'x' })).toMatchObject({ status: 308, location: path });
    const { html, status } = await visitor.get(path);
    expect([tab, status, html.match(/<h1/g)?.length]).toEqual([tab, 200, 1]);
  }
});

test('times in the HTML are in the time zone that the browser’s cookie names, or in India’s time zone if the cookie names no valid time zone', async () => {
  const { visitor, user } = await aMember(web.url);
  const { createdAt } = await createKey({ userId: user.userId, name: 'Shop' });
  const read = async (zone?: string) => {
    if (zone) visitor.jar.set('zone', { value: encodeURIComponent(zone), attributes: '' });
    return (await visitor.get(paths.dashboard('manage-api'))).html;
  };
  const at = (zone = indiaZone) =>
    `title="${formatMoment(new Date(createdAt), 'medium', zone)} in ${zone}, `;
  const unnamed = await read();
  expect(unnamed).toContain(at());
  expect(unnamed).toContain('Times are India’s');
  const here = await read('America/New_York');
  expect(here).toContain(at('America/New_York'));
  expect(here).toContain('your browser’s time zone, America/New_York');
  expect(await read('Mars/Olympus')).toContain(at());
});

test('a page about one object has the object’s name as its only H1, in the title and at the end of the breadcrumb', async () => {
  const { visitor, userId, id: service } = await aServiceOwner(web.url);
  const endpoint = await anEndpoint(userId, 'https://hooks.example/dakiya');
  const [event = ''] = await logEvents(endpoint, { userId }, [[{ status: 200 }]]);
  await registerSenders(userId, 'ACMEIN');
  const template = '1107161700000000001';
  await registerBodies(userId, { [template]: 'Hello {#var#}' });
  const { type } = await prisma.webhookEvent.findUniqueOrThrow({ where: { id: event } });
  for (const [path, screen, name] of [
    [paths.webhook(endpoint._id), 'Webhooks', 'https://hooks.example/dakiya'],
    [paths.editWebhook(endpoint._id), 'Webhooks', 'Change https://hooks.example/dakiya'],
    [paths.webhookEvent(event), 'Webhooks', type],
    [paths.otpService(service), 'OTP Verification Console', 'Acme'],
    [paths.editOtpService(service), 'OTP Verification Console', 'Change Acme'],
    [paths.template(template), 'Senders & templates', template],
  ] as const) {
    const { all } = parsePage((await visitor.get(path)).html);
    const [crumbs] = all('nav[aria-label="Breadcrumb"]');
    expect([path, ...all('h1').map(({ text }) => text.trim())]).toEqual([path, name]);
    expect(all('title')[0]?.text).toBe(`${name} · Dakiya`);
    expect(crumbs?.text.replaceAll(/\s*\/\s*/g, '/')).toBe(`Dashboard/${screen}/${name}`);
    expect(all('h3').length === 0 || all('h2').length > 0).toBe(true);
  }
});

test('old `?tab=messages` links redirect to the message log, a message or the request log, with the other parameters', async () => {
  const { visitor } = await aMember(web.url);
  const led = async (search: string) =>
    (await visitor.get(`/dashboard?tab=messages&${search}`)).location;
  expect(await led('state=failed&number=1')).toBe(paths.messages({ state: 'failed', number: '1' }));
  expect(await led('state=failed&message=msg_1')).toBe(paths.message('msg_1', { state: 'failed' }));
  expect(await led('message=..%2Fkeys')).toBe('/dashboard/messages/..%2Fkeys');
  expect(await led('section=refused&after=ref_1')).toBe(paths.requestLog({ after: 'ref_1' }));
});

test('a page that was opened before the URLs changed can still load its data', async () => {
  const { visitor } = await aMember(web.url);
  const { status, html } = await visitor.get(dataOf('/dashboard?tab=messages'));
  expect([status, html.includes(dashboardPaths.messages)]).toEqual([202, true]);
});

test('a signed-out visitor is returned to the requested screen after the login', async () => {
  const { visitor, user } = await aMember(web.url);
  visitor.jar.clear();
  const led = await visitor.get('/dashboard?tab=messages');
  expect(led.location).toBe(paths.loginThen('/dashboard?tab=messages'));
  const { email, password } = user;
  const back = await visitor.post(led.location ?? '', { email, password });
  expect((await visitor.follow(back)).location).toBe(paths.dashboard('messages'));
});

const assets = join(root, 'build/client/assets');

type Script = { module: string; imports?: string[] };
type Route = Script & { id: string; parentId?: string };

/** The build's manifest, as browsers get it. */
async function readManifest(): Promise<{ entry: Script; routes: Record<string, Route> }> {
  const name = (await readdir(assets)).find((file) => /^manifest-[\w-]+\.js$/.test(file)) ?? '';
  const text = await readFile(join(assets, name), 'utf8');
  return JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1));
}

const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);
const scriptsOf = (script?: Script) =>
  script ? [script.module, ...(script.imports ?? [])].map(nameOf) : [];
const read = (name: string) => readFile(join(assets, name), 'utf8');

/** Scripts with all their static imports. */
async function withImports(names: string[], found = new Set<string>()): Promise<Set<string>> {
  for (const name of names) {
    if (found.has(name)) continue;
    found.add(name);
    const imports = (await read(name)).matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g);
    await withImports(
      [...imports].map(([, path = '']) => path),
      found,
    );
  }
  return found;
}

test('no screen adds more than 60 kB of compressed script', async () => {
  const { entry, routes } = await readManifest();
  const frame = 'routes/_member';
  const always = [entry, routes.root, routes[frame]];
  const before = await withImports(always.flatMap(scriptsOf));
  const own = Object.values(routes).filter(({ parentId }) => parentId === frame);
  expect(own.length).toBeGreaterThanOrEqual(screens.length);
  for (const route of own) {
    const names = [...(await withImports(scriptsOf(route)))].filter((name) => !before.has(name));
    const sizes = await Promise.all(names.map((name) => stat(join(assets, `${name}.br`))));
    const bytes = sizes.reduce((sum, { size }) => sum + size, 0);
    expect([route.id, bytes < 60_000]).toEqual([route.id, true]);
  }
});
