import type { Page } from 'playwright-core';
import { expectAccessible, expectNoSidewaysScroll } from './open-browser.ts';

const sizes = [
  { width: 1280, height: 800 },
  { width: 360, height: 740 },
];

/** Checks the page in both themes and both widths. */
export async function expectGood(page: Page): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
}
