<?php

// Generated from the OpenAPI document by `npm run packages`. Do not edit it.

declare(strict_types=1);

namespace Dakiya;

/**
 * Methods for text messages to Indian mobile numbers.
 *
 * @phpstan-import-type Options from Resource
 */
class Messages extends Resource
{
    use WaitsForDelivery;

    /**
     * Sends text, or a template with values, to one number. Returns the stored message with the status `queued`.
     * `warnings` lists DLT problems that did not block it.
     *
     * @param array{message?: string, recipient: string, sender_id?: string, template_id?: string, variables?:
     * list<string>, send_at?: string, when_closed?: 'reject'|'defer'} $params
     * @param Options $options
     * @return array{_id: string, user: string, apiId: string, requestId: string|null, serverNumber: string,
     * recipient: string, livemode: bool, kind: 'message'|'otp', content: string|null, templateId: string|null,
     * entityId: string|null, segments: int, status:
     * 'scheduled'|'queued'|'submitting'|'sent'|'unknown'|'delivered'|'undelivered'|'failed'|'expired'|'cancelled',
     * reason: string|null, version: int, createdAt: string, scheduledFor: string|null, sentAt: string|null,
     * settledAt: string|null, warnings: list<array<string, mixed>>}
     * @throws InvalidRequestError|DltError|QuotaExceededError|PermissionDeniedError|RateLimitError
     */
    public function send(array $params, array $options = []): array
    {
        return $this->submit('/messages/send-message', $options, body: $params);
    }

    /**
     * Like `send`, with the call’s short form: the text is in `content`, and templates are not supported.
     *
     * @param array{recipient: string, sender_id?: string, send_at?: string, content: string} $params
     * @param Options $options
     * @return array{_id: string, user: string, apiId: string, requestId: string|null, serverNumber: string,
     * recipient: string, livemode: bool, kind: 'message'|'otp', content: string|null, templateId: string|null,
     * entityId: string|null, segments: int, status:
     * 'scheduled'|'queued'|'submitting'|'sent'|'unknown'|'delivered'|'undelivered'|'failed'|'expired'|'cancelled',
     * reason: string|null, version: int, createdAt: string, scheduledFor: string|null, sentAt: string|null,
     * settledAt: string|null, warnings: list<array<string, mixed>>}
     * @throws InvalidRequestError
     */
    public function post(array $params, array $options = []): array
    {
        return $this->submit('/message', $options, body: $params);
    }

    /**
     * Sends up to 1,000 messages. Each message is accepted or rejected on its own, so check every result. Results
     * have the order of `messages`.
     *
     * @param array{messages: list<array{message?: string, recipient: string, sender_id?: string, template_id?:
     * string, variables?: list<string>, send_at?: string, when_closed?: 'reject'|'defer'}>} $params
     * @param Options $options
     * @return list<array{status: 'success', data: array<string, mixed>}|array{status: 'error', error: array<string,
     * mixed>}>
     * @throws InvalidRequestError if the batch as a whole is invalid
     * @throws QuotaExceededError|RateLimitError
     */
    public function sendBatch(array $params, array $options = []): array
    {
        return $this->submit('/messages/batch', $options, body: $params);
    }

    /**
     * Lists the messages in the key’s mode, newest first, including one-time passwords.
     *
     * @param array{limit?: int, after?: string, status?:
     * 'queued'|'submitting'|'sent'|'unknown'|'delivered'|'undelivered'|'failed'|'expired', recipient?: string,
     * api_id?: string, from?: string, to?: string} $query
     * @param Options $options
     */
    public function list(array $query = [], array $options = []): PageList
    {
        return $this->pages('/messages', $query, $options);
    }

    /**
     * Returns a message with its timeline.
     *
     * @param Options $options
     * @return array{_id: string, user: string, apiId: string, requestId: string|null, serverNumber: string,
     * recipient: string, livemode: bool, kind: 'message'|'otp', content: string|null, templateId: string|null,
     * entityId: string|null, segments: int, status:
     * 'scheduled'|'queued'|'submitting'|'sent'|'unknown'|'delivered'|'undelivered'|'failed'|'expired'|'cancelled',
     * reason: string|null, version: int, createdAt: string, scheduledFor: string|null, sentAt: string|null,
     * settledAt: string|null, timeline: list<array<string, mixed>>}
     * @throws NotFoundError
     */
    public function get(string $id, array $options = []): array
    {
        return $this->call('GET', self::path('/messages/{id}', $id), $options);
    }

    /**
     * Lists scheduled messages whose `send_at` is still in the future, earliest first.
     *
     * @param array{limit?: int, after?: string} $query
     * @param Options $options
     */
    public function listScheduled(array $query = [], array $options = []): PageList
    {
        return $this->pages('/messages/scheduled', $query, $options);
    }

    /**
     * Moves the `send_at` of a scheduled message by at most three days.
     *
     * @param array{send_at: string} $params
     * @param Options $options
     * @return array{_id: string, user: string, apiId: string, requestId: string|null, serverNumber: string,
     * recipient: string, livemode: bool, kind: 'message'|'otp', content: string|null, templateId: string|null,
     * entityId: string|null, segments: int, status:
     * 'scheduled'|'queued'|'submitting'|'sent'|'unknown'|'delivered'|'undelivered'|'failed'|'expired'|'cancelled',
     * reason: string|null, version: int, createdAt: string, scheduledFor: string|null, sentAt: string|null,
     * settledAt: string|null}
     * @throws ConflictError if its time has come
     */
    public function reschedule(string $id, array $params, array $options = []): array
    {
        return $this->call('PATCH', self::path('/messages/{id}', $id), $options, body: $params);
    }

