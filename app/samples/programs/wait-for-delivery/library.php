<?php

require 'vendor/autoload.php';

$dakiya = new Dakiya\Client(
    baseUrl: 'https://dakiya.example',
    apiId: 'dk_your_api_id',
    apiKey: 'sk_your_api_key',
);

$sent = $dakiya->messages->send([
    'recipient' => '9876543210',
    'message' => 'Your order has been shipped.',
]);
// Asks less and less often, for a minute at most.
$message = $dakiya->messages->waitForDelivery($sent['_id']);
echo $message['_id'], ' ', $message['status'], "\n";
exit($message['status'] === 'delivered' ? 0 : 1);
