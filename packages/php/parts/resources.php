<?php

declare(strict_types=1);

namespace Dakiya;

// The methods of the API, by its parts. The reference has all fields of parameters and results.

/**
 * Methods on a part of the API. Every method throws the errors of its call, which are DakiyaErrors.
 *
 * Options of a single call are the last argument of every method:
 * - `idempotencyKey`, for calls that send, create or verify something: 1 to 255 printable ASCII characters, such as an order
 *   number; by default a random one. Within 24 hours, a call with the same key and values returns the first response instead of
 *   doing the work twice.
 * - `timeout`: seconds that each try may take, instead of the client's
 * - `maxRetries`: the number of retries after the first try, instead of the client's
 *
 * @phpstan-type Options array{idempotencyKey?: string, timeout?: float, maxRetries?: int}
 */
abstract class Resource
{
    /** The path of the resources, for the methods of the traits. */
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

    /** Sends a request. Returns its data; if it is a page itself, with `hasMore` and `next`. */
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

    /** Makes the path of a resource. Throws if the id would make another path. */
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
     * Lists them. Iterate over the result for all entries of all pages, or get its `page()`.
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
    /** Creates one. Throws InvalidRequestError, or DltError for what DLT would reject. */
    public function create(array $params, array $options = []): array
    {
        return $this->submit(static::PATH, $options, body: $params);
    }
}

trait Gets
{
    /** Returns one. Throws NotFoundError. */
    public function get(string $id, array $options = []): array
    {
        return $this->call('GET', self::path(static::PATH, $id), $options);
    }
}

trait Updates
{
    /** Changes the given fields of one; a repeat sets the same values. Throws InvalidRequestError, NotFoundError. */
    public function update(string $id, array $params, array $options = []): array
    {
        return $this->call('PATCH', self::path(static::PATH, $id), $options, body: $params);
    }
}

trait Deletes
{
    /** Deletes one. Returns it, or null. Throws NotFoundError. */
    public function delete(string $id, array $options = []): ?array
    {
        return $this->call('DELETE', self::path(static::PATH, $id), $options);
    }
}

trait DeletesByQuery
{
    /** Deletes the one that the query names. Returns null. Throws NotFoundError. */
    public function delete(array $query, array $options = []): ?array
    {
        return $this->call('DELETE', static::PATH, $options, query: $query);
    }
}

/**
 * Texts to Indian mobile numbers. The list has the messages of the key's mode, newest first, one-time passwords included; `get`
 * returns a message with its timeline.
 *
 * @phpstan-import-type Options from Resource
 * @phpstan-type SendParams array{recipient: string, message?: string, sender_id?: string, template_id?: string,
 *   variables?: list<string>, when_closed?: 'reject'|'defer'}
 * @phpstan-type Message array{_id: string, recipient: string, status: string, content: ?string, segments: int, livemode: bool,
 *   kind: 'message'|'otp', serverNumber: string, templateId: ?string, entityId: ?string, reason?: ?string}
 */
class Messages extends Resource
{
    use Lists;
    use Gets;

    protected const PATH = '/messages';

    /** The states in which a message stays. `unknown` is not one of them: a receipt may still settle it. */
    private const FINAL_STATES = ['delivered', 'undelivered', 'failed', 'expired', 'cancelled'];

    /**
     * Sends a text, or a template with values, to one number.
     *
     * @param SendParams $params
     * @param Options $options
     * @return Message the stored message, `queued`; its `warnings` say what DLT only let pass
     * @throws InvalidRequestError|DltError|QuotaExceededError|PermissionDeniedError|RateLimitError
     */
    public function send(array $params, array $options = []): array
    {
        return $this->submit('/messages/send-message', $options, body: $params);
    }

    /**
     * Like `send`, by the short form of the call: the text is `content`, and there are no templates.
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
     * Sends up to 1,000 messages. Each is accepted or rejected separately: look at every result, in the order of `messages`.
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

    /** Lists the messages whose `send_at` has not come, the earliest first. */
    public function listScheduled(array $query = [], array $options = []): PageList
    {
        return $this->pages('/messages/scheduled', $query, $options);
    }

