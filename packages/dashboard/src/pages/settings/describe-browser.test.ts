import { expect, it } from 'vitest';
import { describeBrowser } from './describe-browser.ts';

it('names the browser and the system of a session, or the program', () => {
  const chrome =
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36';
  const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1 Version/19.0 Safari/604.1';
  expect(describeBrowser(chrome)).toBe('Chrome, Linux');
  expect(describeBrowser(`${chrome} Edg/156.0`)).toBe('Edge, Linux');
  expect(describeBrowser(iphone)).toBe('Safari, iOS');
  expect(describeBrowser('curl/8.9.1')).toBe('curl/8.9.1');
});
