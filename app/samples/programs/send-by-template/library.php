<?php

require 'vendor/autoload.php';

$dakiya = new Dakiya\Client(
    baseUrl: 'https://dakiya.example',
    apiId: 'dk_your_api_id',
    apiKey: 'sk_your_api_key',
);

$message = $dakiya->messages->send([
    'recipient' => '9876543210',
    'template_id' => '1107160000000000001',
    'variables' => ['482913'],
]);
echo $message['_id'], ' ', $message['content'], "\n";
