import { redirect } from '@remix-run/node';
import { paths } from '#app/paths.ts';

/** The registration at its second address. */
export const loader = () => redirect(paths.register, 301);
