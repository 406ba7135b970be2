import { hasInstance } from '#platform/instance.ts';
import { configure } from '#platform/settings.ts';

/** Before each test file that needs no services: what is under test finds the settings of the environment. */
if (!hasInstance()) configure(process.env);
