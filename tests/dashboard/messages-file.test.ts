import { expect, test } from 'vitest';
import { exportMessagesCsv } from '#app/messages/export-messages-csv.server.ts';
import { loader } from '#app/routes/messages[.]csv.ts';
import { createKey } from '#domain/identity/api-keys/create-key.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { until } from '../harness/until.ts';
import { aUser } from '../support/account.ts';
import { aMember } from '../support/member.ts';
import { insertMessages } from '../support/messages.ts';
import { aViewer } from '../support/viewer.ts';
import { aVisitor } from '../support/visitor.ts';

const web = await sharedWeb();

const everything = {
  status: undefined,
  recipient: undefined,
  api_id: undefined,
  from: undefined,
  to: undefined,
};

/** Parses comma-separated values as defined by RFC 4180. */
function readCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  const cells = /("(?:[^"]|"")*"|[^",\r\n]*)(,|\r\n)/y;
  for (let found = cells.exec(text); found; found = cells.exec(text)) {
    const [, cell = '', end] = found;
    row.push(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell);
    if (end === ',') continue;
    rows.push(row);
    row = [];
  }
  return rows;
}

test('the file contains the filtered messages, newest first, and parses to the original texts', async () => {
  const { userId, visitor } = await aMember(web.url);
  const key = await createKey({ userId, name: '=Shop, "A"' });
  const texts = ['plain', 'a "quoted", text', 'two\r\nlines', 'नमस्ते ₹1,999 👋', ' leading'];
  const given = texts.map((content) => ({ content, keyId: key.keyId }));
  const ids = await insertMessages(userId, [...given, { state: 'failed' }]);

  const cookie = [...visitor.jar].map(([name, { value }]) => `${name}=${value}`).join('; ');
  const { headers, status, ...answer } = await visitor.get('/messages.csv?state=delivered');
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(headers.get('cache-control')).toBe('no-store, no-transform');
  expect(headers.get('content-disposition')).toMatch(
    /^attachment; filename="dakiya-messages-\d{4}-\d\d-\d\d\.csv"$/,
  );
  const raw = await fetch(`${web.url}/messages.csv`, { headers: { cookie } });
  const bytes = new Uint8Array(await raw.arrayBuffer());
  expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);

  const [columns, ...rows] = readCsv(answer.html);
  expect(columns?.slice(1, 5)).toEqual(['Accepted (India time)', 'State', 'Number', 'Text']);
  expect(rows.map(([id]) => id)).toEqual(ids.slice(0, 5).reverse());
  expect(rows.map((row) => row[4])).toEqual([...texts].reverse());
  expect(rows.map((row) => [row[3], row[6], row.length])).toEqual(
    Array(5).fill(['91 98765 43210', `'=Shop, "A"`, 12]),
  );
});

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '＝1', '＋1', '－1', '＠1'])(
  'no spreadsheet reads a cell as a formula: %j',
  async (content) => {
    const { userId, visitor } = await aMember(web.url);
    await insertMessages(userId, [{ content }]);
    const { html } = await visitor.get('/messages.csv');
    const cell = readCsv(html)[1]?.[4];
    expect(cell?.startsWith("'")).toBe(true);
    expect(cell?.replaceAll("'", '')).toBe(content);
  },
);

/**
 * The cells that a spreadsheet program shows if it splits lines at this delimiter and treats quotes as ordinary
 * characters.
 */
const cellsBy = (delimiter: string, text: string) =>
  text.split(/\r\n|\r|\n/).flatMap((line) => line.split(delimiter));

test.each([';', '\t', '|'])(
  'no text starts a formula in a spreadsheet that splits cells at %j',
  async (delimiter) => {
    const { userId, visitor } = await aMember(web.url);
    const formulas = ['=1+1', '+1', '-1', '@SUM(A1)', '＝1', '＋1', '－1', '＠1'];
    const beginnings = [
      delimiter,
      `a${delimiter}`,
      `a${delimiter}"`,
      `a${delimiter}'"`,
      'a\n',
      'a\r\n',
    ];
    const texts = beginnings.flatMap((beginning) =>
      formulas.map((formula) => `${beginning}${formula}${delimiter}b`),
    );
    await insertMessages(
      userId,
      texts.map((content) => ({ content })),
    );
    const { html } = await visitor.get('/messages.csv');
    const cells = cellsBy(delimiter, html);
    expect(cells.length).toBeGreaterThan(2 * texts.length);
    expect(
      cells.filter((cell) => /^["' ]*[=+\-@＝＋－＠]/.test(cell.replace(/^["' ]*'/, 'x'))),
    ).toEqual([]);
    // Apart from apostrophes, the texts are unchanged.
    const read = readCsv(html)
      .slice(1)
      .map((row) => row[4]?.replaceAll("'", ''));
    expect(read.toReversed()).toEqual(texts.map((text) => text.replaceAll("'", '')));
  },
);

test('a file that leaves messages out ends with a line that says so', async () => {
  const { userId } = await aUser();
  await insertMessages(userId, Array(5).fill({}));
  const read = async (most: number) => {
    let text = '';
    for await (const piece of exportMessagesCsv(aViewer(userId), everything, [], most))
      text += piece;
    return readCsv(text.slice(1));
  };
  expect(await read(5)).toHaveLength(6);
  const cut = await read(4);
  expect(cut).toHaveLength(6);
  expect(cut.at(-1)).toEqual([
    'Only the newest 4 messages are in this file. Use a narrower filter to export the rest.',
  ]);
});

test('a file of many pages contains every message once', async () => {
  const { userId, visitor } = await aMember(web.url);
  const ids = await insertMessages(userId, Array(2_500).fill({}));
  const { html } = await visitor.get('/messages.csv');
  const listed = readCsv(html).slice(1);
  expect(listed.map(([id]) => id)).toEqual(ids.reverse());
});

test('an invalid filter gets an error page, and a signed-out visitor is sent to the login', async () => {
  const { visitor } = await aMember(web.url);
  const { status, html } = await visitor.get('/messages.csv?state=lost');
  expect([status, html]).toEqual([400, 'Please pick a state from the list.\n']);
  const stranger = await aVisitor(web.url).get('/messages.csv?state=sent');
  expect(stranger.location).toMatch(/^\/login\?to=/);
});

test('an export reads more messages only when its client has received the previous messages, and stops when the client disconnects', async () => {
  const { userId, visitor } = await aMember(web.url);
  await insertMessages(userId, Array(2_500).fill({}));
  const cookie = [...visitor.jar].map(([name, { value }]) => `${name}=${value}`).join('; ');
  const left = new AbortController();
  const request = new Request(`${web.url}/messages.csv`, {
    headers: { cookie },
    signal: left.signal,
  });
  let take: () => void = () => undefined;
  const drained = () =>
    new Promise<void>((resolve) => {
      take = resolve;
    });
  const { body } = await loader({ request, params: {}, context: { drained } });
  const reader = body?.getReader();
  const next = async () => {
    const piece = reader?.read();
    await until('it waits for the client', () => take);
    take();
    return (await piece)?.done;
  };
  expect(await next()).toBe(false);
  expect(await next()).toBe(false);
  left.abort();
  expect(await next()).toBe(true);
});
