import type { Page } from 'playwright';

/** Presses the button of this name. */
export const press = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).click();

export const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
