<?php

// To try it: php -S 0.0.0.0:8080 receive.php
require 'vendor/autoload.php';

$secret = 'whsec_your_signing_secret';

try {
    // The bytes as they came: JSON that is read and written again differs.
    $body = file_get_contents('php://input');
    $event = Dakiya\Webhook::unwrap($body, getallheaders(), $secret);
    // An event may come twice. Keep the ids that you have handled.
    error_log($event['id'] . ' ' . $event['type']);
    http_response_code(204);
} catch (Dakiya\SignatureError) {
    http_response_code(400);
}
