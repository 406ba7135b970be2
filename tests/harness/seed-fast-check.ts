import fc from 'fast-check';
import { seed } from '../support/random.ts';

/** Before each test file, so that no property has to be given the seed. */
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed });
