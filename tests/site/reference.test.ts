import { expect, test } from 'vitest';
import { resolveRefs, type Schema } from '#app/reference/schema.ts';
import type { Operation } from '#app/reference/to-operation.ts';
import { createKey } from '#domain/identity/api-keys/create-key.ts';
import { prisma } from '#platform/db.ts';
import { memoize } from '#platform/instance.ts';
import { launchBrowser, openPage, openPageAs } from '../harness/browser.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { anAccount, aUser } from '../support/account.ts';
import { aVisitor } from '../support/visitor.ts';

const web = await sharedWeb();
const browser = await launchBrowser();
const visitor = aVisitor(web.url);
/** Returns a page of the reference. Each page is fetched only once, because several tests read it. */
const readPage = memoize((path: string) => visitor.get(path));

const published = await (await fetch(`${web.url}/api/v1/openapi.json`)).json();
const operations = Object.entries(
  resolveRefs(published.paths as Record<string, Record<string, Operation>>, published),
).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    path,
    method: method.toUpperCase(),
    id: operation.operationId,
    operation,
  })),
);

const types = Object.keys(published.webhooks);

/** The names of all fields of a schema, at any depth. */
function namesIn(part: unknown): string[] {
  if (part === null || typeof part !== 'object') return [];
  const { properties, example: _, ...rest } = part as Schema;
  return [
    ...Object.keys(properties ?? {}),
    ...Object.values({ ...properties, ...rest }).flatMap(namesIn),
  ];
}

test.each(operations)(
  '$method $path has a complete page without JavaScript',
  async ({ id, method, path, operation }) => {
    const { status, html } = await readPage(`/api-reference/${id}`);
    expect(status).toBe(200);
    expect(html).toContain(`>${method}<`);
    expect(html).toContain(`/api/v1<!-- -->${path}<`);
    const success = Object.entries(operation.responses).find(([status]) =>
      /^[23]/.test(status),
    )?.[1];
    const names = [
      ...(operation.parameters ?? []).map(({ name }) => name),
      ...namesIn(operation.requestBody),
      ...namesIn(success?.content),
    ];
    for (const name of names) expect(html).toContain(`>${name}</code>`);
    const codes = Object.values(operation.responses).flatMap(({ description }) =>
      [...description.matchAll(/^`(\w+)`: /gm)].map(([, code]) => code),
    );
    expect(codes.length > 0).toBe(success?.content !== undefined);
    for (const code of codes) expect(html).toContain(`href="/docs/api-reference#${code}"`);
    const takesScript = 'You can make this call here only with JavaScript.';
    const accepted = Object.keys(operation.requestBody?.content ?? {});
    const takesJson = accepted.length === 0 || accepted.includes('application/json');
    expect(html.includes(takesScript)).toBe(success?.content !== undefined && takesJson);
  },
);

test.each(types)(
  'the webhook event %s has a page with its headers, fields and sample',
  async (type) => {
    const { status, html } = await readPage(`/api-reference/${type}`);
    expect(status).toBe(200);
    const { parameters, requestBody } = resolveRefs(published.webhooks[type].post, published);
    const { schema } = requestBody.content['application/json'];
    const headers = parameters.map(({ name }: { name: string }) => name);
    for (const name of [...headers, ...namesIn(schema)]) expect(html).toContain(`>${name}</code>`);
    expect(html).not.toContain('Send request');
  },
);

test('the overview links to every operation and to the document, and an unknown operation is a 404', async () => {
  const { html } = await visitor.get('/api-reference');
  for (const id of [...operations.map(({ id }) => id), ...types]) {
    expect(html).toContain(`href="/api-reference/${id}"`);
  }
  expect(html).toContain('href="/api/v1/openapi.json"');
  expect((await visitor.get('/api-reference/nothing')).status).toBe(404);
});

test('without JavaScript the list can be searched by title and path', async () => {
  const listed = async (path: string) => {
    const { html } = await visitor.get(path);
    const list = html.match(/<nav aria-label="API reference".*?<\/nav>/s)?.[0] ?? '';
    return [...list.matchAll(/href="\/api-reference\/([\w.]+)"/g)].map(([, id]) => id);
  };
  expect(await listed('/api-reference/getBalance?q=ONE-TIME')).toEqual([
    ...['sendOtp', 'getOtp', 'verifyOtp'],
  ]);
  expect(await listed('/api-reference?q=send-otp')).toEqual(['sendOtp']);
  expect(await listed('/api-reference?q=undelivered')).toEqual(['message.undelivered']);
  expect(await listed('/api-reference')).toHaveLength(operations.length + types.length);
});

test('“Try it” sends a real message with the reader’s key', async () => {
  const { keyId, secretKey, userId } = await anAccount();
  const page = await openPage(browser, web.url);
  await page.goto('/api-reference/sendMessage');
  await page.getByText('real messages go out').waitFor();
  await page.getByLabel('API ID').fill(keyId);
  await page.getByLabel('API key').fill(secretKey);
  await page.getByLabel('message').fill("It's on its way");
  const command = page.getByRole('region', { name: 'Command' });
  expect(await command.textContent()).toContain(String.raw`It'\''s on its way`);
  expect(await command.textContent()).toContain(keyId);
  expect(await command.textContent()).not.toContain(secretKey);
  await page.getByRole('button', { name: 'Send request' }).press('Enter');
  await page.getByRole('status').getByText('202').waitFor();
  await page.getByText('x-request-id').last().waitFor();
  const answer = await page.getByRole('region', { name: 'Body of the response' }).textContent();
  const { data } = JSON.parse(answer ?? '');
  const row = await prisma.message.findUniqueOrThrow({ where: { id: data._id } });
  expect(row).toMatchObject({ userId, keyId, content: "It's on its way" });
});

test('“Try it” is filled in with the signed-in user’s API ID, and shows an error of the API unchanged', async () => {
  const user = await aUser();
  const { keyId } = await createKey({ userId: user.userId, name: 'Shop' });
  const page = await openPageAs(user, browser, web.url);
  await page.goto('/api-reference/getBalance');
  expect(await page.getByLabel('API ID').inputValue()).toBe(keyId);
  await page.getByLabel('API key').fill('sk_wrong');
  await page.getByRole('button', { name: 'Send request' }).click();
  await page.getByRole('status').getByText('401').waitFor();
  const answer = await page.getByRole('region', { name: 'Body of the response' }).textContent();
  expect(JSON.parse(answer ?? '').error.code).toBe('invalid_credentials');
});
