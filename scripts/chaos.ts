import { configure } from '#platform/settings.ts';
import { chaos } from '../trials/chaos/main.ts';

// What it uses of the product in this process.
configure(process.env);

chaos();
