<?php

require 'vendor/autoload.php';

$dakiya = new Dakiya\Client(
    baseUrl: 'https://dakiya.example',
    apiId: 'dk_your_api_id',
    apiKey: 'sk_your_api_key',
);

$erasure = $dakiya->privacy->erase(['recipient' => '9876543210']);
echo $erasure['_id'], ' ', $erasure['status'], "\n";
