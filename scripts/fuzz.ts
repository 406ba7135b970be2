import { configure } from '#platform/settings.ts';
import { fuzz } from '../trials/fuzz/main.ts';

// What it uses of the product in this process.
configure(process.env);

fuzz();