    /**
     * Cancels a scheduled message and credits its units back.
     *
     * @param Options $options
     * @return array{_id: string, user: string, apiId: string, requestId: string|null, serverNumber: string,
     * recipient: string, livemode: bool, kind: 'message'|'otp', content: string|null, templateId: string|null,
     * entityId: string|null, segments: int, status:
     * 'scheduled'|'queued'|'submitting'|'sent'|'unknown'|'delivered'|'undelivered'|'failed'|'expired'|'cancelled',
     * reason: string|null, version: int, createdAt: string, scheduledFor: string|null, sentAt: string|null,
     * settledAt: string|null}
     * @throws ConflictError if its time has come
     */
    public function cancel(string $id, array $options = []): array
    {
        return $this->call('POST', self::path('/messages/{id}/cancel', $id), $options, repeatable: true);
    }
}

/**
 * One-time passwords. Dakiya generates the code, sends it, and checks the user’s input.
 *
 * @phpstan-import-type Options from Resource
 */
class Otps extends Resource
{
    public readonly OtpServices $services;

    protected function open(): void
    {
        $this->services = new OtpServices($this->client);
    }

    /**
     * Sends a code. A second call within five minutes sends the same code again, unless the OTP service says
     * otherwise.
     *
     * @param array{recipient: string, otp_length?: int, service?: string, channels?: list<array{channel: string,
     * to?: string, after?: int}>, end_user_ip?: string} $params
     * @param Options $options
     * @return array{otpId: string, user: string, phoneNumber: string, apiId: string, livemode: bool, expiresAt:
     * string, service: string|null, isTest: bool, sendAttempts?: list<array<string, mixed>>}
     * @throws OtpError with `retryAfterSeconds` if the number has just got a code
     * @throws InvalidRequestError|DltError|QuotaExceededError
     */
    public function send(array $params, array $options = []): array
    {
        return $this->submit('/messages/send-otp', $options, body: $params);
    }

    /**
     * Returns the state of a one-time password, without its code.
     *
     * @param Options $options
     * @return array{otpId: string, user: string, phoneNumber: string, apiId: string, livemode: bool, expiresAt:
     * string, service: string|null, isTest: bool, sendAttempts: list<array<string, mixed>>, status:
     * 'pending'|'verified'|'expired'|'exhausted', createdAt: string}
     * @throws NotFoundError
     */
    public function get(string $id, array $options = []): array
    {
        return $this->call('GET', self::path('/otps/{id}', $id), $options);
    }

    /**
     * Checks the code that the user typed. Retries after a lost response do not count as another attempt.
     *
     * @param array{recipient?: string, otp?: string, otp_id?: string, otp_code?: string, phone_number?: string,
     * service?: string} $params
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

/**
 * OTP services, which define text, format, validity and limits of codes.
 *
 * @phpstan-import-type Options from Resource
 */
class OtpServices extends Resource
{
    /**
     * Lists all services.
     *
     * @param Options $options
     */
    public function list(array $query = [], array $options = []): PageList
    {
        return $this->pages('/otp-services', $query, $options);
    }

    /**
     * Creates a service.
     *
     * @param array{name: string, sender_id?: string|null, template_id?: string|null, text?: string, length?: int,
     * letters?: bool, ttl_seconds?: int, max_attempts?: int, resend?: 'same'|'new', app_hash?: string|null,
     * web_domain?: string|null, test_numbers?: list<array{recipient: string, code: string, ends_on: string}>}
     * $params
     * @param Options $options
     * @return array{_id: string, name: string, sender_id: string|null, template_id: string|null, text: string,
     * length: int, letters: bool, ttl_seconds: int, max_attempts: int, resend: 'same'|'new', app_hash: string|null,
     * web_domain: string|null, test_numbers: list<array<string, mixed>>, warnings: list<array<string, mixed>>}
     * @throws InvalidRequestError
     */
    public function create(array $params, array $options = []): array
    {
        return $this->submit('/otp-services', $options, body: $params);
    }

    /**
     * Changes the given fields of a service.
     *
     * @param array{name?: string, sender_id?: string|null, template_id?: string|null, text?: string, length?: int,
     * letters?: bool, ttl_seconds?: int, max_attempts?: int, resend?: 'same'|'new', app_hash?: string|null,
     * web_domain?: string|null, test_numbers?: list<array{recipient: string, code: string, ends_on: string}>}
     * $params
     * @param Options $options
     * @return array{_id: string, name: string, sender_id: string|null, template_id: string|null, text: string,
     * length: int, letters: bool, ttl_seconds: int, max_attempts: int, resend: 'same'|'new', app_hash: string|null,
     * web_domain: string|null, test_numbers: list<array<string, mixed>>, warnings: list<array<string, mixed>>}
     * @throws InvalidRequestError|NotFoundError
     */
    public function update(string $id, array $params, array $options = []): array
    {
        return $this->call('PATCH', self::path('/otp-services/{id}', $id), $options, body: $params);
    }

