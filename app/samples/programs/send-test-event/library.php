<?php

require 'vendor/autoload.php';

$dakiya = new Dakiya\Client(
    baseUrl: 'https://dakiya.example',
    apiId: 'dk_your_api_id',
    apiKey: 'sk_your_api_key',
);

$event = $dakiya->webhooks->endpoints->sendTest('whe_your_endpoint_id', [
    'type' => 'message.delivered',
]);
echo $event['_id'], ' ', $event['status'], "\n";
