<?php

require 'vendor/autoload.php';

$dakiya = new Dakiya\Client(
    baseUrl: 'https://dakiya.example',
    apiId: 'dk_your_api_id',
    apiKey: 'sk_your_api_key',
);

$message = $dakiya->messages->get('msg_your_message_id');
echo $message['_id'], ' ', $message['status'], "\n";
foreach ($message['timeline'] as $step) {
    echo $step['at'], ' ', $step['event'], "\n";
}
