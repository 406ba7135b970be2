import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { toCurl } from './call.ts';

/** The arguments that a shell passes to curl. */
function readArguments(command: string): string[] {
  const script = `curl() { printf '%s\\0' "$@"; }\n${command}`;
  return execFileSync('sh', ['-c', script], { encoding: 'utf8' }).split('\0').slice(0, -1);
}

test('quotes every value so that a shell passes it to curl unchanged', () => {
  const body = '{"message": "It\'s $HOME `id` \\n \\"₹\\" !"}';
  const command = toCurl(
    {
      method: 'PATCH',
      address: '/api/v1/x?a=1&b=%27',
      headers: [['x-api-id', "dk_'; rm"]],
      body,
    },
    'https://dakiya.example',
  );
  expect(readArguments(command)).toEqual([
    '-X',
    'PATCH',
    'https://dakiya.example/api/v1/x?a=1&b=%27',
    '-H',
    "x-api-id: dk_'; rm",
    '-d',
    body,
  ]);
});

test('omits the method that curl uses by default', () => {
  const call = { address: '/api/v1/x', headers: [] };
  expect(toCurl({ ...call, method: 'GET' }, 'https://a.b')).toBe('curl https://a.b/api/v1/x');
  expect(toCurl({ ...call, method: 'POST', body: '{}' }, 'https://a.b')).not.toContain('-X');
  expect(toCurl({ ...call, method: 'POST' }, 'https://a.b')).toContain('-X POST');
});
