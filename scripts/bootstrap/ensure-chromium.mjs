import { existsSync } from 'node:fs';
import { installWithApt } from './install-with-apt.mjs';

/** The paths at which Debian and its users have the browser; `MNEMA_TEST_CHROMIUM` names another one. */
const paths = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Returns the path of the browser; undefined when there is none. */
export const findChromium = () => process.env.MNEMA_TEST_CHROMIUM ?? paths.find((path) => existsSync(path));

/** Makes sure that a browser is installed for the tests of the dashboard. */
export const ensureChromium = () =>
  installWithApt({
    name: 'chromium',
    isHere: () => findChromium() !== undefined,
    fix: 'The tests of the dashboard need Chromium. Debian: sudo apt-get install chromium. Elsewhere: name the program of Chromium or Chrome in MNEMA_TEST_CHROMIUM.',
  });
