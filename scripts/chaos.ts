import { chaos } from '../trials/chaos/main.ts';

chaos();
