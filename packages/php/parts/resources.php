<?php

declare(strict_types=1);

namespace Dakiya;

// The methods of the API, one class per part. The API reference lists all fields of parameters and results.

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
    /** The path of the resource, for the methods of the traits. */
    protected const PATH = '';

    /** @internal */
    final public function __construct(protected readonly Client $client)
    {
        $this->open();
    }

    /** Makes the parts of this part. */
    protected function open(): void
    {
    }

    /**
     * Sends a request. Returns the `data` of the response; if the data itself is a page, with `hasMore` and
     * `next`.
     */
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

    /** Builds the path of a resource. Throws if the id would change the structure of the path. */
    protected static function path(string $path, string $id, string $more = ''): string
    {
        if (in_array($id, ['', '.', '..'], true)) {
            throw new \InvalidArgumentException("“{$id}” is not an id.");
        }
        return $path . '/' . rawurlencode($id) . $more;
    }
}

trait Lists
{
    /**
     * Lists the resources. Iterate over the result for the entries of all pages, or call its `page()`.
     *
     * @param array<string, mixed> $query filters; `limit` is the number of entries per page
     */
    public function list(array $query = [], array $options = []): PageList
    {
        return $this->pages(static::PATH, $query, $options);
    }
}

trait Creates
{
    /** Creates a resource. Throws InvalidRequestError, or DltError if DLT would reject it. */
    public function create(array $params, array $options = []): array
    {
        return $this->submit(static::PATH, $options, body: $params);
    }
}

trait Gets
{
    /** Returns a resource. Throws NotFoundError. */
    public function get(string $id, array $options = []): array
    {
        return $this->call('GET', self::path(static::PATH, $id), $options);
    }
}

trait Updates
{
    /** Changes the given fields of a resource; a repeat sets the same values. Throws InvalidRequestError, NotFoundError. */
    public function update(string $id, array $params, array $options = []): array
    {
        return $this->call('PATCH', self::path(static::PATH, $id), $options, body: $params);
    }
}

trait Deletes
{
    /** Deletes a resource. Returns it, or null. Throws NotFoundError. */
    public function delete(string $id, array $options = []): ?array
    {
        return $this->call('DELETE', self::path(static::PATH, $id), $options);
    }
}

trait DeletesByQuery
{
    /** Deletes the resource that the query identifies. Returns null. Throws NotFoundError. */
    public function delete(array $query, array $options = []): ?array
    {
        return $this->call('DELETE', static::PATH, $options, query: $query);
    }
}

/**
 * Text messages to Indian mobile numbers. The list has the messages in the key's mode, newest first, including one-time
 * passwords. `get` returns a message with its timeline.
 *
 * @phpstan-import-type Options from Resource
 * @phpstan-type SendParams array{recipient: string, message?: string, sender_id?: string, template_id?: string, variables?:
 *   list<string>, when_closed?: 'reject'|'defer'}
 * @phpstan-type Message array{_id: string, recipient: string, status: string, content: ?string, segments: int, livemode:
 *   bool, kind: 'message'|'otp', serverNumber: string, templateId: ?string, entityId: ?string, reason?: ?string}
 */
class Messages extends Resource
{
    use Lists;
    use Gets;

    protected const PATH = '/messages';

    /**
     * The final states of a message. `unknown` is not final, because a later receipt may still settle it.
     */
    private const FINAL_STATES = ['delivered', 'undelivered', 'failed', 'expired', 'cancelled'];

    /**
     * Sends text, or a template with values, to one number.
     *
     * @param SendParams $params
     * @param Options $options
     * @return Message the stored message with the status `queued`; its `warnings` list DLT problems that
     *   did not block it
     * @throws InvalidRequestError|DltError|QuotaExceededError|PermissionDeniedError|RateLimitError
     */
    public function send(array $params, array $options = []): array
    {
        return $this->submit('/messages/send-message', $options, body: $params);
    }

    /**
     * Like `send`, with the call's short form: the text is in `content`, and templates are not supported.
     *
     * @param array{recipient: string, content: string, sender_id?: string} $params
     * @param Options $options
     * @return Message
     */
    public function post(array $params, array $options = []): array
    {
        return $this->submit('/message', $options, body: $params);
    }

