<?php

declare(strict_types=1);

// Runs one task of tests/support/php-library.ts with the PHP library. The task is JSON on stdin, and the outcome JSON on
// stdout.

require __DIR__ . '/../../packages/php/autoload.php';

/** Replaces the placeholders for files in an argument with files. */
function withFiles(mixed $arg): mixed
{
    if (!is_array($arg)) {
        return $arg;
    }
    return array_map(static function (mixed $value): mixed {
        $file = is_array($value) ? $value['$file'] ?? null : null;
        return $file ? new CURLStringFile($file['text'], $file['name']) : $value;
    }, $arg);
}

/** Calls a method by its dotted name. */
function callMethod(array $task): mixed
{
    $settings = $task['settings'];
    if (isset($settings['timeoutMs'])) {
        $settings['timeout'] = $settings['timeoutMs'] / 1_000;
        unset($settings['timeoutMs']);
    }
    $path = explode('.', $task['method']);
    $method = array_pop($path);
    $owner = array_reduce($path, static fn (object $one, string $part) => $one->$part, new Dakiya\Client(...$settings));
    $options = $task['options'] ?? [];
    if (isset($options['timeoutMs'])) {
        $options['timeout'] = $options['timeoutMs'] / 1_000;
        unset($options['timeoutMs']);
    }
    $args = array_map(withFiles(...), $task['args']);
    return $owner->$method(...$args, ...($options ? [$options] : []));
}

function carryOut(array $task): mixed
{
    if ($task['do'] === 'unwrap') {
        return Dakiya\Webhook::unwrap($task['body'], $task['headers'], $task['secret']);
    }
    $value = callMethod($task);
    if ($task['do'] === 'collect') {
        return iterator_to_array($value);
    }
    if ($value instanceof Dakiya\PageList) {
        $page = $value->page();
        return ['data' => $page->data, 'next' => $page->next];
    }
    // PHP reads an empty JSON object as an empty array, which it would write as a list. The data of a ping is an empty
    // object.
    if (($value['payload']['data'] ?? null) === []) {
        $value['payload']['data'] = new stdClass();
    }
    return $value;
}

try {
    $outcome = ['value' => carryOut(json_decode(file_get_contents('php://stdin'), true, flags: JSON_THROW_ON_ERROR))];
} catch (Dakiya\DakiyaError $error) {
    $outcome = ['error' => [
        'family' => (new ReflectionClass($error))->getShortName(),
        'message' => $error->getMessage(),
        'status' => $error->status,
        'code' => $error->errorCode,
        'param' => $error->param,
        'docUrl' => $error->docUrl,
        'requestId' => $error->requestId,
        'retryAfterSeconds' => $error->retryAfterSeconds,
        'details' => (object) $error->details,
    ]];
}
echo json_encode($outcome, JSON_THROW_ON_ERROR);
