// Compiles the server where only its own packages are installed, as in the Dockerfile.
import { build } from './bootstrap/build.mjs';

process.exitCode = await build({ force: true });
