import { testDelivery } from '../support/library-contract.ts';
import { testPhp } from '../support/php-library.ts';

await testPhp(testDelivery);
