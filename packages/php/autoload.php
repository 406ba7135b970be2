<?php

declare(strict_types=1);

// Loads the library in programs without Composer.

foreach (['parts/errors', 'parts/resources', 'parts/methods', 'src/Page', 'src/PageList', 'src/Client', 'src/Webhook'] as $file) {
    require_once __DIR__ . "/$file.php";
}
