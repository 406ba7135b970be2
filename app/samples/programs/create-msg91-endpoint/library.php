<?php

require 'vendor/autoload.php';

$dakiya = new Dakiya\Client(
    baseUrl: 'https://dakiya.example',
    apiId: 'dk_your_api_id',
    apiKey: 'sk_your_api_key',
);

$endpoint = $dakiya->webhooks->endpoints->create([
    'url' => 'https://example.com/msg91',
    'format' => 'msg91',
]);
echo $endpoint['_id'], ' ', $endpoint['secret'], "\n";
