<?php

require 'vendor/autoload.php';

$dakiya = new Dakiya\Client(
    baseUrl: 'https://dakiya.example',
    apiId: 'dk_your_api_id',
    apiKey: 'sk_your_api_key',
);

$dakiya->dlt->headers->addEvidence('ACMEIN', [
    'file' => new CURLFile('letter.pdf'),
]);
foreach ($dakiya->dlt->headers->list() as $header) {
    echo $header['header'], ' ', $header['status'], "\n";
}
