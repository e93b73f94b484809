// Builds the server and its web pages with only their own packages installed, as in the Dockerfile.
import { build } from './bootstrap/build.mjs';
import { buildDashboard } from './bootstrap/build-dashboard.mjs';

process.exitCode = (await build({ force: true })) || (await buildDashboard({ force: true }));
