import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../root.ts';
import { findTestNeeds } from './needs.ts';

const needs = (...paths: string[]) => findTestNeeds(paths.map((path) => join(root, path)));

test('finds the needs of a test file from its imports', () => {
  expect(needs('tests/api-keys/keys.test.ts')).toEqual({
    build: false,
    browser: false,
    php: false,
  });
  expect(needs('tests/api/otp.test.ts')).toEqual({ build: true, browser: false, php: false });
  expect(needs('tests/e2e/consoles.test.ts')).toEqual({ build: true, browser: true, php: false });
});

test('a run of several test files needs everything that any of these files needs', () => {
  expect(needs('tests/api-keys/keys.test.ts', 'tests/api/otp.test.ts').build).toBe(true);
  expect(needs()).toEqual({ build: false, browser: false, php: false });
});