    /**
     * Deletes a service.
     *
     * @param Options $options
     * @return array{_id: string}
     * @throws NotFoundError
     */
    public function delete(string $id, array $options = []): array
    {
        return $this->call('DELETE', self::path('/otp-services/{id}', $id), $options);
    }
}

/**
 * Your webhook endpoints, and the events that Dakiya posts to them. `Webhook::unwrap` verifies a received event.
 *
 * @phpstan-import-type Options from Resource
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
 * The webhook endpoints of the account, up to 20.
 *
 * @phpstan-import-type Options from Resource
 */
class WebhookEndpoints extends Resource
{
    /**
     * Lists all endpoints.
     *
     * @param Options $options
     */
    public function list(array $query = [], array $options = []): PageList
    {
        return $this->pages('/webhooks/endpoints', $query, $options);
    }

    /**
     * Creates an endpoint. Returns it with the secret that signs its events.
     *
     * @param array{url: string, types?:
     * list<'message.sent'|'message.delivered'|'message.undelivered'|'message.failed'|'message.expired'|'message.unknown'|'otp.sent'|'otp.verified'|'otp.expired'|'otp.exhausted'|'balance.low'|'plan.changed'|'sender.suspect'|'webhook.disabled'|'ping'>,
     * api_ids?: list<string>, description?: string|null, includes_text?: bool, max_per_second?: int|null, enabled?:
     * bool, livemode?: bool, format?: 'standard'|'msg91'} $params
     * @param Options $options
     * @return array{_id: string, url: string, types:
     * list<'message.sent'|'message.delivered'|'message.undelivered'|'message.failed'|'message.expired'|'message.unknown'|'otp.sent'|'otp.verified'|'otp.expired'|'otp.exhausted'|'balance.low'|'plan.changed'|'sender.suspect'|'webhook.disabled'|'ping'>,
     * apiIds: list<string>, description: string|null, includesText: bool, maxPerSecond: int|null, livemode: bool,
     * format: 'standard'|'msg91'|'twilio', enabled: bool, disabledReason:
     * 'gone'|'failing'|'account_recovered'|null, disabledAt: string|null, failures: int, failingSince: string|null,
     * failure: string|null, createdAt: string, secret: string}
     * @throws InvalidRequestError
     */
    public function create(array $params, array $options = []): array
    {
        return $this->submit('/webhooks/endpoints', $options, body: $params);
    }

    /**
     * Returns an endpoint.
     *
     * @param Options $options
     * @return array{_id: string, url: string, types:
     * list<'message.sent'|'message.delivered'|'message.undelivered'|'message.failed'|'message.expired'|'message.unknown'|'otp.sent'|'otp.verified'|'otp.expired'|'otp.exhausted'|'balance.low'|'plan.changed'|'sender.suspect'|'webhook.disabled'|'ping'>,
     * apiIds: list<string>, description: string|null, includesText: bool, maxPerSecond: int|null, livemode: bool,
     * format: 'standard'|'msg91'|'twilio', enabled: bool, disabledReason:
     * 'gone'|'failing'|'account_recovered'|null, disabledAt: string|null, failures: int, failingSince: string|null,
     * failure: string|null, createdAt: string}
     * @throws NotFoundError
     */
    public function get(string $id, array $options = []): array
    {
        return $this->call('GET', self::path('/webhooks/endpoints/{id}', $id), $options);
    }

    /**
     * Changes the given fields. Takes effect within a second.
     *
     * @param array{url?: string, types?:
     * list<'message.sent'|'message.delivered'|'message.undelivered'|'message.failed'|'message.expired'|'message.unknown'|'otp.sent'|'otp.verified'|'otp.expired'|'otp.exhausted'|'balance.low'|'plan.changed'|'sender.suspect'|'webhook.disabled'|'ping'>,
     * api_ids?: list<string>, description?: string|null, includes_text?: bool, max_per_second?: int|null, enabled?:
     * bool} $params
     * @param Options $options
     * @return array{_id: string, url: string, types:
     * list<'message.sent'|'message.delivered'|'message.undelivered'|'message.failed'|'message.expired'|'message.unknown'|'otp.sent'|'otp.verified'|'otp.expired'|'otp.exhausted'|'balance.low'|'plan.changed'|'sender.suspect'|'webhook.disabled'|'ping'>,
     * apiIds: list<string>, description: string|null, includesText: bool, maxPerSecond: int|null, livemode: bool,
     * format: 'standard'|'msg91'|'twilio', enabled: bool, disabledReason:
     * 'gone'|'failing'|'account_recovered'|null, disabledAt: string|null, failures: int, failingSince: string|null,
     * failure: string|null, createdAt: string}
     * @throws InvalidRequestError|NotFoundError
     */
    public function update(string $id, array $params, array $options = []): array
    {
        return $this->call('PATCH', self::path('/webhooks/endpoints/{id}', $id), $options, body: $params);
    }

    /**
     * Deletes an endpoint and discards its waiting events.
     *
     * @param Options $options
     * @return array{_id: string}
     * @throws NotFoundError
     */
    public function delete(string $id, array $options = []): array
    {
        return $this->call('DELETE', self::path('/webhooks/endpoints/{id}', $id), $options);
    }

