<?php

require 'vendor/autoload.php';

$dakiya = new Dakiya\Client(
    baseUrl: 'https://dakiya.example',
    apiId: 'dk_your_api_id',
    apiKey: 'sk_your_api_key',
);

$result = $dakiya->dlt->imports->create([
    'file' => new CURLFile('headers.csv'),
    'list' => 'headers',
    'dry_run' => true,
]);
echo $result['state'], ' ', json_encode($result['counts']), "\n";
