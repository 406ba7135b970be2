import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { paths } from '#app/paths.ts';
import { prisma } from '#platform/db.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { aUser } from '../support/account.ts';
import { client } from '../support/client.ts';
import { aMember as signedIn } from '../support/member.ts';
import { decompressionBomb, phonePhoto, photos, unsupportedPictures } from '../support/pictures.ts';
import { aVisitor } from '../support/visitor.ts';

const web = await sharedWeb();
const account = paths.dashboard('account');

type Sent = { name?: string; email?: string; files?: [content: Uint8Array, as?: string][] };

async function aMember() {
  const { user, visitor } = await signedIn(web.url);
  /** Submits the profile as a browser does, by default without a chosen file. */
  const save = ({
    name = 'Asha Rao',
    email = user.email,
    files = [[new Uint8Array(), '']],
  }: Sent) => {
    const form = new FormData();
    form.append('intent', 'profile');
    form.append('name', name);
    form.append('email', email);
    for (const [content, as = 'me.png'] of files)
      form.append('picture', new File([Buffer.from(content)], as, { type: 'image/png' }));
    return visitor.post(account, form);
  };
  const image = async (): Promise<string | null> =>
    (await client(web.url, user).get('/users/profile')).body.data.user.image;
  return { user, visitor, save, image };
}

const served = (image: string | null) => fetch(web.url + new URL(image ?? '').pathname);

test('a picture of each supported format is stored as a square WebP, regardless of its file name', async () => {
  const { save, image, visitor } = await aMember();
  expect(await image()).toBe(null);
  for (const photo of Object.values(photos)) {
    const sent = await save({ files: [[photo, 'me.exe']] });
    expect(sent).toMatchObject({ status: 302, location: account });
    const url = (await image()) ?? '';
    expect(url).toMatch(/^http.+\/avatars\/[\w-]{24}\.webp$/);
    const answer = await served(url);
    const { status, headers } = answer;
    expect(status).toBe(200);
    const { format, width, height, exif } = await sharp(await answer.arrayBuffer()).metadata();
    expect([format, width, height, exif]).toEqual(['webp', 256, 256, undefined]);
    expect(headers.get('content-type')).toBe('image/webp');
    expect(headers.get('content-disposition')).toBe('inline');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cache-control')).toContain('immutable');
    for (const page of [await visitor.get(account), await visitor.get('/')])
      expect(page.html).toContain(`src="${new URL(url).pathname}"`);
  }
});

test('a phone’s photo is rotated upright, and its location is removed', async () => {
  const { save, image } = await aMember();
  await save({ files: [[phonePhoto]] });
  const avatar = await (await served(await image())).arrayBuffer();
  const { exif, orientation } = await sharp(avatar).metadata();
  expect([exif, orientation]).toEqual([undefined, undefined]);
  // The photo is rotated clockwise, so its light upper half is on the right.
  const lightOf = async (left: number) => {
    const part = sharp(avatar).extract({ left, top: 0, width: 100, height: 256 });
    return (await sharp(await part.png().toBuffer()).stats()).channels[0]?.mean ?? 0;
  };
  expect(await lightOf(156)).toBeGreaterThan((await lightOf(0)) + 100);
});

const half = (photo: Buffer) => photo.subarray(0, Math.floor(photo.length * 0.6));
const wrongKind = 'Please choose a JPEG, PNG or WebP picture';
const damaged = 'This picture is damaged. Please choose another one.';
const tooLarge = 'Please choose a picture of at most 2 MiB';
const large = Buffer.concat([photos.jpeg, randomBytes(10 * 1024 * 1024)]);

