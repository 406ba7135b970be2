import { expect, test } from 'vitest';
import './redis.ts';
import { redisNodes } from './redis.ts';
import './server-settings.ts';
import { readSettings } from './settings.ts';

test('reads a single address as that of a single server', () => {
  expect(redisNodes('redis://127.0.0.1:6379/3')).toBeNull();
  expect(redisNodes('/run/redis.sock')).toBeNull();
});

test('reads several addresses as the initial nodes of one cluster, with common credentials and TLS settings', () => {
  expect(redisNodes('rediss://me:p%40ss@a.example:7000, rediss://me:p%40ss@[::1]')).toEqual({
    nodes: [
      { host: 'a.example', port: 7000 },
      { host: '::1', port: 6379 },
    ],
    username: 'me',
    password: 'p@ss',
    tls: true,
  });
  expect(redisNodes('redis://a,redis://b')).toMatchObject({ tls: false });
});

test('an invalid cluster is reported together with other errors, without its password', () => {
  for (const url of [
    'redis://:secret@a,redis://b',
    'redis://a,rediss://a',
    'redis://a/1,redis://b/1',
    'redis://a,',
    'http://a,http://b',
  ]) {
    expect(() => readSettings({ REDIS_URL: url, PORT: 'x' })).toThrow(/PORT[\s\S]*REDIS_URL: /);
    expect(() => readSettings({ REDIS_URL: url })).not.toThrow('secret');
  }
});
