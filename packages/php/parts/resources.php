<?php

declare(strict_types=1);

namespace Dakiya;

/**
 * Methods for one part of the API. Every method throws the errors of its call, which are DakiyaErrors.
 *
 * The last argument of every method is an array of options:
 * - `idempotencyKey`, for calls that send, create or verify something: 1 to 255 printable ASCII characters, such as an order
 *   number. Default: random. Within 24 hours, a call with the same key and values returns the first response instead of
 *   acting twice.
 * - `timeout`: timeout of each attempt in seconds; overrides the client's setting
 * - `maxRetries`: the number of retries after the first attempt; overrides the client's setting
 *
 * @phpstan-type Options array{idempotencyKey?: string, timeout?: float, maxRetries?: int}
 */
abstract class Resource
{
    /** @internal */
    final public function __construct(protected readonly Client $client)
    {
        $this->open();
    }

    /** Makes the parts of this part. */
    protected function open(): void
    {
    }

    /** Sends a request. Returns the `data` of the response; if the data itself is a page, with `hasMore` and `next`. */
    protected function call(string $method, string $path, array $options, mixed ...$request): ?array
    {
        $response = $this->client->request($method, $path, ...$request, ...$options);
        $page = array_intersect_key($response, ['hasMore' => 1, 'next' => 1]);
        return isset($page['hasMore']) ? [...$response['data'], ...$page] : $response['data'];
    }

    /** Sends a POST with an `Idempotency-Key`. */
    protected function submit(string $path, array $options, mixed ...$request): array
    {
        $options['idempotencyKey'] ??= bin2hex(random_bytes(16));
        return $this->call('POST', $path, $options, ...$request);
    }

    /** Reads a list. */
    protected function pages(string $path, array $query, array $options): PageList
    {
        return new PageList(fn (?string $after) => $this->client->request(
            'GET',
            $path,
            $after === null ? $query : ['after' => $after] + $query,
            ...$options,
        ));
    }

    /** Puts an id into a path. Throws if the id would change the structure of the path. */
    protected static function path(string $path, string $id): string
    {
        if (in_array($id, ['', '.', '..'], true)) {
            throw new \InvalidArgumentException("“{$id}” is not an id.");
        }
        return str_replace('{id}', rawurlencode($id), $path);
    }
}

/** @internal The method of `Messages` that is more than one request. */
trait WaitsForDelivery
{
    /** The final states of a message. `unknown` is not final, because a later receipt may still settle it. */
    private static array $finalStates = ['delivered', 'undelivered', 'failed', 'expired', 'cancelled'];

    /**
     * Waits until a message is `delivered`, `undelivered`, `failed`, `expired` or `cancelled`. Polls immediately, then after
     * 1, 2, 4, 8 and 16 seconds, then every 16 seconds. Each poll is an API call, so use webhooks for many messages.
     *
     * @param array{timeout?: float} $options `timeout` is the total time to wait in seconds, 60 by default
     * @return array<string, mixed> the message in its final state, which need not be `delivered`
     * @throws ApiTimeoutError if the message has no final state after `timeout`; some receipts arrive after hours
     */
    public function waitForDelivery(string $id, array $options = []): array
    {
        $timeout = $options['timeout'] ?? 60.0;
        $endsAt = hrtime(true) / 1e9 + $timeout;
        for ($delay = 1.0;; $delay = min(2 * $delay, 16.0)) {
            $message = $this->get($id);
            if (in_array($message['status'], self::$finalStates, true)) {
                return $message;
            }
            $left = $endsAt - hrtime(true) / 1e9;
            if ($left <= 0) {
                throw new ApiTimeoutError("$id is still “{$message['status']}” after $timeout seconds.");
            }
            $this->client->pause(min($delay, $left));
        }
    }
}
