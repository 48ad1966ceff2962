import { build } from './tools/build.mjs';
import { swcOptions } from './tools/swc.mjs';

// The global set-up and the worlds' apps run what is built, outside jest's transform.
await build();

// Nest 12 and a few others ship ESM only; jest runs CommonJS, so swc turns them too.
const esmOnly = [
  '@nestjs',
  'cookie',
  'file-type',
  'strtok3',
  'token-types',
  '@tokenizer',
  'uint8array-extras',
  '@borewit',
  'iterare',
  'typebox',
  '@faker-js',
  'uuid',
  'commander',
];
const swc = ['@swc/jest', { ...swcOptions, sourceMaps: 'inline', swcrc: false }];

export default {
  rootDir: import.meta.dirname,
  testMatch: ['<rootDir>/{apps,libs}/*/src/**/*.spec.ts'],
  transform: { '^.+\\.ts$': swc, '^.+\\.m?js$': swc },
  transformIgnorePatterns: [`/node_modules/(?!(${esmOnly.join('|')})(/|$))`, '<rootDir>/(apps|libs)/[^/]+/dist/'],
  // `npm run check` runs the one spec that needs no servers.
  ...(process.env.ALMANAC_NO_SERVERS
    ? {}
    : {
        globalSetup: '<rootDir>/libs/testing/src/global-setup.ts',
        globalTeardown: '<rootDir>/libs/testing/src/global-teardown.ts',
      }),
  testEnvironment: 'node',
  testEnvironmentOptions: { customExportConditions: ['source', 'node', 'require', 'default'] },
  moduleFileExtensions: ['ts', 'js', 'mjs', 'json', 'node'],
  modulePathIgnorePatterns: ['<rootDir>/.*/dist/', '<rootDir>/.almanac/', '<rootDir>/.nx/'],
  maxWorkers: 2,
  testTimeout: 30_000,
};
