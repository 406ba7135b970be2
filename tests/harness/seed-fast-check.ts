import fc from 'fast-check';
import { seed } from '../support/random.ts';

/** Runs before each test file, so that every property uses the seed. */
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed });
