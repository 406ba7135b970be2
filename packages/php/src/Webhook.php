<?php

declare(strict_types=1);

namespace Dakiya;

/** Receives webhooks. It needs no client. */
final class Webhook
{
    /**
     * Verifies the signature of a webhook by the rules of Standard Webhooks 1.0, and reads its event.
     *
     * @param string $body the body as it was received, `file_get_contents('php://input')`: JSON that was decoded and encoded
     *   again has another signature
     * @param array<string, mixed> $headers as `getallheaders()`, `$_SERVER` or a PSR-7 request's `getHeaders()` give them
     * @param string|list<string> $secret the secret of the endpoint, `whsec_…`, or several while one replaces the other
     * @param int $toleranceSeconds the most seconds that the time of the attempt may differ from the clock
     * @return array{id: string, type: string, timestamp: string, livemode: bool, data: array<string, mixed>} the event; its
     *   `id` is the same in all attempts and replays, so store it to recognise repeats
     * @throws SignatureError if no signature is right, or if the request is too old; answer 400
     * @throws \InvalidArgumentException if a secret is not one
     */
    public static function unwrap(
        string $body,
        array $headers,
        #[\SensitiveParameter] string|array $secret,
        int $toleranceSeconds = 300,
    ): array {
        $id = self::header($headers, 'webhook-id');
        $timestamp = self::header($headers, 'webhook-timestamp');
        $isNumber = preg_match('/^\d{1,15}$/D', $timestamp) === 1;
        if (!$isNumber || abs(time() - (int) $timestamp) > $toleranceSeconds) {
            throw new SignatureError(
                "webhook-timestamp differs from the clock by more than $toleranceSeconds seconds, or is missing.",
                errorCode: 'signature_mismatch',
                param: 'webhook-timestamp',
            );
        }
        $given = explode(' ', self::header($headers, 'webhook-signature'));
        foreach ((array) $secret as $one) {
            $mac = hash_hmac('sha256', "$id.$timestamp.$body", self::key($one), true);
            $expected = 'v1,' . base64_encode($mac);
            foreach ($given as $signature) {
                if (hash_equals($expected, $signature)) {
                    return ['id' => $id] + json_decode($body, true, flags: JSON_THROW_ON_ERROR);
                }
            }
        }
        throw new SignatureError(
            'No signature of the webhook is right. Check the endpoint’s secret.',
            errorCode: 'signature_mismatch',
            param: 'webhook-signature',
        );
    }

    /** Reads a header, also by its name in `$_SERVER`. */
    private static function header(array $headers, string $name): string
    {
        foreach ($headers as $known => $value) {
            $plain = strtr(strtolower((string) $known), '_', '-');
            if ($plain === $name || $plain === "http-$name") {
                return (string) (is_array($value) ? reset($value) : $value);
            }
        }
        return '';
    }

    private static function key(#[\SensitiveParameter] string $secret): string
    {
        $key = base64_decode(preg_replace('/^whsec_/', '', $secret), true);
        if ($key === false || $key === '') {
            throw new \InvalidArgumentException('A secret of an endpoint is whsec_ and base64.');
        }
        return $key;
    }
}
