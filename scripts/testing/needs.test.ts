import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../root.ts';
import { findTestNeeds } from './needs.ts';

const needs = (...paths: string[]) => findTestNeeds(paths.map((path) => join(root, path)));

const nothing = { build: false, browser: false, php: false, python: false };

test('finds the needs of a test file from its imports', () => {
  expect(needs('tests/api-keys/keys.test.ts')).toEqual(nothing);
  expect(needs('tests/api/otp.test.ts')).toEqual({ ...nothing, build: true });
  expect(needs('tests/e2e/consoles.test.ts')).toEqual({ ...nothing, build: true, browser: true });
  expect(needs('tests/further/php-contract.test.ts').php).toBe(true);
  expect(needs('tests/further/python-contract.test.ts').python).toBe(true);
});

test('a run of several test files needs everything that any of these files needs', () => {
  expect(needs('tests/api-keys/keys.test.ts', 'tests/api/otp.test.ts').build).toBe(true);
  expect(needs()).toEqual(nothing);
});
