import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const architecture = readFileSync('docs/architecture.md', 'utf8');

/** The lines of the database's diagram, by the group at the beginning of the line. */
function drawnGroups(): Map<string, string[]> {
  const drawing = /┌─ PostgreSQL[^\n]*\n([\s\S]*?)\n└/.exec(architecture)?.[1] ?? '';
  const groups = new Map<string, string[]>();
  let group = '';
  for (const line of drawing.split('\n')) {
    const [, name = '', tables = ''] = /^│ (.{14}) (.*)│$/.exec(line) ?? [];
    group = name.trim() || group;
    groups.set(group, [...(groups.get(group) ?? []), ...tables.trim().split(/\s+/)]);
  }
  return groups;
}

/** Tables outside the schema `public`. They are not in schema.prisma. */
const otherTables = ['audit.anchors', 'audit.events', 'audit.heads'];

/** The tables of the schema, each with the concept that owns it, from the comment above it. */
function ownedTables(): { table: string; concept: string }[] {
  const schema = readFileSync('prisma/schema.prisma', 'utf8');
  const models = schema.matchAll(/((?:^\/\/\/.*\n)+)^model [\s\S]*?@@map\("(\w+)"\)/gm);
  return [...models].map(([, comment = '', table = '']) => ({
    table,
    concept: /^\/\/\/ ([a-z-]+)/.exec(comment)?.[1] ?? '',
  }));
}

test('the diagram lists every table under the domain group that owns the table', () => {
  const tables = ownedTables();
  const drawn = drawnGroups();
  expect(tables.length).toBeGreaterThan(30);
  expect([...drawn.values()].flat().sort()).toEqual(
    [...tables.map(({ table }) => table), ...otherTables].sort(),
  );
  const wrong = tables.filter(({ table, concept }) => {
    const group = [...drawn].find(([, own]) => own.includes(table))?.[0];
    return concept !== group && !existsSync(`domain/${group}/${concept}`);
  });
  expect(wrong).toEqual([]);
});

test('the architecture document names every group of domain, and each group’s README names its concepts', () => {
  const groups = readdirSync('domain');
  // Some groups have no tables.
  expect(groups).toEqual(expect.arrayContaining([...drawnGroups().keys()]));
  for (const group of groups) {
    expect(architecture).toContain(`../domain/${group}/README.md`);
    const text = readFileSync(`domain/${group}/README.md`, 'utf8');
    const concepts = readdirSync(`domain/${group}`, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
    expect(concepts.filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
  }
});

test('every path that a document names exists', () => {
  const documents = execFileSync('git', ['ls-files', '*.md'], { encoding: 'utf8' }).split('\n');
  const named =
    /`((?:app|bench|docs|domain|ops|packages|platform|prisma|sandbox|scripts|server|tests|trials|worker)\/[\w./$()[\]-]+)`/g;
  const found = documents
    .filter((document) => document && existsSync(document))
    .flatMap((document) =>
      [...readFileSync(document, 'utf8').matchAll(named)].map(([, path = '']) => ({
        document,
        path,
      })),
    );
  expect(found.length).toBeGreaterThan(200);
  expect(found.filter(({ path }) => !existsSync(path))).toEqual([]);
});
