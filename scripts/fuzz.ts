import { fuzz } from '../trials/fuzz/main.ts';

fuzz();
