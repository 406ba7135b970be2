import { configure } from '#platform/settings.ts';
import { soak } from '../trials/soak/main.ts';

// What it uses of the product in this process.
configure(process.env);

soak();
