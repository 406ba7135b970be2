import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { toCurl } from './to-curl.ts';

/** What a shell makes of a command: the arguments that curl is given. */
function argumentsOf(command: string): string[] {
  const script = `curl() { printf '%s\\0' "$@"; }\n${command}`;
  return execFileSync('sh', ['-c', script], { encoding: 'utf8' }).split('\0').slice(0, -1);
}

test('a shell gives curl exactly what was typed, whatever is in it', () => {
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
  expect(argumentsOf(command)).toEqual([
    '-X',
    'PATCH',
    'https://dakiya.example/api/v1/x?a=1&b=%27',
    '-H',
    "x-api-id: dk_'; rm",
    '-d',
    body,
  ]);
});

test('the method is left out where curl would choose it by itself', () => {
  const call = { address: '/api/v1/x', headers: [] };
  expect(toCurl({ ...call, method: 'GET' }, 'https://a.b')).toBe('curl https://a.b/api/v1/x');
  expect(toCurl({ ...call, method: 'POST', body: '{}' }, 'https://a.b')).not.toContain('-X');
  expect(toCurl({ ...call, method: 'POST' }, 'https://a.b')).toContain('-X POST');
});
