<?php

require 'vendor/autoload.php';

$dakiya = new Dakiya\Client(
    baseUrl: 'https://dakiya.example',
    apiId: 'dk_your_api_id',
    apiKey: 'sk_your_api_key',
);

$figures = $dakiya->account->getAnalytics([
    'period' => '7d',
    'split_by' => 'template',
]);
echo json_encode([$figures['total'], $figures['parts']]), "\n";
