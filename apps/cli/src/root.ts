import { join } from 'node:path';

/** The checkout (or the image's /app): `apps/cli/src` and `apps/cli/dist` lie equally deep in it. */
export const ROOT = join(__dirname, '../../..');
