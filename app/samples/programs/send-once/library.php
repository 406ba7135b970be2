<?php

require 'vendor/autoload.php';

$dakiya = new Dakiya\Client(
    baseUrl: 'https://dakiya.example',
    apiId: 'dk_your_api_id',
    apiKey: 'sk_your_api_key',
);

// After a lost response or a 503, the library tries again with the same key.
$message = $dakiya->messages->send(
    [
        'recipient' => '9876543210',
        'message' => 'Your order has been shipped.',
    ],
    ['idempotencyKey' => 'order-1042-shipped'],
);
echo $message['_id'], ' ', $message['status'], "\n";
