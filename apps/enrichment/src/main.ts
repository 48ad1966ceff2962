import 'reflect-metadata';
import { boot, readConfig } from '@almanac/runtime';
import { Config } from './config';
import { startEnrichment } from './start';

void boot('enrichment', (log) => startEnrichment(readConfig(Config), log));