    /**
     * Returns the secret again.
     *
     * @param Options $options
     * @return array{secret: string}
     * @throws NotFoundError
     */
    public function getSecret(string $id, array $options = []): array
    {
        return $this->call('GET', self::path('/webhooks/endpoints/{id}/secret', $id), $options);
    }

    /**
     * Creates a new secret. For `overlap_hours` (24 by default), the old secret signs too.
     *
     * @param array{overlap_hours?: int} $params
     * @param Options $options
     * @return array{secret: string}
     * @throws InvalidRequestError|NotFoundError
     */
    public function rotateSecret(string $id, array $params = [], array $options = []): array
    {
        return $this->submit(self::path('/webhooks/endpoints/{id}/rotate', $id), $options, body: $params);
    }

    /**
     * Posts a test event of a `type` with made-up data. Returns the event.
     *
     * @param array{type?:
     * 'message.sent'|'message.delivered'|'message.undelivered'|'message.failed'|'message.expired'|'message.unknown'|'otp.sent'|'otp.verified'|'otp.expired'|'otp.exhausted'|'balance.low'|'plan.changed'|'sender.suspect'|'webhook.disabled'|'ping'}
     * $params
     * @param Options $options
     * @return array{_id: string, endpoint: string, type: string, livemode: bool, subject: string|null, timestamp:
     * string, status: 'pending'|'delivered'|'failed'|'discarded', attempts: int, lastStatus: int|null, lastError:
     * string|null, durationMs: int|null, nextAttemptAt: string|null, deliveredAt: string|null}
     * @throws InvalidRequestError|NotFoundError
     */
    public function sendTest(string $id, array $params = [], array $options = []): array
    {
        return $this->submit(self::path('/webhooks/endpoints/{id}/test', $id), $options, body: $params);
    }

    /**
     * Starts posting the failed events of a time span again.
     *
     * @param array{since: string, until?: string} $params
     * @param Options $options
     * @return array{_id: string, endpoint: string, status: 'running'|'done'|'failed', since: string, until: string,
     * looked: int, replayed: int, failure: string|null, createdAt: string, finishedAt: string|null}
     * @throws InvalidRequestError|NotFoundError
     */
    public function recover(string $id, array $params = [], array $options = []): array
    {
        return $this->submit(self::path('/webhooks/endpoints/{id}/recover', $id), $options, body: $params);
    }

    /**
     * Lists an endpoint’s recoveries with their progress.
     *
     * @param Options $options
     * @throws NotFoundError
     */
    public function listRecoveries(string $id, array $options = []): PageList
    {
        return $this->pages(self::path('/webhooks/endpoints/{id}/recoveries', $id), [], $options);
    }
}

/**
 * The events of the last 30 days.
 *
 * @phpstan-import-type Options from Resource
 */
class WebhookEvents extends Resource
{
    /**
     * Lists events, newest first.
     *
     * @param array{limit?: int, after?: string, endpoint?: string, type?:
     * 'message.sent'|'message.delivered'|'message.undelivered'|'message.failed'|'message.expired'|'message.unknown'|'otp.sent'|'otp.verified'|'otp.expired'|'otp.exhausted'|'balance.low'|'plan.changed'|'sender.suspect'|'webhook.disabled'|'ping',
     * status?: 'pending'|'delivered'|'failed'|'discarded', from?: string, to?: string} $query
     * @param Options $options
     */
    public function list(array $query = [], array $options = []): PageList
    {
        return $this->pages('/webhooks/events', $query, $options);
    }

    /**
     * Returns an event with its payload.
     *
     * @param Options $options
     * @return array{_id: string, endpoint: string, type: string, livemode: bool, subject: string|null, timestamp:
     * string, status: 'pending'|'delivered'|'failed'|'discarded', attempts: int, lastStatus: int|null, lastError:
     * string|null, durationMs: int|null, nextAttemptAt: string|null, deliveredAt: string|null, payload:
     * array<string, mixed>|null}
     * @throws NotFoundError
     */
    public function get(string $id, array $options = []): array
    {
        return $this->call('GET', self::path('/webhooks/events/{id}', $id), $options);
    }

    /**
     * Lists the attempts to post an event, with the first KiB of each response.
     *
     * @param Options $options
     * @throws NotFoundError
     */
    public function listAttempts(string $id, array $options = []): PageList
    {
        return $this->pages(self::path('/webhooks/events/{id}/attempts', $id), [], $options);
    }

    /**
     * Posts an event again, in any state.
     *
     * @param Options $options
     * @return array{_id: string, endpoint: string, type: string, livemode: bool, subject: string|null, timestamp:
     * string, status: 'pending'|'delivered'|'failed'|'discarded', attempts: int, lastStatus: int|null, lastError:
     * string|null, durationMs: int|null, nextAttemptAt: string|null, deliveredAt: string|null}
     * @throws NotFoundError|ConflictError
     */
    public function replay(string $id, array $options = []): array
    {
        return $this->submit(self::path('/webhooks/events/{id}/replay', $id), $options, body: []);
    }
}

/**
 * Numbers that get no promotional messages.
 *
 * @phpstan-import-type Options from Resource
 */
class Suppressions extends Resource
{
    /**
     * Lists the suppressed numbers, newest first.
     *
     * @param array{limit?: int, after?: string, recipient?: string} $query
     * @param Options $options
     */
    public function list(array $query = [], array $options = []): PageList
    {
        return $this->pages('/suppressions', $query, $options);
    }

