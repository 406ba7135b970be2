import { test } from 'vitest';
import { testDelivery } from '../support/library-contract.ts';
import { php, phpLibrary } from '../support/php-library.ts';

if (php) await testDelivery(phpLibrary);
else test.skip('the PHP library waits for a delivery (PHP with curl is not installed)');
