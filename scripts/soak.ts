import { soak } from '../trials/soak/main.ts';

soak();
