<?php

require 'vendor/autoload.php';

$dakiya = new Dakiya\Client(
    baseUrl: 'https://dakiya.example',
    apiId: 'dk_your_api_id',
    apiKey: 'sk_your_api_key',
);

$chain = $dakiya->dlt->chains->create([
    'entity_id' => '1101172974420810001',
    'carrier' => 'airtel',
    'telemarketer_ids' => ['1101172974420830004'],
    'is_approved' => true,
]);
echo $chain['carrier'], ' ', implode(', ', $chain['telemarketer_ids']), "\n";
