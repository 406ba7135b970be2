import { test } from 'vitest';
import { testLibrary } from '../support/library-contract.ts';
import { php, phpLibrary } from '../support/php-library.ts';

if (php) await testLibrary(phpLibrary);
else test.skip('the PHP library passes the contract (PHP with curl is not installed)');
