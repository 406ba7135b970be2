<?php

require 'vendor/autoload.php';

$dakiya = new Dakiya\Client(
    baseUrl: 'https://dakiya.example',
    apiId: 'dk_your_api_id',
    apiKey: 'sk_your_api_key',
);

$result = $dakiya->suppressions->import([
    'file' => new CURLFile('opted-out.csv'),
    'reason' => 'Opted out',
]);
echo json_encode($result), "\n";
