// Compiles the server with only its own packages installed, as in the Dockerfile.
import { build } from './bootstrap/build.mjs';

process.exitCode = await build({ force: true });
