<?php

require 'vendor/autoload.php';

$dakiya = new Dakiya\Client(
    baseUrl: 'https://dakiya.example',
    apiId: 'dk_your_api_id',
    apiKey: 'sk_your_api_key',
);

$result = $dakiya->dlt->templates->import([
    'file' => new CURLFile('templates.csv'),
    'dry_run' => true,
    'create_missing' => true,
]);
echo $result['state'], ' ', json_encode($result['counts']), "\n";
