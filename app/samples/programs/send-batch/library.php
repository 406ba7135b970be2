<?php

require 'vendor/autoload.php';

$dakiya = new Dakiya\Client(
    baseUrl: 'https://dakiya.example',
    apiId: 'dk_your_api_id',
    apiKey: 'sk_your_api_key',
);

$results = $dakiya->messages->sendBatch(['messages' => [
    ['recipient' => '9876543210', 'message' => 'Order 1042 has been shipped.'],
    ['recipient' => '9876543211', 'message' => 'Order 1043 has been shipped.'],
]]);
// Each message is accepted or rejected separately, in the order sent.
foreach ($results as $result) {
    echo $result['data']['_id'] ?? $result['error']['message'], "\n";
}
