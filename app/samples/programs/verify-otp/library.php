<?php

require 'vendor/autoload.php';

$dakiya = new Dakiya\Client(
    baseUrl: 'https://dakiya.example',
    apiId: 'dk_your_api_id',
    apiKey: 'sk_your_api_key',
);

// It throws an OtpError if the code is wrong, expired or used.
$dakiya->otp->verify([
    'recipient' => '9876543210',
    'otp' => '482913',
]);
echo "OTP verified successfully!\n";
