<?php

require 'vendor/autoload.php';

$dakiya = new Dakiya\Client(
    baseUrl: 'https://dakiya.example',
    apiId: 'dk_your_api_id',
    apiKey: 'sk_your_api_key',
);

$recovery = $dakiya->webhooks->endpoints->recover('whe_your_endpoint_id', [
    'since' => '2026-11-20T00:00:00+05:30',
]);
echo $recovery['_id'], ' ', $recovery['status'], "\n";
