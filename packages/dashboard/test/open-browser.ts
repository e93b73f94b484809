import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { expect } from 'vitest';
// @ts-expect-error: a script of the repository, without types
import { findChromium } from '../../../scripts/bootstrap/ensure-chromium.mjs';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const axeTags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** `zoomed` is a window of 1280 × 720 at 200 %. */
const widths = {
  narrow: { width: 360, height: 740 },
  zoomed: { width: 640, height: 360 },
  wide: { width: 1280, height: 800 },
} as const;

/** Starts the browser of the machine. */
export const openBrowser = (): Promise<Browser> =>
  // As root, as in a container, the browser cannot open its sandbox; it shows only pages of this repository.
  chromium.launch({ executablePath: findChromium(), args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] });

interface OpenOptions {
  url: string;
  width?: keyof typeof widths;
  language?: string;
  theme?: 'light' | 'dark';
}

export interface OpenedPage {
  context: BrowserContext;
  page: Page;
  /** Fails when the page has logged an error or asked another host. */
  expectQuiet(): void;
}

/** Opens an empty page in a profile of its own, and watches it. */
export async function openPage(browser: Browser, options: OpenOptions): Promise<OpenedPage> {
  const { url, width = 'wide', language = 'en-GB', theme = 'light' } = options;
  const context = await browser.newContext({
    baseURL: url,
    viewport: widths[width],
    deviceScaleFactor: width === 'zoomed' ? 2 : 1,
    locale: language,
    colorScheme: theme,
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const page = await context.newPage();
  page.setDefaultTimeout(10_000);
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(`thrown: ${error.message}`));
  page.on('console', (message) => {
    // Browsers log every response of 4xx; those are tested where they are shown.
    const isStatus = message.text().startsWith('Failed to load resource');
    if (message.type() === 'error' && !isStatus) faults.push(message.text());
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(`${url}/`)) faults.push(`asked for ${request.url()}`);
  });
  return { context, page, expectQuiet: () => expect(faults).toEqual([]) };
}

/** Checks the page with axe, in both themes. It runs in the page without being a part of it, which the policy forbids. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.evaluate(axeSource);
    const found = await page.evaluate(
      async (values) => {
        const axe = (globalThis as unknown as { axe: typeof import('axe-core') }).axe;
        const report = await axe.run({ runOnly: { type: 'tag', values } });
        return report.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
      },
      [...axeTags],
    );
    expect(found, `axe in ${colorScheme}`).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: null });
}

/** Fails when the page can be scrolled sideways. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const { scrollWidth, clientWidth } = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return { scrollWidth, clientWidth };
  });
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
}

/**
 * Fails when the page can be scrolled sideways, or when a text is cut off: beyond the edge, or in a box that is too small
 * for it and neither scrolls nor says so with an ellipsis.
 */
export async function expectNothingCutOff(page: Page): Promise<void> {
  await expectNoSidewaysScroll(page);
  const cutOff = await page.evaluate(() => {
    const isForScreenReaders = (element: Element): boolean =>
      getComputedStyle(element).clipPath !== 'none' ||
      (element.parentElement !== null && isForScreenReaders(element.parentElement));
    // Months may scroll, and code; a table of data has room for all of its columns.
    const dataTable = 'table:not(:has(th[scope="colgroup"]))';
    const scrolls = (element: Element) => {
      for (let at: Element | null = element; at; at = at.parentElement) {
        const { overflowX } = getComputedStyle(at);
        if (overflowX === 'auto' && at.scrollWidth > at.clientWidth && at.querySelector(dataTable) === null)
          return true;
      }
      return false;
    };
    const isDrawn = (element: Element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    const ownText = (element: Element) =>
      [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
    return [...document.body.querySelectorAll('*')]
      .filter((element) => isDrawn(element) && ownText(element) && !isForScreenReaders(element))
      .filter((element) => {
        const { left, right } = element.getBoundingClientRect();
        const { overflowX, textOverflow, webkitLineClamp } = getComputedStyle(element);
        const isClipped = overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1;
        const hasEllipsis = textOverflow === 'ellipsis' || webkitLineClamp !== 'none';
        return (left < -1 || right > innerWidth + 1 || (isClipped && !hasEllipsis)) && !scrolls(element);
      })
      .map((element) => element.outerHTML.slice(0, 200));
  });
  expect(cutOff).toEqual([]);
}
