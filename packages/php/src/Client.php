<?php

declare(strict_types=1);

namespace Dakiya;

/** A client of a Dakiya installation. A program needs only one client, which holds no connections. */
class Client
{
    /** The version of this library, sent in `user-agent`. */
    public const VERSION = '0.9.0';

    /** If `Retry-After` is longer, the client does not retry. */
    private const LONGEST_RETRY_AFTER_SECONDS = 60;
    /** The maximum random delay before the first retry, in milliseconds. It doubles with each retry. */
    private const FIRST_DELAY_MS = 500;
    private const LONGEST_DELAY_MS = 8_000;
    /** The minimum timeout of a request with a file, in seconds. */
    private const FILE_TIMEOUT = 60.0;

    /**
     * The API ID and the API key of each client. They are stored outside the client, so that dumping a client does not
     * reveal the key.
     *
     * @var ?\WeakMap<self, list<string>>
     */
    private static ?\WeakMap $credentials = null;

    public readonly Messages $messages;
    public readonly Otps $otp;
    public readonly Webhooks $webhooks;
    public readonly Suppressions $suppressions;
    public readonly Privacy $privacy;
    public readonly Dlt $dlt;
    public readonly Account $account;
    private readonly string $base;

    /**
     * @param ?string $apiId the API ID, `dk_…`. Default: the environment variable `DAKIYA_ID`
     * @param ?string $apiKey the API key, `sk_…`. Default: the environment variable `DAKIYA_KEY`
     * @param ?string $baseUrl the address of the installation, such as `https://dakiya.example`; default: the environment
     *   variable `DAKIYA_URL`
     * @param float $timeout timeout of each attempt in seconds, including the whole response; at least 60 for files
     * @param int $maxRetries the number of retries after the first attempt
     * @throws \InvalidArgumentException if the API ID, the API key or the address is missing, or has characters that cannot
     *   be sent
     */
    public function __construct(
        ?string $apiId = null,
        #[\SensitiveParameter] ?string $apiKey = null,
        ?string $baseUrl = null,
        private readonly float $timeout = 10.0,
        private readonly int $maxRetries = 2,
    ) {
        $id = self::required('apiId', $apiId, 'DAKIYA_ID');
        $key = self::required('apiKey', $apiKey, 'DAKIYA_KEY');
        $url = self::required('baseUrl', $baseUrl, 'DAKIYA_URL');
        if (!preg_match('~^https?://[\x21-\x7e]+$~iD', $url)) {
            throw new \InvalidArgumentException('`baseUrl` does not begin with https:// or http://.');
        }
        self::$credentials ??= new \WeakMap();
        self::$credentials[$this] = [$id, $key];
        $this->base = preg_replace('~/api/v1$~', '', rtrim($url, '/')) . '/api/v1';
        $this->messages = new Messages($this);
        $this->otp = new Otps($this);
        $this->webhooks = new Webhooks($this);
        $this->suppressions = new Suppressions($this);
        $this->privacy = new Privacy($this);
        $this->dlt = new Dlt($this);
        $this->account = new Account($this);
    }

    /**
     * Sends a request, with retries. Use it for endpoints that are newer than this library.
     *
     * @param 'GET'|'POST'|'PATCH'|'DELETE' $method
     * @param string $path the path below `/api/v1`, such as `/messages`
     * @param array<string, mixed> $query
     * @param ?array<string, mixed> $body a JSON body
     * @param ?array<string, mixed> $form a form with files (`CURLFile` or `CURLStringFile`), instead of a JSON body
     * @param ?string $idempotencyKey sent as `Idempotency-Key` with every attempt
     * @param ?bool $repeatable whether to retry if it is unknown whether the server carried out the first attempt. Default:
     *   true, except for a POST without an idempotency key
     * @param ?float $timeout timeout of each attempt in seconds; overrides the client's setting
     * @param ?int $maxRetries the number of retries after the first attempt; overrides the client's setting
     * @return array{status: string, message: string, data: mixed, next?: ?string, hasMore?: bool} the whole response
     * @throws DakiyaError of the last attempt
     */
    public function request(
        string $method,
        string $path,
        array $query = [],
        ?array $body = null,
        ?array $form = null,
        ?string $idempotencyKey = null,
        ?bool $repeatable = null,
        ?float $timeout = null,
        ?int $maxRetries = null,
    ): array {
        $headers = ['accept: application/json', 'expect:'];
        if ($idempotencyKey !== null) {
            if (!preg_match('/^[\x20-\x7e]{1,255}$/D', $idempotencyKey)) {
                throw new \InvalidArgumentException('An idempotency key has 1 to 255 printable ASCII characters.');
            }
            $headers[] = "idempotency-key: $idempotencyKey";
        }
        $content = null;
        if ($form !== null) {
            $content = self::toForm($form);
            $timeout ??= max($this->timeout, self::FILE_TIMEOUT);
        } elseif ($body !== null) {
            $headers[] = 'content-type: application/json';
            $content = self::toJson($body);
        }
        $repeatable ??= $method !== 'POST' || $idempotencyKey !== null;
        for ($retry = 0;; $retry++) {
            try {
                return $this->attempt($method, $path . self::toQuery($query), $headers, $content, $timeout ?? $this->timeout);
            } catch (DakiyaError $error) {
                if ($retry >= ($maxRetries ?? $this->maxRetries) || !self::mayRetry($error, $repeatable)) {
                    throw $error;
                }
                // Random, so that clients that failed together do not retry together.
                $delayMs = random_int(0, (int) min(self::LONGEST_DELAY_MS, self::FIRST_DELAY_MS * 2 ** $retry));
                $this->pause(($error->retryAfterSeconds ?? 0) + $delayMs / 1_000);
            }
        }
    }

