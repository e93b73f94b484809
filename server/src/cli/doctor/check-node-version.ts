import { type Finding, ok, problem } from '../../lib/finding.ts';

/** As in `engines` of the package. */
export const leastNodeVersion = '24.7';

/** @param version - like 24.21.0 */
export function checkNodeVersion(version: string): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [leastMajor = 0, leastMinor = 0] = leastNodeVersion.split('.').map(Number);
  if (major > leastMajor || (major === leastMajor && minor >= leastMinor)) return ok(version);
  return problem(
    `${version} is too old`,
    `run the server with Node.js ${leastNodeVersion} or newer, as npm start in a checkout does by itself`,
  );
}