    /**
     * Sends up to 1,000 messages. Each message is accepted or rejected on its own, so check every result. Results have the
     * order of `messages`.
     *
     * @param array{messages: list<SendParams>} $params
     * @param Options $options
     * @return list<array{status: 'success'|'error', data?: Message, error?: array{code: string, message: string}}>
     * @throws InvalidRequestError|QuotaExceededError|RateLimitError if the batch as a whole is rejected
     */
    public function sendBatch(array $params, array $options = []): array
    {
        return $this->submit('/messages/batch', $options, body: $params);
    }

    /** Lists scheduled messages whose `send_at` is still in the future, earliest first. */
    public function listScheduled(array $query = [], array $options = []): PageList
    {
        return $this->pages('/messages/scheduled', $query, $options);
    }

    /** Moves the `send_at` of a scheduled message by at most three days. Throws ConflictError if its time has come. */
    public function reschedule(string $id, array $params, array $options = []): array
    {
        return $this->call('PATCH', self::path('/messages', $id), $options, body: $params);
    }

    /**
     * Cancels a scheduled message and credits its units back. Throws ConflictError if its time has come.
     */
    public function cancel(string $id, array $options = []): array
    {
        return $this->call('POST', self::path('/messages', $id, '/cancel'), $options, repeatable: true);
    }

