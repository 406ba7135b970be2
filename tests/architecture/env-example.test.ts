import { readFile } from 'node:fs/promises';
import { parseEnv } from 'node:util';
import { expect, test } from 'vitest';
import { readAllSettings, allSettingNames as settingNames } from '../support/all-settings.ts';

const example = await readFile('.env.example', 'utf8');

/** What the file sets once the # before each setting is taken away. */
const shown = parseEnv(example.replaceAll(/^#(?=[A-Z_]+=)/gm, '')) as Record<string, string>;

test('.env.example names every setting that is read, and no other', () => {
  expect(Object.keys(shown).sort()).toEqual(settingNames.toSorted());
});

test('.env.example changes nothing when it is copied as it is', () => {
  expect(parseEnv(example)).toEqual({});
});

test('.env.example shows the defaults, and examples that can be used', () => {
  const defaults: Record<string, unknown> = readAllSettings({});
  const read: Record<string, unknown> = readAllSettings(shown);
  const differing = settingNames.filter(
    (name) => JSON.stringify(read[name]) !== JSON.stringify(defaults[name]),
  );

  expect(differing).toEqual(settingNames.filter((name) => defaults[name] === undefined));
});

test('.env.example says in a line above each setting what it is', () => {
  const lines = example.split('\n');
  const bare = lines.filter(
    (line, i) => /^#[A-Z_]+=/.test(line) && !lines[i - 1]?.startsWith('# '),
  );

  expect(bare).toEqual([]);
});