    /**
     * Suppresses a number (`recipient`) or several (`recipients`).
     *
     * @param array{recipient?: string, recipients?: list<string>, reason?: string} $params
     * @param Options $options
     * @return array{added: int}
     * @throws InvalidRequestError
     */
    public function add(array $params, array $options = []): array
    {
        return $this->submit('/suppressions', $options, body: $params);
    }

    /**
     * Suppresses the numbers of a `file` of up to 5 MiB and 1,00,000 rows.
     *
     * @param array{file: \CURLFile|\CURLStringFile, reason?: string} $params
     * @param Options $options
     * @return array{rows: int, added: int, known: int, repeated: int, invalid: int, invalidRows: list<array<string,
     * mixed>>}
     * @throws InvalidRequestError
     */
    public function import(array $params, array $options = []): array
    {
        return $this->submit('/suppressions/import', $options, form: $params);
    }

    /**
     * Allows promotional messages to a `recipient` again.
     *
     * @param array{recipient: string} $query
     * @param Options $options
     * @return array{recipient: string}
     * @throws NotFoundError
     */
    public function remove(array $query, array $options = []): array
    {
        return $this->call('DELETE', '/suppressions', $options, query: $query);
    }
}

/**
 * Personal data of recipients.
 *
 * @phpstan-import-type Options from Resource
 */
class Privacy extends Resource
{
    /**
     * Starts to erase all data about a `recipient`.
     *
     * @param array{recipient: string} $params
     * @param Options $options
     * @return array{_id: string, status: 'running'|'waiting'|'done', total: int|null, messages: int, codes: int,
     * open: int, requestedAt: string, requestedBy: string, finishedAt: string|null, retainedUntil: string|null}
     * @throws InvalidRequestError
     */
    public function erase(array $params, array $options = []): array
    {
        return $this->submit('/erasures', $options, body: $params);
    }

    /**
     * Lists erasures, newest first.
     *
     * @param array{limit?: int, after?: string} $query
     * @param Options $options
     */
    public function listErasures(array $query = [], array $options = []): PageList
    {
        return $this->pages('/erasures', $query, $options);
    }

    /**
     * Returns the progress of an erasure.
     *
     * @param Options $options
     * @return array{_id: string, status: 'running'|'waiting'|'done', total: int|null, messages: int, codes: int,
     * open: int, requestedAt: string, requestedBy: string, finishedAt: string|null, retainedUntil: string|null}
     * @throws NotFoundError
     */
    public function getErasure(string $id, array $options = []): array
    {
        return $this->call('GET', self::path('/erasures/{id}', $id), $options);
    }

    /**
     * Returns the data stored about a `recipient`. Pass `next` as `after` until it is null.
     *
     * @param array{limit?: int, after?: string, recipient: string} $query
     * @param Options $options
     * @return array{recipient: string, suppression: array<string, mixed>|null, otps: list<array<string, mixed>>,
     * messages: list<array<string, mixed>>}
     * @throws InvalidRequestError
     */
    public function getRecipientData(array $query, array $options = []): array
    {
        return $this->call('GET', '/recipient-data', $options, query: $query);
    }

    /**
     * Lists the views of message texts, newest first.
     *
     * @param array{limit?: int, after?: string} $query
     * @param Options $options
     */
    public function listTextViews(array $query = [], array $options = []): PageList
    {
        return $this->pages('/text-views', $query, $options);
    }

    /**
     * Returns how many days messages and texts are kept.
     *
     * @param Options $options
     * @return array{messageDays: int|null, textDays: int|null, leastMessageDays: int, leastTextDays: int, mostDays:
     * int}
     */
    public function getRetention(array $options = []): array
    {
        return $this->call('GET', '/retention', $options);
    }
}

/**
 * Methods for the plan’s balance and for analytics.
 *
 * @phpstan-import-type Options from Resource
 */
class Account extends Resource
{
    /**
     * Returns how many messages the plan has left; each segment of a text uses one.
     *
     * @param Options $options
     * @return array{balance: int, valid_until: string, plan: string, livemode: bool}
     */
    public function getBalance(array $options = []): array
    {
        return $this->call('GET', '/balance', $options);
    }

    /**
     * Returns the figures of a period and of the previous one: counts, latency and reasons of failure. With a
     * split, `parts` has the figures of each part.
     *
     * @param array{period?: '24h'|'7d'|'30d'|'90d', from?: string, to?: string, split_by?:
     * 'key'|'sender'|'template'|'category'|'carrier', api_id?: string, sender?: string, template_id?: string,
     * category?: 'otp'|'transactional'|'promotional', carrier?: string} $query
     * @param Options $options
     * @return array{livemode: bool, from: string, to: string, step: 'hour'|'day', total: array<string, mixed>,
     * before: array<string, mixed>, steps: list<array<string, mixed>>, reasons: list<array<string, mixed>>, parts:
     * list<array<string, mixed>>}
     */
    public function getAnalytics(array $query = [], array $options = []): array
    {
        return $this->call('GET', '/analytics', $options, query: $query);
    }
}

/**
 * The account’s DLT registrations, and the check of messages against them.
 *
 * @phpstan-import-type Options from Resource
 */
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

