import { configure } from '#platform/settings.ts';
import { soak } from '../bench/soak.ts';

// What it uses of the product in this process.
configure(process.env);

soak();
