<?php

require 'vendor/autoload.php';

$dakiya = new Dakiya\Client(
    baseUrl: 'https://dakiya.example',
    apiId: 'dk_your_api_id',
    apiKey: 'sk_your_api_key',
);

$message = $dakiya->messages->send([
    'recipient' => '9876543210',
    'message' => 'Your order has been shipped.',
]);
echo $message['_id'], ' ', $message['status'], "\n";
