<?php

require 'vendor/autoload.php';

$dakiya = new Dakiya\Client(
    baseUrl: 'https://dakiya.example',
    apiId: 'dk_your_api_id',
    apiKey: 'sk_your_api_key',
);

$code = $dakiya->otp->send([
    'recipient' => '9876543210',
    'channels' => [
        ['channel' => 'sms'],
        ['channel' => 'email', 'to' => 'asha@example.com', 'after' => 60],
    ],
]);
echo $code['otpId'], ' ', json_encode($code['sendAttempts']), "\n";
