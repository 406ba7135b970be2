<?php

require 'vendor/autoload.php';

$dakiya = new Dakiya\Client(
    baseUrl: 'https://dakiya.example',
    apiId: 'dk_your_api_id',
    apiKey: 'sk_your_api_key',
);

$undelivered = $dakiya->messages->list([
    'status' => 'undelivered',
    'from' => '2026-11-20T00:00:00+05:30',
    'to' => '2026-11-21T00:00:00+05:30',
]);
foreach ($undelivered as $message) {
    echo $message['_id'], ' ', $message['reason'], "\n";
}
