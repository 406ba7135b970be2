import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { importOptions } from './contract.browser.ts';
import { readFile } from './read-file.ts';

type Registered = {
  id: string;
  entity: string;
  body: string;
  category?: string;
  state?: string;
  headers: string[];
};

const register = JSON.parse(readFileSync('sandbox/scrubber/register.json', 'utf8')) as {
  entities: { id: string }[];
  headers: { header: string; entity: string }[];
  templates: Registered[];
};

/** The template whose text differs between the export and the sandbox's operator, to demonstrate drift. */
const different = '1107161700000010255';

const readSample = (ending: 'csv' | 'xlsx') =>
  readFile(readFileSync(`sandbox/dlt/sample-registry.${ending}`), importOptions.parse({}));

test('reads the same templates from the sample registry’s CSV file and XLSX file', async () => {
  const [csv, xlsx] = await Promise.all([readSample('csv'), readSample('xlsx')]);
  const templates = ({ rows }: typeof csv) => rows.map(({ template }) => template);
  expect(templates(csv)).toEqual(templates(xlsx));
  expect(csv.columns.map(({ field }) => field)).toEqual([
    ...['entity_id', 'entity_name', 'headers', 'template_id', 'name', 'kind', 'category', 'body'],
    'status',
  ]);
  expect(csv.rows).toHaveLength(8);
  expect(csv.rows[2]?.template).toMatchObject({
    template_id: '1107161700000010255',
    entity_id: '1101172974420810001',
    headers: ['ACMEIN'],
    category: 'service_implicit',
    kind: 'text',
    status: 'approved',
    body: expect.stringContaining('account.\nIt may take'),
  });
});

test.each(['csv', 'xlsx'] as const)(
  'the sandbox’s operator has all templates of the sample export except this text: %s',
  async (ending) => {
    const { rows } = await readSample(ending);
    const exported = rows.map(({ template }) => ({
      id: template?.template_id,
      entity: template?.entity_id,
      body: template?.body,
      category: template?.category,
      isActive: template?.status === 'approved',
      headers: template?.headers,
    }));
    const registered = register.templates.map(
      ({ state = 'active', category = 'service_implicit', ...one }) => ({
        ...{ ...one, category },
        isActive: state === 'active',
      }),
    );
    const others = <T extends { id: string | undefined }>(list: T[]) =>
      list.filter(({ id }) => id !== different);
    expect(others(exported)).toEqual(others(registered));
    const one = <T extends { id: string | undefined }>(list: T[]) =>
      list.find(({ id }) => id === different);
    const { body: ours, ...exportedOne } = one(exported) ?? {};
    const { body: theirs, ...registeredOne } = one(registered) ?? {};
    expect(exportedOne).toEqual(registeredOne);
    expect(theirs).toBe(ours?.replace('5 to 7', '7'));
    const headers = new Set(exported.flatMap((template) => template.headers ?? []));
    for (const header of headers)
      expect(register.headers.map((one) => one.header)).toContain(header);
    expect(new Set(exported.map(({ entity }) => entity))).toEqual(
      new Set(register.entities.map(({ id }) => id)),
    );
  },
);