    /**
     * Returns the DLT result of up to 1,000 `messages` without sending them. Free of charge.
     *
     * @param array{messages: list<array{message?: mixed, recipient?: mixed, sender_id?: string, template_id?:
     * string, variables?: list<string>, send_at?: string, when_closed: 'reject'|'defer'}>, at?: string} $params
     * @param Options $options
     * @return list<array{verdict: string, warnings: list<array<string, mixed>>, template_id: string|null,
     * sender_id: string|null, entity_id: string|null, detail?: string, param?: string, docUrl?: string, scope?:
     * string, slot?: array<string, mixed>, position?: int, expected?: string, kind?: string, character?: string,
     * candidates?: list<string>, didYouMean?: string}>
     * @throws InvalidRequestError
     */
    public function check(array $params, array $options = []): array
    {
        return $this->call('POST', '/dlt/check', $options, body: $params, repeatable: true);
    }

    /**
     * Returns the DLT mode: whether messages that DLT would reject fail, or pass with a warning.
     *
     * @param Options $options
     * @return array{mode: 'enforce'|'warn'|'off'}
     */
    public function getMode(array $options = []): array
    {
        return $this->call('GET', '/dlt/registry', $options);
    }

    /**
     * Sets the DLT mode.
     *
     * @param array{mode: 'enforce'|'warn'|'off'} $params
     * @param Options $options
     * @return array{mode: 'enforce'|'warn'|'off'}
     * @throws InvalidRequestError
     */
    public function updateMode(array $params, array $options = []): array
    {
        return $this->call('PATCH', '/dlt/registry', $options, body: $params);
    }
}

/**
 * Principal entities: the businesses on whose behalf you send.
 *
 * @phpstan-import-type Options from Resource
 */
class DltEntities extends Resource
{
    /**
     * Lists entities in the order of their ids.
     *
     * @param array{limit?: int, after?: string} $query
     * @param Options $options
     */
    public function list(array $query = [], array $options = []): PageList
    {
        return $this->pages('/dlt/entities', $query, $options);
    }

    /**
     * Registers an entity.
     *
     * @param array{entity_id: string, name: string, status?: 'active'|'inactive'|'blacklisted'} $params
     * @param Options $options
     * @return array{entity_id: string, name: string, status: 'active'|'inactive'|'blacklisted'}
     * @throws InvalidRequestError|DltError
     */
    public function create(array $params, array $options = []): array
    {
        return $this->submit('/dlt/entities', $options, body: $params);
    }

    /**
     * Changes an entity, by its `entity_id`.
     *
     * @param array{name?: string, status?: 'active'|'inactive'|'blacklisted'} $params
     * @param Options $options
     * @return array{entity_id: string, name: string, status: 'active'|'inactive'|'blacklisted'}
     * @throws InvalidRequestError|NotFoundError
     */
    public function update(string $id, array $params, array $options = []): array
    {
        return $this->call('PATCH', self::path('/dlt/entities/{id}', $id), $options, body: $params);
    }

    /**
     * Deletes an entity.
     *
     * @param Options $options
     * @throws NotFoundError|InvalidRequestError
     */
    public function delete(string $id, array $options = []): ?array
    {
        return $this->call('DELETE', self::path('/dlt/entities/{id}', $id), $options);
    }
}

/**
 * Headers: the sender names of your messages.
 *
 * @phpstan-import-type Options from Resource
 */
class DltHeaders extends Resource
{
    /**
     * Lists headers in alphabetical order.
     *
     * @param array{limit?: int, after?: string} $query
     * @param Options $options
     */
    public function list(array $query = [], array $options = []): PageList
    {
        return $this->pages('/dlt/headers', $query, $options);
    }

    /**
     * Registers a header. It is `pending` until the installation’s operator approves it.
     *
     * @param array{header: string, entity_id: string, category:
     * 'promotional'|'transactional'|'service_implicit'|'service_explicit'|'government'} $params
     * @param Options $options
     * @return array{header: string, entity_id: string, category:
     * 'promotional'|'transactional'|'service_implicit'|'service_explicit'|'government', status:
     * 'pending'|'approved'|'declined'|'inactive'|'suspended'|'blacklisted', reason: string|null, has_evidence:
     * bool, last_used_at: string|null, decided_at: string|null, created_at: string}
     * @throws InvalidRequestError|DltError
     */
    public function create(array $params, array $options = []): array
    {
        return $this->submit('/dlt/headers', $options, body: $params);
    }

    /**
     * Changes the status of a header.
     *
     * @param array{status: 'inactive'|'active'} $params
     * @param Options $options
     * @return array{header: string, entity_id: string, category:
     * 'promotional'|'transactional'|'service_implicit'|'service_explicit'|'government', status:
     * 'pending'|'approved'|'declined'|'inactive'|'suspended'|'blacklisted', reason: string|null, has_evidence:
     * bool, last_used_at: string|null, decided_at: string|null, created_at: string}
     * @throws InvalidRequestError|NotFoundError
     */
    public function update(string $id, array $params, array $options = []): array
    {
        return $this->call('PATCH', self::path('/dlt/headers/{id}', $id), $options, body: $params);
    }

    /**
     * Deletes a header.
     *
     * @param Options $options
     * @throws NotFoundError
     */
    public function delete(string $id, array $options = []): ?array
    {
        return $this->call('DELETE', self::path('/dlt/headers/{id}', $id), $options);
    }

