import { configure } from '#platform/settings.ts';
import { soak } from '../bench/soak.ts';

// The trial also uses parts of the product in this process, and these parts need the settings.
configure(process.env);

soak();
