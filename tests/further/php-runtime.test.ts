import { describe, expect, test } from 'vitest';
import { php, runPhp } from '../support/php-library.ts';
import { aScriptedServer, type Scripted } from '../support/scripted-server.ts';

// Tests of the PHP library alone. The tests of all libraries are in tests/support/library-contract.ts.

const balance = { status: 200, body: { status: 'success', message: '', data: { balance: 7 } } };
const limited = (retryAfter: string): Scripted => ({
  status: 429,
  headers: { 'retry-after': retryAfter },
  body: { error: { code: 'rate_limited', message: 'Slow down.' } },
});

/** Runs a program with the library loaded. */
const runProgram = (code: string, env: Record<string, string> = {}, settings: string[] = []) => {
  const whole = `require 'packages/php/autoload.php';\nuse Dakiya\\{Client, Webhook};\n${code}`;
  return runPhp([...settings, '-r', whole], undefined, { DAKIYA_ID: '', DAKIYA_KEY: '', ...env });
};

const key = `'dk_test', 'sk_secret'`;

/** A client that records its pauses, in milliseconds, instead of waiting. */
const impatient = `
  class Impatient extends Client {
    public array $pauses = [];
    public function pause(float $seconds): void { $this->pauses[] = (int) round($seconds * 1000); }
  }
  function run(string $url, int $maxRetries): void {
    $client = new Impatient(${key}, $url, maxRetries: $maxRetries);
    try {
      $outcome = $client->account->getBalance();
    } catch (Dakiya\\DakiyaError $error) {
      $outcome = $error::class;
    }
    echo json_encode([$outcome, $client->pauses]);
  }`;

