import { configure } from '#platform/settings.ts';
import { fuzz } from '../trials/fuzz/main.ts';

// The trial also uses parts of the product in this process, and these parts need the settings.
configure(process.env);

fuzz();
