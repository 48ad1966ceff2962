import 'reflect-metadata';
import { boot, readConfig } from '@almanac/runtime';
import { Config } from './config';
import { startBilling } from './start';

void boot('billing', (log) => startBilling(readConfig(Config), log));