describe.skipIf(!php)('the PHP library', () => {
  test('the environment supplies the options that are not given', async () => {
    const server = await aScriptedServer(balance);
    const env = { DAKIYA_ID: 'dk_environment', DAKIYA_KEY: 'sk_environment' };
    await runProgram(`(new Client(apiKey: 'sk_option'))->account->getBalance();`, {
      ...env,
      DAKIYA_URL: `${server.url}/`,
    });
    expect(server.received[0]?.headers).toMatchObject({
      'x-api-id': 'dk_environment',
      'x-api-key': 'sk_option',
    });
  });

  test.each([
    ['apiId', 'DAKIYA_ID'],
    ['apiKey', 'DAKIYA_KEY'],
    ['baseUrl', 'DAKIYA_URL'],
  ])(
    'without %s, creating a client fails and names the variable to set',
    async (option, variable) => {
      const all = { apiId: 'dk_test', apiKey: 'sk_secret', baseUrl: 'https://dakiya.example' };
      const given = Object.entries(all).filter(([name]) => name !== option);
      const args = given.map(([name, value]) => `${name}: '${value}'`).join(', ');
      const output = await runProgram(
        `try { new Client(${args}); } catch (InvalidArgumentException $e) { echo $e->getMessage(); }`,
      );
      expect(output).toMatch(new RegExp(`${option}.*${variable}`));
    },
  );

  test.each(['', '/', '/api/v1', '/api/v1/'])('the address may end with “%s”', async (end) => {
    const server = await aScriptedServer(balance);
    await runProgram(`(new Client(${key}, '${server.url}${end}'))->account->getBalance();`);
    expect(server.received.map(({ url }) => url)).toEqual(['/api/v1/balance']);
  });

  test('a key or an idempotency key cannot inject a header', async () => {
    const server = await aScriptedServer(balance);
    const output = await runProgram(`
      $client = new Client('dk_test', "sk_secret\\n", '${server.url}');
      foreach ([
        fn () => new Client('dk_test', "sk\\r\\nx-other: 1", '${server.url}'),
        fn () => $client->messages->send([], ['idempotencyKey' => "a\\r\\nx-other: 1"]),
      ] as $do) {
        try { $do(); } catch (InvalidArgumentException $e) { echo get_class($e), ' '; }
      }
      $client->account->getBalance();`);
    expect(output).toBe('InvalidArgumentException InvalidArgumentException ');
    expect(server.received.map(({ headers }) => headers['x-api-key'])).toEqual(['sk_secret']);
  });

  test('a dumped or serialised client or error does not show the key', async () => {
    const server = await aScriptedServer({ status: 400, body: {} });
    const output = await runProgram(
      `
      $client = new Client(${key}, '${server.url}');
      var_dump($client, $client->otp->services);
      print_r($client);
      print_r((array) $client);
      echo json_encode($client);
      try { serialize($client); } catch (LogicException $error) { print_r($error->getTrace()); }
      try { $client->account->getBalance(); } catch (Exception $error) { var_dump($error); }
      // Older versions cannot hide an argument.
      if (PHP_VERSION_ID >= 80200) {
        try { new Client(${key}, 'not a URL'); } catch (Exception $error) { var_dump($error); }
        try { Webhook::unwrap('', [], 'whsec_secret'); } catch (Exception $error) { var_dump($error); }
      }`,
      {},
      ['-d', 'zend.exception_ignore_args=0', '-d', 'zend.exception_string_param_max_len=99'],
    );
    expect(output).toContain('InvalidRequestError');
    expect(output).not.toMatch(/sk_secret|whsec_secret/);
  });

  test.each<[string, string, number]>([
    ['of a minute is waited for', '60', 1],
    ['longer than a minute is not waited for', '61', 0],
    ['as a late date is not waited for', new Date(Date.now() + 600_000).toUTCString(), 0],
  ])('a Retry-After %s', async (_, retryAfter, waits) => {
    const server = await aScriptedServer(limited(retryAfter), balance);
    const [outcome, pauses] = JSON.parse(await runProgram(`${impatient} run('${server.url}', 2);`));
    expect(outcome).toEqual(waits ? { balance: 7 } : 'Dakiya\\RateLimitError');
    expect(pauses).toHaveLength(waits);
    for (const pause of pauses) {
      expect(pause).toBeGreaterThanOrEqual(60_000);
      expect(pause).toBeLessThanOrEqual(60_500);
    }
  });

  test('delays before retries are random, and their limits double up to eight seconds', async () => {
    const server = await aScriptedServer({ status: 503 });
    const [outcome, pauses] = JSON.parse(
      await runProgram(`${impatient} run('${server.url}', 60);`),
    ) as [string, number[]];
    expect([outcome, pauses.length]).toEqual(['Dakiya\\ServerError', 60]);
    for (const [at, pause] of pauses.entries()) {
      expect(pause).toBeLessThanOrEqual(Math.min(8_000, 500 * 2 ** at));
    }
    expect(Math.max(...pauses)).toBeGreaterThan(4_000);
    expect(Math.min(...pauses.slice(5))).toBeLessThan(4_000);
  });

  test('rejects an id that would change the path, and an unknown option', async () => {
    const output = await runProgram(`
      $client = new Client(${key}, 'http://127.0.0.1:1', maxRetries: 0);
      foreach (['', '.', '..'] as $id) {
        try { $client->messages->get($id); } catch (InvalidArgumentException) { echo 'rejected '; }
      }
      try { $client->messages->get('a', ['time' => 1]); } catch (Error) { echo 'unknown'; }`);
    expect(output).toBe('rejected rejected rejected unknown');
  });

  test('booleans, lists and null in a query are encoded as the API expects', async () => {
    const server = await aScriptedServer({ status: 200, body: { data: [], next: null } });
    await runProgram(`
      $query = ['a' => true, 'b' => [1, 'x y'], 'c' => null, 'd' => 5];
      (new Client(${key}, '${server.url}'))->messages->list($query)->page();`);
    expect(server.received[0]?.url).toBe('/api/v1/messages?a=true&b=1%2Cx+y&d=5');
  });

  test('a list converted to an array has each entry once, and pages can be fetched one by one', async () => {
    const page = (data: string[], next: string | null) => ({ status: 200, body: { data, next } });
    const server = await aScriptedServer(page(['a', 'b'], 'x'), page(['c'], null));
    const output = await runProgram(`
      $list = (new Client(${key}, '${server.url}'))->messages->list();
      $page = $list->page();
      echo count($page), implode([...$page, ' ', ...$page->nextPage()]);
      var_dump($page->nextPage()->nextPage());`);
    expect(output).toBe('2ab cNULL\n');
    const other = await aScriptedServer(page(['a', 'b'], 'x'), page(['c'], null));
    const all = await runProgram(
      `echo json_encode(iterator_to_array((new Client(${key}, '${other.url}'))->messages->list()));`,
    );
    expect(JSON.parse(all)).toEqual(['a', 'b', 'c']);
  });

  test('a webhook’s headers may come from $_SERVER, getallheaders() or a PSR-7 request', async () => {
    const output = await runProgram(`
      $secret = 'whsec_' . base64_encode('a secret');
      $at = (string) time();
      $body = '{"type":"ping","data":{}}';
      $signature = 'v1,' . base64_encode(hash_hmac('sha256', "evt_1.$at.$body", 'a secret', true));
      $values = ['id' => 'evt_1', 'timestamp' => $at, 'signature' => $signature];
      foreach ([
        fn ($name, $value) => ['HTTP_WEBHOOK_' . strtoupper($name) => $value],
        fn ($name, $value) => ['Webhook-' . ucfirst($name) => $value],
        fn ($name, $value) => ["webhook-$name" => [$value]],
      ] as $form) {
        $headers = array_merge(...array_map($form, array_keys($values), $values));
        echo Webhook::unwrap($body, $headers + ['argv' => [], 'argc' => 0], $secret)['id'], ' ';
      }
      try {
        Webhook::unwrap($body, $headers, 'whsec_');
      } catch (InvalidArgumentException $error) {
        echo $error->getMessage();
      }`);
    expect(output).toBe('evt_1 evt_1 evt_1 A secret of an endpoint is whsec_ and base64.');
  });
});
