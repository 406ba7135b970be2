<?php

require 'vendor/autoload.php';

$dakiya = new Dakiya\Client(
    baseUrl: 'https://dakiya.example',
    apiId: 'dk_your_api_id',
    apiKey: 'sk_your_api_key',
);

// The next pages are fetched when they are needed.
$delivered = $dakiya->messages->list(['status' => 'delivered', 'limit' => 50]);
foreach ($delivered as $message) {
    echo $message['_id'], ' ', $message['recipient'], "\n";
}
