import { redirect } from '@remix-run/node';
import { paths } from '#app/paths.ts';

/** The registration, under its other name. */
export const loader = () => redirect(paths.register, 301);
