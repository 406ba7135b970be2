import { request } from 'node:http';
import { describe, expect, test } from 'vitest';
import { paths } from '#app/paths.ts';
import { aMember } from '../support/member.ts';
import { sharedWeb } from '../support/shared-web.ts';

const web = await sharedWeb();
const account = paths.dashboard('account');

test('a form that goes on and on is answered before its end', async () => {
  const { cookie } = await aMember(web.url);
  const headers = {
    cookie: cookie(),
    origin: web.url,
    'content-type': 'multipart/form-data; boundary=b',
    'content-length': 1024 ** 3,
  };
  const sending = request(`${web.url}${account}`, { method: 'POST', headers });
  sending.on('error', () => undefined);
  const answered = new Promise<number | undefined>((resolve) =>
    sending.on('response', ({ statusCode }) => resolve(statusCode)),
  );
  const part = (name: string, more = '') =>
    `--b\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n`;
  sending.write(`${part('intent')}profile\r\n${part('picture', '; filename="a"')}`);
  sending.write(Buffer.alloc(3 * 1024 * 1024));
  expect(await answered).toBe(413);
  sending.destroy();
});

test('a form of nobody that we know is answered before it is read', async () => {
  const headers = {
    origin: web.url,
    'content-type': 'multipart/form-data; boundary=x',
    'content-length': 2 * 1024 * 1024,
  };
  const status = await new Promise((resolve, reject) => {
    const sent = request(`${web.url}${account}`, { method: 'POST', headers });
    sent.on('response', (response) => {
      resolve(response.statusCode);
      sent.destroy();
    });
    sent.on('error', reject);
    // The rest never comes.
    sent.write('--x\r\n');
  });
  expect(status).toBe(302);
});

describe('a form that is none', () => {
  const post = async (body: string, type = 'multipart/form-data; boundary=b') => {
    const { cookie } = await aMember(web.url);
    const headers = { cookie: cookie(), origin: web.url, 'content-type': type };
    return (await fetch(`${web.url}${account}`, { method: 'POST', headers, body })).status;
  };
  const field = (name: string, value: string) =>
    `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;

  test.each([
    ['no boundary', 400, '', 'multipart/form-data; x'],
    ['no parts', 400, 'nothing of the kind', undefined],
    ['no end', 400, field('intent', 'profile'), undefined],
    ['a part without a name', 400, '--b\r\n\r\nx\r\n--b--\r\n', undefined],
    ['fields too large', 413, `${field('name', 'x'.repeat(70_000))}--b--\r\n`, undefined],
    [
      'more parts than any page has fields',
      413,
      `${field('a', '').repeat(10_000)}--b--`,
      undefined,
    ],
    ['many parts', 400, `${field('a', '').repeat(190)}--b--\r\n`, undefined],
  ])('%s', async (_, expected, body, type) => {
    expect(await post(body, type)).toBe(expected);
  });

  test('the fields of another kind than they are', async () => {
    const { visitor } = await aMember(web.url);
    const form = new FormData();
    form.append('intent', 'profile');
    form.append('name', 'Twice');
    form.append('name', new File(['x'], 'name.txt'));
    form.append('email', new File(['x'], 'email.txt'));
    form.append('picture', 'no file');
    const { status, html } = await visitor.post(account, form);
    expect(status).toBe(400);
    expect(html).toContain('Please choose one picture');
  });

  test('other tabs take no files', async () => {
    const { visitor } = await aMember(web.url);
    const form = new FormData();
    form.append('name', new File(['x'], 'x'));
    expect((await visitor.post(paths.dashboard('new-api'), form)).status).toBe(415);
  });
});
