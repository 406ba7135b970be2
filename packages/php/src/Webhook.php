<?php

declare(strict_types=1);

namespace Dakiya;

/** Verifies received webhooks. Works without a client. */
final class Webhook
{
    /**
     * Verifies the signature of a webhook as Standard Webhooks 1.0 defines, and returns its event.
     *
     * @param string $body the body exactly as received, `file_get_contents('php://input')`, because decoding and re-encoding
     *   JSON changes its signature
     * @param array<string, mixed> $headers as `getallheaders()`, `$_SERVER` or a PSR-7 request's `getHeaders()` give them
     * @param string|list<string> $secret the secret of the endpoint, `whsec_…`, or several secrets during a rotation
     * @param int $toleranceSeconds maximum difference between the attempt's timestamp and the current time, in seconds
     * @return array{id: string, type: string, timestamp: string, livemode: bool, data: array<string, mixed>} the event; its
     *   `id` is the same in all attempts and replays, so store it to recognise repeats
     * @throws SignatureError if no signature matches, or the request is too old; answer 400
     * @throws \InvalidArgumentException if a secret has another format
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

    /** Reads a header, also from `$_SERVER` by its name there. */
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