    /**
     * Adds evidence that you own a header: a `file`, or its `name` and base64 `content`. A lost response is not
     * retried.
     *
     * @param array{file: \CURLFile|\CURLStringFile}|array{name: string, content: string} $params
     * @param Options $options
     * @return array{header: string, entity_id: string, category:
     * 'promotional'|'transactional'|'service_implicit'|'service_explicit'|'government', status:
     * 'pending'|'approved'|'declined'|'inactive'|'suspended'|'blacklisted', reason: string|null, has_evidence:
     * bool, last_used_at: string|null, decided_at: string|null, created_at: string}
     * @throws InvalidRequestError|NotFoundError
     */
    public function addEvidence(string $id, array $params, array $options = []): array
    {
        return $this->call('POST', self::path('/dlt/headers/{id}/evidence', $id), $options, ...(isset($params['file']) ? ['form' => $params] : ['body' => $params]));
    }
}

/**
 * Content templates: the texts that you may send.
 *
 * @phpstan-import-type Options from Resource
 */
class DltTemplates extends Resource
{
    /**
     * Lists templates in the order of their ids.
     *
     * @param array{limit?: int, after?: string, search?: string, entity_id?: string} $query
     * @param Options $options
     */
    public function list(array $query = [], array $options = []): PageList
    {
        return $this->pages('/dlt/templates', $query, $options);
    }

    /**
     * Registers a template.
     *
     * @param array{template_id: string, entity_id?: string, name: string, body: string, slots?:
     * list<array{position: int, type: 'var'|'numeric'|'alphanumeric'|'url'|'urlott'|'cbn'|'email', max?: int}>,
     * category: 'promotional'|'transactional'|'service_implicit'|'service_explicit'|'government', kind?:
     * 'text'|'unicode', status?: 'approved'|'pending'|'inactive'|'blacklisted', headers?: list<string>} $params
     * @param Options $options
     * @return array{template_id: string, entity_id: string, name: string, body: string, slots: list<array<string,
     * mixed>>, category: 'promotional'|'transactional'|'service_implicit'|'service_explicit'|'government', kind:
     * 'text'|'unicode', status: 'approved'|'pending'|'inactive'|'blacklisted', reason: string|null, headers:
     * list<string>, created_at: string, warnings: list<string>}
     * @throws InvalidRequestError|DltError
     */
    public function create(array $params, array $options = []): array
    {
        return $this->submit('/dlt/templates', $options, body: $params);
    }

    /**
     * Returns a template by its `template_id`.
     *
     * @param Options $options
     * @return array{template_id: string, entity_id: string, name: string, body: string, slots: list<array<string,
     * mixed>>, category: 'promotional'|'transactional'|'service_implicit'|'service_explicit'|'government', kind:
     * 'text'|'unicode', status: 'approved'|'pending'|'inactive'|'blacklisted', reason: string|null, headers:
     * list<string>, created_at: string}
     * @throws NotFoundError
     */
    public function get(string $id, array $options = []): array
    {
        return $this->call('GET', self::path('/dlt/templates/{id}', $id), $options);
    }

    /**
     * Changes the name, status or headers of a template.
     *
     * @param array{name?: string, status?: 'approved'|'pending'|'inactive'|'blacklisted', headers?: list<string>}
     * $params
     * @param Options $options
     * @return array{template_id: string, entity_id: string, name: string, body: string, slots: list<array<string,
     * mixed>>, category: 'promotional'|'transactional'|'service_implicit'|'service_explicit'|'government', kind:
     * 'text'|'unicode', status: 'approved'|'pending'|'inactive'|'blacklisted', reason: string|null, headers:
     * list<string>, created_at: string}
     * @throws InvalidRequestError|NotFoundError
     */
    public function update(string $id, array $params, array $options = []): array
    {
        return $this->call('PATCH', self::path('/dlt/templates/{id}', $id), $options, body: $params);
    }

    /**
     * Deletes a template.
     *
     * @param Options $options
     * @throws NotFoundError
     */
    public function delete(string $id, array $options = []): ?array
    {
        return $this->call('DELETE', self::path('/dlt/templates/{id}', $id), $options);
    }

    /**
     * Imports templates from a DLT portal’s export, a `file`. A large file is still being processed when the method
     * returns; use `dlt->imports->get` to follow it.
     *
     * @param array{file: \CURLFile|\CURLStringFile, dry_run?: bool, create_missing?: bool, strip_trailing?: bool,
     * strip_leading?: bool, plain_newlines?: bool, decode_html?: bool, mapping?: string, entity_id?: string,
     * entity_name?: string, category?:
     * 'promotional'|'transactional'|'service_implicit'|'service_explicit'|'government', sheet?: string} $params
     * @param Options $options
     * @return array{id: string, list: 'templates'|'headers'|'entities', file_name: string, state:
     * 'queued'|'running'|'checked'|'needs_mapping'|'done'|'failed'|'expired', dry_run: bool, reason: string|null,
     * row_count: int|null, rows_done: int, counts: array<string, mixed>|null, rows: list<array<string, mixed>>,
     * columns: list<array<string, mixed>>, missing_fields:
     * list<'template_id'|'body'|'name'|'category'|'kind'|'status'|'headers'|'entity_id'|'entity_name'>,
     * missing_entities: list<array<string, mixed>>, missing_headers: list<array<string, mixed>>, notes:
     * list<string>, created_at: string, finished_at: string|null}
     * @throws InvalidRequestError
     */
    public function import(array $params, array $options = []): array
    {
        return $this->submit('/dlt/templates/import', $options, form: $params);
    }
}

