import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { TObject } from 'typebox';
import { parse } from 'yaml';
import { secretsFile } from './admin/secrets';
import { ROOT } from './root';

interface Service {
  image?: string;
  command?: string[];
  environment?: Record<string, string>;
  depends_on?: Record<string, { condition: string }>;
  healthcheck?: { test: string[] };
  read_only?: boolean;
}
const composeText = readFileSync(join(ROOT, 'docker/compose.yaml'), 'utf8');
const { services } = parse(composeText, { merge: true }) as { services: Record<string, Service> };
const dockerfile = readFileSync(join(ROOT, 'docker/Dockerfile'), 'utf8')
  .replaceAll('\\\n', ' ')
  .split('\n')
  .filter((line) => line.trim() && !line.startsWith('#'));

/** Every app that is a service: it has a main of its own and is not the command-line tool. */
const apps = readdirSync(join(ROOT, 'apps')).filter(
  (name) => name !== 'cli' && existsSync(join(ROOT, 'apps', name, 'src/main.ts')),
);
/** An app's settings, read from its source: apps do not import apps, and this holds for any that is added. */
const settingsOf = (app: string, name = 'Config') => {
  const module = require(join(ROOT, 'apps', app, 'src/config.ts')) as Record<string, TObject>;
  const { properties } = module[name] as unknown as { properties: Record<string, { default?: unknown }> };
  const required = (module[name] as unknown as { required?: string[] }).required ?? [];
  return { known: Object.keys(properties), needed: required.filter((key) => properties[key].default === undefined) };
};

describe('compose.yaml', () => {
  test('runs every app, by its name, from the one image, with a health check and a read-only root', () => {
    expect(apps.length).toBeGreaterThanOrEqual(3);
    for (const app of apps) {
      expect(services[app]).toMatchObject({ image: 'almanac', command: [app], read_only: true });
      expect(services[app].healthcheck?.test[0]).toBe('CMD');
    }
  });

  test.each(apps)('%s is given settings that it knows, and every one that it needs', (app) => {
    const given = Object.keys(services[app].environment ?? {});
    const { known, needed } = settingsOf(app);
    expect(known).toEqual(expect.arrayContaining(given));
    expect(given).toEqual(expect.arrayContaining(needed));
  });

  test('migrates once, as the administrator, before any app with a database starts', () => {
    expect(services.migrate.command).toEqual(['migrate']);
    expect(Object.keys(services.migrate.environment ?? {}).sort()).toEqual(
      settingsOf('billing', 'MigrateConfig').known.sort(),
    );
    for (const app of apps.filter((name) => services[name].environment?.DATABASE_URL))
      expect(services[app].depends_on?.migrate).toEqual({ condition: 'service_completed_successfully' });
  });

  test('waits only for services that exist, and for health only where it is checked', () => {
    for (const { depends_on = {} } of Object.values(services))
      for (const [name, { condition }] of Object.entries(depends_on)) {
        expect(services).toHaveProperty(name);
        if (condition === 'service_healthy') expect(services[name].healthcheck).toBeDefined();
      }
  });

  test('asks for no secret that `almanac secrets` does not print, and holds none itself', () => {
    const asked = [...composeText.matchAll(/\$\{(\w+)/g)].map(([, name]) => name);
    const printed = secretsFile('postgres:5432/almanac')
      .split('\n')
      .map((line) => line.split('=')[0]);
    expect(printed).toEqual(expect.arrayContaining(asked));
    expect(composeText).not.toMatch(/(PASSWORD|SECRET|PEPPER): (?!\$\{)/);
  });
});

describe('Dockerfile', () => {
  const lastStage = dockerfile.slice(dockerfile.findLastIndex((line) => line.startsWith('FROM ')));

  test('runs as a user that is not root, by number', () => {
    expect(lastStage.filter((line) => line.startsWith('USER '))).toEqual(['USER 1000:1000']);
  });

  test('copies only what exists', () => {
    const sources = dockerfile
      .filter((line) => line.startsWith('COPY ') && !line.includes('--from='))
      .flatMap((line) => line.split(/\s+/).slice(1, -1))
      .filter((word) => !word.startsWith('--'));
    expect(sources).toContain('docker/entrypoint.sh');
    for (const source of sources) expect(existsSync(join(ROOT, source))).toBe(true);
    const carried = dockerfile.filter((line) => line.includes('--from=build'));
    for (const line of carried) expect(existsSync(join(ROOT, line.split(/\s+/)[2].replace('/app/', '')))).toBe(true);
  });

  test('builds with what the repository has, and keeps secrets and local data out of the image', () => {
    expect(existsSync(join(ROOT, 'tools/build.mjs'))).toBe(true);
    const ignored = readFileSync(join(ROOT, 'docker/Dockerfile.dockerignore'), 'utf8').split('\n');
    expect(ignored).toEqual(expect.arrayContaining(['.almanac', 'docker/.env', '.git', '**/node_modules']));
  });

  test('its entry point starts an app by name and hands any other word to the almanac tool', () => {
    const script = join(ROOT, 'docker/entrypoint.sh');
    expect(statSync(script).mode & 0o111).not.toBe(0);
    expect(lastStage).toContain('ENTRYPOINT ["almanac"]');
    expect(readFileSync(script, 'utf8')).toContain('apps/$' + '{1:-}/dist/main.js');
    expect(existsSync(join(ROOT, 'apps/cli/bin/almanac.mjs'))).toBe(true);
  });
});
