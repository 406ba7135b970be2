<?php

require 'vendor/autoload.php';

$dakiya = new Dakiya\Client(
    baseUrl: 'https://dakiya.example',
    apiId: 'dk_your_api_id',
    apiKey: 'sk_your_api_key',
);

$message = $dakiya->messages->post([
    'content' => 'Your order has been shipped.',
    'recipient' => '9876543210',
    'sender_id' => 'DAKIYA',
]);
echo $message['_id'], ' ', $message['status'], "\n";