/**
 * Imports of exports from DLT portals.
 *
 * @phpstan-import-type Options from Resource
 */
class DltImports extends Resource
{
    /**
     * Imports headers, entities or templates from a `file`. `list` says which.
     *
     * @param array{file: \CURLFile|\CURLStringFile, dry_run?: bool, create_missing?: bool, strip_trailing?: bool,
     * strip_leading?: bool, plain_newlines?: bool, decode_html?: bool, mapping?: string, entity_id?: string,
     * entity_name?: string, category?:
     * 'promotional'|'transactional'|'service_implicit'|'service_explicit'|'government', sheet?: string, list:
     * 'templates'|'headers'|'entities'} $params
     * @param Options $options
     * @return array{id: string, list: 'templates'|'headers'|'entities', file_name: string, state:
     * 'queued'|'running'|'checked'|'needs_mapping'|'done'|'failed'|'expired', dry_run: bool, reason: string|null,
     * row_count: int|null, rows_done: int, counts: array<string, mixed>|null, rows: list<array<string, mixed>>,
     * columns: list<array<string, mixed>>, missing_fields:
     * list<'template_id'|'body'|'name'|'category'|'kind'|'status'|'headers'|'entity_id'|'entity_name'>,
     * missing_entities: list<array<string, mixed>>, missing_headers: list<array<string, mixed>>, notes:
     * list<string>, created_at: string, finished_at: string|null}
     * @throws InvalidRequestError
     */
    public function create(array $params, array $options = []): array
    {
        return $this->submit('/dlt/imports', $options, form: $params);
    }

    /**
     * Returns the progress of an import with one page of its rows. Pass `next` as `after` until it is null.
     *
     * @param array{limit?: int, after?: int} $query
     * @param Options $options
     * @return array{id: string, list: 'templates'|'headers'|'entities', file_name: string, state:
     * 'queued'|'running'|'checked'|'needs_mapping'|'done'|'failed'|'expired', dry_run: bool, reason: string|null,
     * row_count: int|null, rows_done: int, counts: array<string, mixed>|null, rows: list<array<string, mixed>>,
     * columns: list<array<string, mixed>>, missing_fields:
     * list<'template_id'|'body'|'name'|'category'|'kind'|'status'|'headers'|'entity_id'|'entity_name'>,
     * missing_entities: list<array<string, mixed>>, missing_headers: list<array<string, mixed>>, notes:
     * list<string>, created_at: string, finished_at: string|null}
     * @throws NotFoundError
     */
    public function get(string $id, array $query = [], array $options = []): array
    {
        return $this->call('GET', self::path('/dlt/imports/{id}', $id), $options, query: $query);
    }
}

/**
 * Links, phone numbers and email addresses that texts may contain.
 *
 * @phpstan-import-type Options from Resource
 */
class DltLinks extends Resource
{
    /**
     * Lists links in alphabetical order.
     *
     * @param array{limit?: int, after?: string} $query
     * @param Options $options
     */
    public function list(array $query = [], array $options = []): PageList
    {
        return $this->pages('/dlt/links', $query, $options);
    }

    /**
     * Registers a link.
     *
     * @param array{kind: 'url'|'url_dynamic'|'number'|'email', value: string} $params
     * @param Options $options
     * @return array{kind: 'url'|'url_dynamic'|'number'|'email', value: string}
     * @throws InvalidRequestError
     */
    public function create(array $params, array $options = []): array
    {
        return $this->submit('/dlt/links', $options, body: $params);
    }

    /**
     * Deletes a link by its `kind` and `value`.
     *
     * @param array{kind: 'url'|'url_dynamic'|'number'|'email', value: string} $query
     * @param Options $options
     * @throws NotFoundError
     */
    public function delete(array $query, array $options = []): ?array
    {
        return $this->call('DELETE', '/dlt/links', $options, query: $query);
    }
}

/**
 * Telemarketer chains, one per entity and carrier.
 *
 * @phpstan-import-type Options from Resource
 */
class DltChains extends Resource
{
    /**
     * Lists chains.
     *
     * @param array{limit?: int, after?: string} $query
     * @param Options $options
     */
    public function list(array $query = [], array $options = []): PageList
    {
        return $this->pages('/dlt/chains', $query, $options);
    }

    /**
     * Sets an entity’s chain for a carrier.
     *
     * @param array{entity_id: string, carrier: string, telemarketer_ids: list<string>, is_approved?: bool} $params
     * @param Options $options
     * @return array{entity_id: string, carrier: string, telemarketer_ids: list<string>, is_approved: bool}
     * @throws InvalidRequestError|DltError
     */
    public function create(array $params, array $options = []): array
    {
        return $this->submit('/dlt/chains', $options, body: $params);
    }

    /**
     * Deletes a chain by its `entity_id` and `carrier`.
     *
     * @param array{entity_id: string, carrier: string} $query
     * @param Options $options
     * @throws NotFoundError
     */
    public function delete(array $query, array $options = []): ?array
    {
        return $this->call('DELETE', '/dlt/chains', $options, query: $query);
    }
}
