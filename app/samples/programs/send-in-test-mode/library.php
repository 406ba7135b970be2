<?php

require 'vendor/autoload.php';

$dakiya = new Dakiya\Client(
    baseUrl: 'https://dakiya.example',
    apiId: 'dk_test_your_api_id',
    apiKey: 'sk_test_your_api_key',
);

$message = $dakiya->messages->send([
    'recipient' => '9999900000',
    'message' => 'Hello',
]);
echo $message['_id'], ' ', json_encode($message['livemode']), "\n";
