<?php

require 'vendor/autoload.php';

$dakiya = new Dakiya\Client(
    baseUrl: 'https://dakiya.example',
    apiId: 'dk_test_your_api_id',
    apiKey: 'sk_test_your_api_key',
);

$query = ['recipient' => '9999900000', 'limit' => 1];
$page = $dakiya->messages->list($query)->page();
echo $page->data[0]['content'] ?? 'No message.', "\n";