    /**
     * Waits.
     *
     * @internal
     */
    public function pause(float $seconds): void
    {
        usleep((int) ($seconds * 1_000_000));
    }

    /** @return array<string, mixed> what a dump shows */
    public function __debugInfo(): array
    {
        return ['base' => $this->base, 'timeout' => $this->timeout, 'maxRetries' => $this->maxRetries];
    }

    public function __serialize(): array
    {
        throw new \LogicException('A client is not serialised, because its key is secret.');
    }

    private function __clone()
    {
    }

    /**
     * Sends a request once.
     *
     * @param list<string> $headers
     * @param string|array<string, mixed>|null $content
     */
    private function attempt(
        string $method,
        string $path,
        array $headers,
        string|array|null $content,
        float $timeout,
    ): array {
        [$id, $key] = self::$credentials[$this];
        $received = [];
        $curl = curl_init($this->base . $path);
        if ($content !== null) {
            curl_setopt($curl, CURLOPT_POSTFIELDS, $content);
        }
        curl_setopt_array($curl, [
            CURLOPT_CUSTOMREQUEST => $method,
            CURLOPT_HTTPHEADER => [...$headers, "x-api-id: $id", "x-api-key: $key"],
            CURLOPT_USERAGENT => 'dakiya-php/' . self::VERSION,
            CURLOPT_ENCODING => '',
            // A redirect could send the key to another server.
            CURLOPT_FOLLOWLOCATION => false,
            CURLOPT_PROTOCOLS => CURLPROTO_HTTP | CURLPROTO_HTTPS,
            CURLOPT_RETURNTRANSFER => true,
            // Zero would mean no limit. Without NOSIGNAL, some systems only support whole seconds.
            CURLOPT_TIMEOUT_MS => max(1, (int) ($timeout * 1_000)),
            CURLOPT_NOSIGNAL => true,
            CURLOPT_HEADERFUNCTION => static function ($curl, string $line) use (&$received): int {
                [$name, $value] = explode(':', $line, 2) + [1 => ''];
                $received[strtolower($name)] = trim($value);
                return strlen($line);
            },
        ]);
        $text = curl_exec($curl);
        if (curl_errno($curl) === CURLE_OPERATION_TIMEDOUT) {
            throw new ApiTimeoutError("No response within $timeout seconds.");
        }
        if ($text === false) {
            throw new ApiConnectionError('The connection failed: ' . curl_error($curl));
        }
        $status = curl_getinfo($curl, CURLINFO_RESPONSE_CODE);
        $body = json_decode($text, true, 512, JSON_BIGINT_AS_STRING);
        if ($status >= 300 && $status < 400) {
            $message = 'The server redirects elsewhere. Set `baseUrl` to its final address.';
            throw new DakiyaError($message, status: $status);
        }
        if ($status >= 400) {
            throw DakiyaError::fromResponse($status, $received, $body);
        }
        // A proxy cut the response, or answered instead of the API.
        if (!is_array($body)) {
            throw new ApiConnectionError('The response is not JSON.', status: $status);
        }
        return $body;
    }

    private static function required(
        string $name,
        #[\SensitiveParameter] ?string $given,
        string $variable,
    ): string {
        // A value that was read from a file often ends with a line break.
        $value = trim($given ?? (string) ($_ENV[$variable] ?? getenv($variable)));
        if ($value === '') {
            throw new \InvalidArgumentException("Pass `$name`, or set the environment variable $variable.");
        }
        if (!preg_match('/^[\x21-\x7e]+$/D', $value)) {
            throw new \InvalidArgumentException("`$name` contains a space or a character that is not ASCII.");
        }
        return $value;
    }

    /**
     * Whether a retry may succeed. A 409 is never retried: it does not mean that an equal request is in progress, because
     * the API makes a repeated request wait for the first.
     *
     * @param bool $repeatable whether the request may be sent again even if the server may have carried it out
     */
    private static function mayRetry(DakiyaError $error, bool $repeatable): bool
    {
        if (($error->retryAfterSeconds ?? 0) > self::LONGEST_RETRY_AFTER_SECONDS) {
            return false;
        }
        // The server rejected the request by a limit or did not read its body, so it has not carried the
        // request out.
        if ($error instanceof RateLimitError || $error->status === 408) {
            return true;
        }
        return $repeatable && (($error->status ?? 0) >= 500 || $error instanceof ApiConnectionError);
    }

    private static function toQuery(array $query): string
    {
        $given = array_filter($query, static fn (mixed $value) => $value !== null);
        return $given === [] ? '' : '?' . http_build_query(array_map(self::toText(...), $given));
    }

    /** PHP encodes an empty array as a JSON list, but every body of the API is an object. */
    private static function toJson(array $body): string
    {
        try {
            $flags = JSON_THROW_ON_ERROR | JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES;
            return json_encode($body === [] ? new \stdClass() : $body, $flags);
        } catch (\JsonException $error) {
            throw new \InvalidArgumentException("The fields are not JSON: {$error->getMessage()}.", 0, $error);
        }
    }

    private static function toForm(array $fields): array
    {
        $given = array_filter($fields, static fn (mixed $value) => $value !== null);
        return array_map(static fn (mixed $value) => is_object($value) ? $value : self::toText($value), $given);
    }

    private static function toText(mixed $value): string
    {
        return match (true) {
            is_bool($value) => $value ? 'true' : 'false',
            is_array($value) => implode(',', array_map(self::toText(...), $value)),
            default => (string) $value,
        };
    }
}
