import { configure } from '#platform/settings.ts';
import { chaos } from '../trials/chaos/main.ts';

// The trial also uses parts of the product in this process, and these parts need the settings.
configure(process.env);

chaos();
