import { hasInstance } from '#platform/instance.ts';
import { configure } from '#platform/settings.ts';

/** Runs before each test file that needs no services: the code under test gets its settings from the environment. */
if (!hasInstance()) configure(process.env);
