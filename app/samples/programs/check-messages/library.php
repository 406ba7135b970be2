<?php

require 'vendor/autoload.php';

$dakiya = new Dakiya\Client(
    baseUrl: 'https://dakiya.example',
    apiId: 'dk_your_api_id',
    apiKey: 'sk_your_api_key',
);

$results = $dakiya->dlt->check(['messages' => [
    [
        'message' => '482913 is your Acme code. Do not share it!',
        'sender_id' => 'ACMEIN',
    ],
    ['template_id' => '1107160000000000001', 'variables' => ['482913']],
]]);
foreach ($results as $result) {
    echo $result['verdict'], ' ', $result['detail'] ?? '', "\n";
}
