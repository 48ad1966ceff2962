export * from './boot';
export * from './config';
export * from './database';
export * from './key';
export * from './log';
