import { readFile } from 'node:fs/promises';
import { parseEnv } from 'node:util';
import { expect, test } from 'vitest';
import { readAllSettings, allSettingNames as settingNames } from '../support/all-settings.ts';

const example = await readFile('.env.example', 'utf8');

/** The settings in `.env.example`, including those that are commented out with `#`. */
const shown = parseEnv(example.replaceAll(/^#(?=[A-Z_]+=)/gm, '')) as Record<string, string>;

test('.env.example lists exactly the settings of the product', () => {
  expect(Object.keys(shown).sort()).toEqual(settingNames.toSorted());
});

test('an unchanged copy of .env.example changes no setting', () => {
  expect(parseEnv(example)).toEqual({});
});

test('.env.example shows the defaults, or valid examples', () => {
  const defaults: Record<string, unknown> = readAllSettings({});
  const read: Record<string, unknown> = readAllSettings(shown);
  const differing = settingNames.filter(
    (name) => JSON.stringify(read[name]) !== JSON.stringify(defaults[name]),
  );

  expect(differing).toEqual(settingNames.filter((name) => defaults[name] === undefined));
});

test('.env.example describes each setting in a line above it', () => {
  const lines = example.split('\n');
  const bare = lines.filter(
    (line, i) => /^#[A-Z_]+=/.test(line) && !lines[i - 1]?.startsWith('# '),
  );

  expect(bare).toEqual([]);
});