test('rejects an unsupported picture with a field error and saves nothing', async () => {
  const { user, save, image } = await aMember();
  const fakePage = Buffer.from('\xff\xd8\xff<script>', 'latin1');
  const refused: [string, Uint8Array[], number?][] = [
    ['This file is empty', [Buffer.alloc(0)]],
    ...Object.values(unsupportedPictures).map((one): [string, Uint8Array[]] => [wrongKind, [one]]),
    // The next file is a program. The one after it is an HTML page that begins with the first bytes of a picture.
    [wrongKind, [Buffer.from(`MZ${'\0'.repeat(500)}`)]],
    [damaged, [fakePage]],
    [damaged, [half(photos.jpeg)]],
    [damaged, [half(photos.png)]],
    [damaged, [half(photos.webp)]],
    ['This picture is too large.', [decompressionBomb]],
    ['Please choose one picture', [photos.png, photos.jpeg]],
    [tooLarge, [large.subarray(0, 2 * 1024 * 1024 + 1)], 413],
    [tooLarge, [large], 413],
  ];
  for (const [sentence, files, expected = 400] of refused) {
    const { status, html } = await save({
      name: 'Renamed <me>',
      files: files.map((file) => [file]),
    });
    expect(status).toBe(expected);
    expect(html).toMatch(new RegExp(`id="profile-picture-error"[^>]*>${sentence}`));
    expect(html).toContain('value="Renamed &lt;me&gt;"');
  }
  // The picture is valid, but the email address is invalid or belongs to another user.
  for (const email of ['half@', (await aUser()).email]) {
    expect((await save({ email, files: [[photos.png]] })).html).toContain(`value="${email}"`);
  }
  expect(await image()).toBe(null);
  const { name } = await prisma.user.findUniqueOrThrow({ where: { id: user.userId } });
  expect(name).not.toContain('Renamed');
});

test('a picture of exactly 2 MiB is accepted', async () => {
  const { save } = await aMember();
  const padded = Buffer.alloc(2 * 1024 * 1024);
  photos.jpeg.copy(padded);
  expect(await save({ files: [[padded]] })).toMatchObject({ status: 302 });
});

test('a form keeps the picture, replaces it with an uploaded picture, or deletes it', async () => {
  const { save, image, visitor } = await aMember();
  await save({ files: [[photos.png]] });
  const first = await image();
  await save({ name: 'Renamed' });
  expect(await image()).toBe(first);
  await save({ files: [[photos.png]] });
  const second = await image();
  expect(second).not.toBe(first);
  expect((await served(first)).status).toBe(404);
  expect((await visitor.get(account)).html).toContain('Remove picture');
  for (const _ of ['once', 'twice']) {
    const removed = await visitor.post(account, { intent: 'remove-picture' });
    expect(removed).toMatchObject({ status: 302, location: account });
  }
  expect(await image()).toBe(null);
  expect((await served(second)).status).toBe(404);
  expect((await visitor.get(account)).html).not.toContain('Remove picture');
});

test('a user cannot change another user’s picture, and the web server serves only uploaded pictures', async () => {
  const [mine, theirs] = [await aMember(), await aMember()];
  await theirs.save({ files: [[photos.png]] });
  const image = await theirs.image();
  await mine.visitor.post(account, { intent: 'remove-picture', userId: theirs.user.userId });
  await aVisitor(web.url).post(account, { intent: 'remove-picture' });
  expect(await theirs.image()).toBe(image);
  const name = `${'x'.repeat(24)}.webp`;
  for (const path of [name, 'x.webp', '..%2f..%2fetc%2fpasswd', `%00${name}`, `${name}.svg`])
    expect([path, (await fetch(`${web.url}/avatars/${path}`)).status]).toEqual([path, 404]);
});

test('of several pictures that are uploaded at the same time, one is stored; they are decoded one after the other', async () => {
  const { user, save } = await aMember();
  const sent = await Promise.all(Array.from({ length: 5 }, () => save({ files: [[photos.jpeg]] })));
  expect(sent.map(({ status }) => status)).toEqual(Array(5).fill(302));
  expect(await prisma.avatar.count({ where: { userId: user.userId } })).toBe(1);
});

test('after twenty pictures within ten minutes the next upload has to wait', async () => {
  const { save } = await aMember();
  const tries = Array.from({ length: 20 }, () => save({ files: [[Buffer.from('none')]] }));
  expect((await Promise.all(tries)).every(({ html }) => html.includes(wrongKind))).toBe(true);
  const { status, html } = await save({ files: [[photos.png]] });
  expect(status).toBe(429);
  expect(html).toContain('You have changed your picture too often.');
});