    /** Changes the `send_at` of a scheduled message, by at most three days. Throws ConflictError once its time has come. */
    public function reschedule(string $id, array $params, array $options = []): array
    {
        return $this->call('PATCH', self::path('/messages', $id), $options, body: $params);
    }

    /** Cancels a scheduled message, and credits it back. Throws ConflictError once its time has come. */
    public function cancel(string $id, array $options = []): array
    {
        return $this->call('POST', self::path('/messages', $id, '/cancel'), $options, repeatable: true);
    }

    /**
     * Waits until a message is `delivered`, `undelivered`, `failed`, `expired` or `cancelled`. It looks at once, then after 1, 2, 4, 8 and 16
     * seconds, then every 16 seconds; each look is an API call. For many messages use webhooks.
     *
     * @param array{timeout?: float} $options `timeout` is the number of seconds to wait in all, 60 by default
     * @return Message the message in its final state, which need not be `delivered`
     * @throws ApiTimeoutError if it has none after `timeout`; some receipts arrive after hours
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
 * One-time passwords: Dakiya makes the code, sends it and checks what the user typed. `get` returns the state of one, without
 * its code.
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
     * Sends a code. A repeated call within five minutes sends the same code again, unless a service says otherwise.
     *
     * @param array{recipient: string, otp_length?: int, service?: string, end_user_ip?: string,
     *   channels?: list<array{channel: 'sms'|'email', to?: string, after?: int}>} $params
     * @param Options $options
     * @return array{otpId: string, phoneNumber: string, expiresAt: string, livemode: bool, isTest: bool, service: ?string}
     * @throws OtpError with `retryAfterSeconds` if the number got one just now
     * @throws InvalidRequestError|DltError|QuotaExceededError
     */
    public function send(array $params, array $options = []): array
    {
        return $this->submit('/messages/send-otp', $options, body: $params);
    }

    /**
     * Checks the code that the user typed. A repeat after a lost response is not another attempt at the code.
     *
     * @param array{recipient: string, otp: string, service?: string}
     *   |array{otp_id: string, otp_code: string, phone_number: string} $params
     * @param Options $options
     * @return array{otpId: string, phoneNumber: string, isVerified: true, isTest: bool}
     * @throws OtpError if the code is wrong, expired or used, or after too many wrong codes
     * @throws NotFoundError if none was sent
     */
    public function verify(array $params, array $options = []): array
    {
        return $this->submit('/messages/verify-otp', $options, body: $params);
    }
}

/** OTP services: text, format, validity and limits of codes. */
class OtpServices extends Resource
{
    use Lists;
    use Creates;
    use Updates;
    use Deletes;

    protected const PATH = '/otp-services';
}

/** Endpoints of your servers, and the events that Dakiya posts to them. `Webhook::unwrap` receives them. */
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

/** The webhook endpoints of the account, up to 20. A new endpoint has the `secret` that signs its events. */
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

    /** Makes a new secret. For `overlap_hours`, 24 by default, the old one signs too. Throws NotFoundError. */
    public function rotateSecret(string $id, array $params = [], array $options = []): array
    {
        return $this->submit(self::path(self::PATH, $id, '/rotate'), $options, body: $params);
    }

    /** Posts a test event of a `type` with made-up data. Returns the event. Throws NotFoundError. */
    public function sendTest(string $id, array $params = [], array $options = []): array
    {
        return $this->submit(self::path(self::PATH, $id, '/test'), $options, body: $params);
    }

    /** Starts to post the failed events of a span of time again. Throws InvalidRequestError, NotFoundError. */
    public function recover(string $id, array $params = [], array $options = []): array
    {
        return $this->submit(self::path(self::PATH, $id, '/recover'), $options, body: $params);
    }

    /** Lists the recoveries of an endpoint with their progress. Throws NotFoundError. */
    public function listRecoveries(string $id, array $options = []): PageList
    {
        return $this->pages(self::path(self::PATH, $id, '/recoveries'), [], $options);
    }
}

