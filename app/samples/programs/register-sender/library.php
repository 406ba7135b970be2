<?php

require 'vendor/autoload.php';

$dakiya = new Dakiya\Client(
    baseUrl: 'https://dakiya.example',
    apiId: 'dk_your_api_id',
    apiKey: 'sk_your_api_key',
);

$entity = '1101172974420810001';
$category = 'service_implicit';

$dakiya->dlt->entities->create([
    'entity_id' => $entity,
    'name' => 'Acme Retail Private Limited',
]);
$dakiya->dlt->headers->create([
    'entity_id' => $entity,
    'header' => 'ACMEIN',
    'category' => $category,
]);
$template = $dakiya->dlt->templates->create([
    'template_id' => '1107160000000000001',
    'name' => 'Login code',
    'category' => $category,
    'headers' => ['ACMEIN'],
    'body' => '{#numeric#} is your Acme code. Do not share it.',
]);
echo $template['template_id'], "\n";