    /**
     * Waits until a message is `delivered`, `undelivered`, `failed`, `expired` or `cancelled`. Polls immediately, then after
     * 1, 2, 4, 8 and 16 seconds, then every 16 seconds. Each poll is an API call, so use webhooks for many messages.
     *
     * @param array{timeout?: float} $options `timeout` is the total time to wait in seconds, 60 by default
     * @return Message the message in its final state, which need not be `delivered`
     * @throws ApiTimeoutError if the message has no final state after `timeout`; some receipts arrive after hours
     */
    public function waitForDelivery(string $id, array $options = []): array
    {
        $timeout = $options['timeout'] ?? 60.0;
        $endsAt = hrtime(true) / 1e9 + $timeout;
        for ($delay = 1.0;; $delay = min(2 * $delay, 16.0)) {
            $message = $this->get($id);
            if (in_array($message['status'], self::FINAL_STATES, true)) {
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

/**
 * One-time passwords. Dakiya generates the code, sends it, and checks the user's input. `get` returns the state of a
 * one-time password without its code.
 *
 * @phpstan-import-type Options from Resource
 */
class Otps extends Resource
{
    use Gets;

    protected const PATH = '/otps';

    public readonly OtpServices $services;

    protected function open(): void
    {
        $this->services = new OtpServices($this->client);
    }

    /**
     * Sends a code. A second call within five minutes sends the same code again, unless the OTP service says otherwise.
     *
     * @param array{recipient: string, otp_length?: int, service?: string, end_user_ip?: string, channels?:
     *   list<array{channel: 'sms'|'email', to?: string, after?: int}>} $params
     * @param Options $options
     * @return array{otpId: string, phoneNumber: string, expiresAt: string, livemode: bool, isTest: bool, service: ?string}
     * @throws OtpError with `retryAfterSeconds` if the number has just got a code
     * @throws InvalidRequestError|DltError|QuotaExceededError
     */
    public function send(array $params, array $options = []): array
    {
        return $this->submit('/messages/send-otp', $options, body: $params);
    }

    /**
     * Checks the code that the user typed. Retries after a lost response do not count as another attempt.
     *
     * @param array{recipient: string, otp: string, service?: string} |array{otp_id: string, otp_code:
     *   string, phone_number: string} $params
     * @param Options $options
     * @return array{otpId: string, phoneNumber: string, isVerified: true, isTest: bool}
     * @throws OtpError if the code is wrong, expired or used, or after too many wrong codes
     * @throws NotFoundError if no code was sent
     */
    public function verify(array $params, array $options = []): array
    {
        return $this->submit('/messages/verify-otp', $options, body: $params);
    }
}

/** OTP services, which define text, format, validity and limits of codes. */
class OtpServices extends Resource
{
    use Lists;
    use Creates;
    use Updates;
    use Deletes;

    protected const PATH = '/otp-services';
}

/**
 * Your webhook endpoints, and the events that Dakiya posts to them. `Webhook::unwrap` verifies a received
 * event.
 */
class Webhooks extends Resource
{
    public readonly WebhookEndpoints $endpoints;
    public readonly WebhookEvents $events;

    protected function open(): void
    {
        $this->endpoints = new WebhookEndpoints($this->client);
        $this->events = new WebhookEvents($this->client);
    }
}

/**
 * The account's webhook endpoints, at most 20. A new endpoint is returned with the `secret` that signs its
 * events.
 */
class WebhookEndpoints extends Resource
{
    use Lists;
    use Creates;
    use Gets;
    use Updates;
    use Deletes;

    protected const PATH = '/webhooks/endpoints';

    /** Returns the secret again. Throws NotFoundError. */
    public function getSecret(string $id, array $options = []): array
    {
        return $this->call('GET', self::path(self::PATH, $id, '/secret'), $options);
    }

    /** Creates a new secret. For `overlap_hours` (24 by default), the old secret signs too. Throws NotFoundError. */
    public function rotateSecret(string $id, array $params = [], array $options = []): array
    {
        return $this->submit(self::path(self::PATH, $id, '/rotate'), $options, body: $params);
    }

    /** Posts a test event of a `type` with made-up data. Returns the event. Throws NotFoundError. */
    public function sendTest(string $id, array $params = [], array $options = []): array
    {
        return $this->submit(self::path(self::PATH, $id, '/test'), $options, body: $params);
    }

    /** Starts posting the failed events of a time span again. Throws InvalidRequestError, NotFoundError. */
    public function recover(string $id, array $params = [], array $options = []): array
    {
        return $this->submit(self::path(self::PATH, $id, '/recover'), $options, body: $params);
    }

    /** Lists an endpoint's recoveries with their progress. Throws NotFoundError. */
    public function listRecoveries(string $id, array $options = []): PageList
    {
        return $this->pages(self::path(self::PATH, $id, '/recoveries'), [], $options);
    }
}

/** The events of the last 30 days, newest first. `get` returns an event with its payload. */
class WebhookEvents extends Resource
{
    use Lists;
    use Gets;

    protected const PATH = '/webhooks/events';

    /** Lists the attempts to post an event, with the first KiB of each response. Throws NotFoundError. */
    public function listAttempts(string $id, array $options = []): PageList
    {
        return $this->pages(self::path(self::PATH, $id, '/attempts'), [], $options);
    }

    /** Posts an event again, in any state. Throws NotFoundError, ConflictError. */
    public function replay(string $id, array $options = []): array
    {
        return $this->submit(self::path(self::PATH, $id, '/replay'), $options, body: []);
    }
}

/** Numbers that get no promotional messages, newest first. */
class Suppressions extends Resource
{
    use Lists;

    protected const PATH = '/suppressions';

    /** Suppresses a number (`recipient`) or several (`recipients`). Throws InvalidRequestError. */
    public function add(array $params, array $options = []): array
    {
        return $this->submit(self::PATH, $options, body: $params);
    }

    /**
     * Suppresses the numbers of a `file` (`CURLFile` or `CURLStringFile`) of up to 5 MiB and 1,00,000 rows. Throws
     * InvalidRequestError.
     */
    public function import(array $params, array $options = []): array
    {
        return $this->submit('/suppressions/import', $options, form: $params);
    }

    /** Allows promotional messages to a `recipient` again. Throws NotFoundError. */
    public function remove(array $query, array $options = []): array
    {
        return $this->call('DELETE', self::PATH, $options, query: $query);
    }
}

/** Personal data of recipients. */
class Privacy extends Resource
{
    /** Starts to erase all data about a `recipient`. Throws InvalidRequestError. */
    public function erase(array $params, array $options = []): array
    {
        return $this->submit('/erasures', $options, body: $params);
    }

    /** Lists erasures, newest first. */
    public function listErasures(array $query = [], array $options = []): PageList
    {
        return $this->pages('/erasures', $query, $options);
    }

    /** Returns the progress of an erasure. Throws NotFoundError. */
    public function getErasure(string $id, array $options = []): array
    {
        return $this->call('GET', self::path('/erasures', $id), $options);
    }

    /** Returns the data stored about a `recipient`. Pass `next` as `after` until it is null. Throws InvalidRequestError. */
    public function getRecipientData(array $query, array $options = []): array
    {
        return $this->call('GET', '/recipient-data', $options, query: $query);
    }

    /** Lists the views of message texts, newest first. */
    public function listTextViews(array $query = [], array $options = []): PageList
    {
        return $this->pages('/text-views', $query, $options);
    }

    /** Returns how many days messages and texts are kept. */
    public function getRetention(array $options = []): array
    {
        return $this->call('GET', '/retention', $options);
    }
}

/** Methods for the plan's balance and for analytics. */
class Account extends Resource
{
    /**
     * Returns how many messages the plan has left; each segment of a text uses one.
     *
     * @return array{balance: ?int}
     */
    public function getBalance(array $options = []): array
    {
        return $this->call('GET', '/balance', $options);
    }

    /**
     * Returns the figures of a period and of the previous one: counts, latency and reasons of failure. With a split, `parts`
     * has the figures of each part.
     */
    public function getAnalytics(array $query = [], array $options = []): array
    {
        return $this->call('GET', '/analytics', $options, query: $query);
    }
}

/** The account's DLT registrations, and the check of messages against them. */
class Dlt extends Resource
{
    public readonly DltEntities $entities;
    public readonly DltHeaders $headers;
    public readonly DltTemplates $templates;
    public readonly DltImports $imports;
    public readonly DltLinks $links;
    public readonly DltChains $chains;

    protected function open(): void
    {
        $this->entities = new DltEntities($this->client);
        $this->headers = new DltHeaders($this->client);
        $this->templates = new DltTemplates($this->client);
        $this->imports = new DltImports($this->client);
        $this->links = new DltLinks($this->client);
        $this->chains = new DltChains($this->client);
    }

    /** Returns the DLT result of up to 1,000 `messages` without sending them. Free of charge. Throws InvalidRequestError. */
    public function check(array $params, array $options = []): array
    {
        return $this->call('POST', '/dlt/check', $options, body: $params, repeatable: true);
    }

    /** Returns the DLT mode: whether messages that DLT would reject fail, or pass with a warning. */
    public function getMode(array $options = []): array
    {
        return $this->call('GET', '/dlt/registry', $options);
    }

    /** Sets the DLT mode. Throws InvalidRequestError. */
    public function updateMode(array $params, array $options = []): array
    {
        return $this->call('PATCH', '/dlt/registry', $options, body: $params);
    }
}

/** Principal entities, by `entity_id`: the businesses on whose behalf you send. */
class DltEntities extends Resource
{
    use Lists;
    use Creates;
    use Updates;
    use Deletes;

    protected const PATH = '/dlt/entities';
}

/** Headers: the sender names of your messages. A new header is `pending` until the installation's operator approves it. */
class DltHeaders extends Resource
{
    use Lists;
    use Creates;
    use Updates;
    use Deletes;

    protected const PATH = '/dlt/headers';

    /**
     * Adds evidence that you own a header: a `file`, or its `name` and base64 `content`. A lost response is not retried.
     * Throws InvalidRequestError, NotFoundError.
     */
    public function addEvidence(string $header, array $params, array $options = []): array
    {
        $request = isset($params['file']) ? ['form' => $params] : ['body' => $params];
        return $this->call('POST', self::path(self::PATH, $header, '/evidence'), $options, ...$request);
    }
}

/** Content templates, by `template_id`: the texts that you may send. */
class DltTemplates extends Resource
{
    use Lists;
    use Creates;
    use Gets;
    use Updates;
    use Deletes;

    protected const PATH = '/dlt/templates';

    /**
     * Imports templates from a DLT portal's export, a `file`. A large file is still being processed when the method returns;
     * use `dlt->imports->get` to follow it. Throws InvalidRequestError.
     */
    public function import(array $params, array $options = []): array
    {
        return $this->submit('/dlt/templates/import', $options, form: $params);
    }
}

/** Imports of portals' exports. */
class DltImports extends Resource
{
    /**
     * Imports headers, entities or templates from a `file`. `list` says which. Throws InvalidRequestError.
     */
    public function create(array $params, array $options = []): array
    {
        return $this->submit('/dlt/imports', $options, form: $params);
    }

    /**
     * Returns the progress of an import with one page of its rows. Pass `next` as `after` until it is null.
     */
    public function get(string $id, array $query = [], array $options = []): array
    {
        return $this->call('GET', self::path('/dlt/imports', $id), $options, query: $query);
    }
}

/**
 * Links, phone numbers and email addresses that texts may contain. Delete a link by its `kind` and `value`.
 */
class DltLinks extends Resource
{
    use Lists;
    use Creates;
    use DeletesByQuery;

    protected const PATH = '/dlt/links';
}

/** Telemarketer chains, one per entity and carrier. Delete a chain by its `entity_id` and `carrier`. */
class DltChains extends Resource
{
    use Lists;
    use Creates;
    use DeletesByQuery;

    protected const PATH = '/dlt/chains';
}