/** The events of the last 30 days, newest first. `get` returns one with its payload. */
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

    /** Returns what is stored about a `recipient`. Pass `next` as `after` until it is null. Throws InvalidRequestError. */
    public function getRecipientData(array $query, array $options = []): array
    {
        return $this->call('GET', '/recipient-data', $options, query: $query);
    }

    /** Lists who has looked at texts of messages, newest first. */
    public function listTextViews(array $query = [], array $options = []): PageList
    {
        return $this->pages('/text-views', $query, $options);
    }

    /** Returns for how many days messages and texts are kept. */
    public function getRetention(array $options = []): array
    {
        return $this->call('GET', '/retention', $options);
    }
}

/** The balance of the plan, and figures. */
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

    /** Returns the figures of a period and of the one before: counts, latency, reasons of failure, and `parts` if split. */
    public function getAnalytics(array $query = [], array $options = []): array
    {
        return $this->call('GET', '/analytics', $options, query: $query);
    }
}

/** What the account has registered with DLT, and the check against it. */
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

    /** Returns what would happen to up to 1,000 `messages`, without sending them. Free. Throws InvalidRequestError. */
    public function check(array $params, array $options = []): array
    {
        return $this->call('POST', '/dlt/check', $options, body: $params, repeatable: true);
    }

    /** Returns whether messages that DLT would reject fail or pass with a warning. */
    public function getMode(array $options = []): array
    {
        return $this->call('GET', '/dlt/registry', $options);
    }

    /** Sets it. Throws InvalidRequestError. */
    public function updateMode(array $params, array $options = []): array
    {
        return $this->call('PATCH', '/dlt/registry', $options, body: $params);
    }
}

/** Principal entities, by their `entity_id`: the businesses in whose name you send. */
class DltEntities extends Resource
{
    use Lists;
    use Creates;
    use Updates;
    use Deletes;

    protected const PATH = '/dlt/entities';
}

/** Headers: the names under which you send. A new one is `pending` until the operator of the installation approves it. */
class DltHeaders extends Resource
{
    use Lists;
    use Creates;
    use Updates;
    use Deletes;

    protected const PATH = '/dlt/headers';

    /**
     * Adds evidence that a header is yours: a `file`, or its `name` and base64 `content`. It is not repeated after a lost
     * response. Throws InvalidRequestError, NotFoundError.
     */
    public function addEvidence(string $header, array $params, array $options = []): array
    {
        $request = isset($params['file']) ? ['form' => $params] : ['body' => $params];
        return $this->call('POST', self::path(self::PATH, $header, '/evidence'), $options, ...$request);
    }
}

/** Content templates, by their `template_id`: the texts that you may send. */
class DltTemplates extends Resource
{
    use Lists;
    use Creates;
    use Gets;
    use Updates;
    use Deletes;

    protected const PATH = '/dlt/templates';

    /**
     * Imports the templates of a portal's export, a `file`. A large file is still being read when it returns: follow it with
     * `dlt->imports->get`. Throws InvalidRequestError.
     */
    public function import(array $params, array $options = []): array
    {
        return $this->submit('/dlt/templates/import', $options, form: $params);
    }
}

/** Imports of portals' exports. */
class DltImports extends Resource
{
    /** Imports the headers, entities or templates of a `file`, by `list`. Throws InvalidRequestError. */
    public function create(array $params, array $options = []): array
    {
        return $this->submit('/dlt/imports', $options, form: $params);
    }

    /** Returns the progress of an import with a page of its rows. Pass `next` as `after` until it is null. */
    public function get(string $id, array $query = [], array $options = []): array
    {
        return $this->call('GET', self::path('/dlt/imports', $id), $options, query: $query);
    }
}

/** Links, numbers and email addresses that texts may contain; one is deleted by `kind` and `value`. */
class DltLinks extends Resource
{
    use Lists;
    use Creates;
    use DeletesByQuery;

    protected const PATH = '/dlt/links';
}

/** Chains of telemarketers, by entity and carrier; one is deleted by `entity_id` and `carrier`. */
class DltChains extends Resource
{
    use Lists;
    use Creates;
    use DeletesByQuery;

    protected const PATH = '/dlt/chains';
}
