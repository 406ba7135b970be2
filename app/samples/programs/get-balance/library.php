<?php

require 'vendor/autoload.php';

$dakiya = new Dakiya\Client(
    baseUrl: 'https://dakiya.example',
    apiId: 'dk_your_api_id',
    apiKey: 'sk_your_api_key',
);

$balance = $dakiya->account->getBalance();
echo "{$balance['balance']} messages left until {$balance['valid_until']}\n";
